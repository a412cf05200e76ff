package main

import (
	"os"
	"strings"
	"testing"
)

const root = "../../"

func made(t *testing.T) map[string]string {
	t.Helper()
	facts, err := readConstants(root + wire)
	if err != nil {
		t.Fatal(err)
	}
	all, err := tables(facts)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheTablesOfTheContractAreThoseOfTheCode(t *testing.T) {
	text, err := os.ReadFile(root + page)
	if err != nil {
		t.Fatal(err)
	}
	filled, err := fill(string(text), made(t))
	if err != nil {
		t.Fatal(err)
	}
	have, want := strings.Split(string(text), "\n"), strings.Split(filled, "\n")
	for i := range min(len(have), len(want)) {
		if have[i] != want[i] {
			t.Fatalf("%s:%d is\n%s\nand the code says\n%s\nRun `make docs`.", page, i+1, have[i], want[i])
		}
	}
	if len(have) != len(want) {
		t.Errorf("%s has %d lines, and should have %d: run `make docs`", page, len(have), len(want))
	}
}

func TestATableHasItsRowsAndItsWords(t *testing.T) {
	all := made(t)
	for name, row := range map[string]string{
		"codes":      "| 409 | `id_reused` | the primary key is taken by anything else | – |\n",
		"operations": "| `dispatch.fail` | `POST /api/v1/dispatches/{id}/fail` | refused | `failed` |\n",
		"fields":     "| `quantity_rule` | `have` | `pack`, `min`, `max` |\n",
		"headers":    "| `Waybill-Client` | build id of the client |\n",
		"states":     "| `exported` | an order that is in the ERP |\n",
		"limits":     "| `BodyMax` | 256 KiB | bytes of one write, after decompression |\n",
	} {
		if !strings.Contains(all[name], row) {
			t.Errorf("%s lacks the row\n%sin\n%s", name, row, all[name])
		}
	}
}

func TestNoTableIsForgotten(t *testing.T) {
	const place = "<!-- table: a -->\nold\n<!-- end of table -->"
	if got, err := fill("x\n"+place+"\ny", map[string]string{"a": "new\n"}); err != nil || got != "x\n"+strings.Replace(place, "old", "new", 1)+"\ny" {
		t.Errorf("filled to %q, %v", got, err)
	}
	if _, err := fill("no place", map[string]string{"a": ""}); err == nil {
		t.Error("a table without a place is no error")
	}
	if _, err := fill(place, nil); err == nil {
		t.Error("a place without a table is no error")
	}
}
