// Command slim makes a copy of go-app for the page to link, without its server.
//
// go-app serves pages as well as drawing them, and both halves are one package:
// a page that only draws would carry net/http, TLS and certificates over every
// rep's slow line, a fifth of its weight. The copy leaves those files out; all
// others are the module's own, as go.mod and go.sum name them. The server links
// the module itself.
//
//	slim -out bin
//
// It leaves bin/go-app, and bin/page.mod with its sums, for
// `go build -modfile`. A go-app in which the halves are split otherwise does
// not compile: nothing is left out in silence.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const module = "github.com/maxence-charriere/go-app/v10"

// packages are what a page needs of the module.
var packages = []string{"pkg/app", "pkg/errors"}

// server are the files of pkg/app that speak HTTP, or stand in for them.
var server = []string{"http.go", "static.go", "resource.go", "wasm.go"}

// resolver is the one function of resource.go that a page calls.
//
//go:embed resolver.txt
var resolver []byte

func main() {
	out := flag.String("out", "bin", "folder of the copy")
	flag.Parse()
	if err := slim(*out); err != nil {
		fmt.Fprintln(os.Stderr, "slim:", err)
		os.Exit(1)
	}
}

func slim(out string) error {
	source, err := sourceOf(module)
	if err != nil {
		return err
	}
	to := filepath.Join(out, "go-app")
	// What an earlier version left there would be linked too.
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if err := put(filepath.Join(source, "go.mod"), filepath.Join(to, "go.mod")); err != nil {
		return err
	}
	for _, pkg := range packages {
		if err := files(filepath.Join(source, pkg), filepath.Join(to, pkg)); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(to, "pkg", "app", "resolver.go"), resolver, 0o644); err != nil {
		return err
	}
	return modfile(out, to)
}

// sourceOf is where the module lies, fetched if it has to be.
func sourceOf(module string) (string, error) {
	if msg, err := exec.Command("go", "mod", "download", module).CombinedOutput(); err != nil {
		return "", fmt.Errorf("download %s: %w\n%s", module, err, msg)
	}
	listed, err := exec.Command("go", "list", "-m", "-json", module).Output()
	if err != nil {
		return "", fmt.Errorf("list %s: %w", module, err)
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(listed, &m); err != nil {
		return "", err
	}
	if m.Dir == "" {
		return "", errors.New(module + " has no folder: is it vendored?")
	}
	return m.Dir, nil
}

// files copies a package's sources, less its tests and its server.
func files(from, to string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, name := range server {
		if strings.HasSuffix(from, "app") && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == name }) {
			return fmt.Errorf("%s is not in %s any more: look again at what a page needs", name, from)
		}
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || slices.Contains(server, name) {
			continue
		}
		if err := put(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

func put(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// modfile is this module's go.mod with the copy in the module's place. The path
// is relative, so that every machine builds the same bytes.
func modfile(out, copied string) error {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		return err
	}
	mod = append(bytes.TrimSpace(mod), fmt.Appendf(nil, "\n\nreplace %s => ./%s\n", module, filepath.ToSlash(copied))...)
	if err := os.WriteFile(filepath.Join(out, "page.mod"), mod, 0o644); err != nil {
		return err
	}
	return put("go.sum", filepath.Join(out, "page.sum"))
}
