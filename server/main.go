// Command waybill is the office's server and the tools around its store.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sort"
	"syscall"

	"waybill/server/admin"
	"waybill/server/serve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "waybill:", err)
		os.Exit(1)
	}
}

// command is one verb of the program.
type command struct {
	about string
	run   func(ctx context.Context, args []string, out io.Writer) error
}

var commands = map[string]command{
	"serve":   {"run the server", serve.Run},
	"user":    {"add, passwd, disable, enable or list users", admin.Users},
	"device":  {"list devices: last contact and unsent work", admin.Devices},
	"import":  {"import customers, products or dispatches from a CSV file", admin.Import},
	"export":  {"export placed orders as CSV and mark them as exported", admin.Export},
	"give":    {"give an order or a dispatch to another user", admin.Give},
	"backup":  {"write a consistent copy of the store into a file", admin.Backup},
	"restore": {"fill an empty store from a backup", admin.Restore},
	"check":   {"check the store: settings, integrity, references", admin.Check},
}

// run does what the arguments ask for, until it is done or ctx ends.
func run(ctx context.Context, args []string, out io.Writer) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		usage(out)
		return nil
	}
	c, ok := commands[args[0]]
	if !ok {
		usage(out)
		return fmt.Errorf("no command %q", args[0])
	}
	return c.run(ctx, args[1:], out)
}

func usage(out io.Writer) {
	names := make([]string, 0, len(commands))
	for name := range commands {
		names = append(names, name)
	}
	sort.Strings(names)
	fmt.Fprintln(out, "waybill COMMAND [flags]; COMMAND -h tells more. Commands:")
	for _, name := range names {
		fmt.Fprintf(out, "  %-8s %s\n", name, commands[name].about)
	}
}
