// Command tables writes the tables of docs/contract.md that are facts of
// package wire: codes, operations, headers, limits, states, reasons of fields.
// Run it from the root of the repository, as `make docs` does. A test holds the
// page to what it would write.
package main

import (
	"fmt"
	"os"
)

const (
	page = "docs/contract.md"
	wire = "server/wire"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

func run() error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	facts, err := readConstants(wire)
	if err != nil {
		return err
	}
	all, err := tables(facts)
	if err != nil {
		return err
	}
	filled, err := fill(string(text), all)
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(filled), 0o644)
}
