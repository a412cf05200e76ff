package main

import (
	"cmp"
	"fmt"
	"go/constant"
	"strconv"
	"strings"
	"time"

	contract "waybill/server/wire"
)

// tables makes every table, by its name.
func tables(facts []fact) (map[string]string, error) {
	for _, f := range facts {
		if f.comment == "" && (f.typed == codeType || isLimit(f) || prefixed(f, "Header") || prefixed(f, "State")) {
			return nil, fmt.Errorf("%s says nothing behind it in its line, which the table would print", f.name)
		}
	}
	return map[string]string{
		"codes": codes(facts), "operations": operations(), "fields": fieldCodes(),
		"headers": texts(facts, "header", "Header"), "states": texts(facts, "state", "State"), "limits": limits(facts),
	}, nil
}

const codeType = wire + ".Code"

// codes is the table of problem codes, in the order of [contract.Codes].
func codes(facts []fact) string {
	when := map[string]string{}
	for _, f := range facts {
		if f.typed == codeType {
			when[f.text()] = f.comment
		}
	}
	var rows [][]string
	for _, c := range contract.Codes {
		rows = append(rows, []string{strconv.Itoa(c.Status), code(string(c.Code)), when[string(c.Code)], yes(c.Code.Judges())})
	}
	return table([]string{"status", "code", "when", "judges the record"}, rows)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "–"
}

// operations is the table of what may be queued.
func operations() string {
	var rows [][]string
	for _, op := range contract.Ops {
		id := "refused"
		if op.Create {
			id = "required"
		}
		rows = append(rows, []string{code(string(op.Op)), code("POST " + op.Path("{id}")), id, code(op.State)})
	}
	return table([]string{"operation", "route", "client id", "state of the record once it is applied"}, rows)
}

// fieldCodes is the table of reasons why a field needs correcting.
func fieldCodes() string {
	var rows [][]string
	for _, c := range contract.FieldCodes {
		rows = append(rows, []string{code(string(c.Code)), params(c.Always), params(c.Maybe)})
	}
	return table([]string{"reason", "numbers that come with it", "numbers that may come"}, rows)
}

func params(names []contract.Param) string {
	coded := make([]string, len(names))
	for i, n := range names {
		coded[i] = code(n)
	}
	return cmp.Or(strings.Join(coded, ", "), "–")
}

func prefixed(f fact, prefix string) bool {
	return f.value.Kind() == constant.String && strings.HasPrefix(f.name, prefix)
}

// texts is the table of the constants whose names begin alike.
func texts(facts []fact, head, prefix string) string {
	var rows [][]string
	for _, f := range facts {
		if prefixed(f, prefix) {
			rows = append(rows, []string{code(f.text()), f.comment})
		}
	}
	return table([]string{head, "what it is"}, rows)
}

// isLimit says that a constant is a number or a time. The contract's own number
// is no limit.
func isLimit(f fact) bool { return f.value.Kind() == constant.Int && f.name != "Contract" }

func limits(facts []fact) string {
	var rows [][]string
	for _, f := range facts {
		if isLimit(f) {
			n, _ := constant.Int64Val(f.value)
			rows = append(rows, []string{code(f.name), amount(n, f), f.comment})
		}
	}
	return table([]string{"name", "value", "of what"}, rows)
}

// amount writes a number as people read it, by its type and by what its comment
// says that it counts.
func amount(n int64, f fact) string {
	const day = 24 * time.Hour
	switch d := time.Duration(n); {
	case f.typed == "time.Duration" && d%day == 0:
		return fmt.Sprintf("%d days", d/day)
	case f.typed == "time.Duration":
		return fmt.Sprintf("%d s", d/time.Second)
	case strings.HasPrefix(f.comment, "bytes") && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case strings.HasPrefix(f.comment, "bytes") && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return grouped(strconv.FormatInt(n, 10))
}

// grouped puts a comma before each three digits from the end.
func grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
