package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"os/signal"
	"syscall"

	"waybill/e2e/browser"
)

// exitBroken is the code for "the test did not get to say anything", apart
// from 1, which the tests themselves use.
const exitBroken = 2

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	code, err := run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "wasmexec:", err)
	}
	os.Exit(code)
}

// run serves the binary args[0], runs it in a fresh browser profile with the
// remaining arguments, and returns its exit code.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) (int, error) {
	if len(args) == 0 {
		return exitBroken, errors.New("usage: wasmexec BINARY [ARGUMENT…]")
	}
	loader, err := toolchainLoader()
	if err != nil {
		return exitBroken, err
	}
	dir, err := os.MkdirTemp("", "wasmexec-")
	if err != nil {
		return exitBroken, err
	}
	defer os.RemoveAll(dir)
	srv := httptest.NewServer(newHost(args[0], loader, program{Argv: testArgs(args), Env: testEnv(environ)}))
	defer srv.Close()
	tab, end, err := browser.Start(ctx, dir)
	if err != nil {
		return exitBroken, err
	}
	defer end()
	return runPage(tab, srv.URL, stdout, stderr)
}
