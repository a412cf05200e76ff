package main

import (
	"fmt"
	"regexp"
	"strings"
)

// place is where a table stands in a page: between its two marks.
var place = regexp.MustCompile(`(?s)<!-- table: (\w+) -->\n.*?<!-- end of table -->`)

// fill puts each table in its place. A table without a place, or a place
// without a table, is an error: neither must be forgotten in silence.
func fill(text string, tables map[string]string) (string, error) {
	placed := map[string]bool{}
	var unknown []string
	filled := place.ReplaceAllStringFunc(text, func(old string) string {
		name := place.FindStringSubmatch(old)[1]
		table, ok := tables[name]
		if !ok {
			unknown = append(unknown, name)
			return old
		}
		placed[name] = true
		return "<!-- table: " + name + " -->\n" + table + "<!-- end of table -->"
	})
	if len(unknown) > 0 {
		return "", fmt.Errorf("no table is called %s", strings.Join(unknown, ", "))
	}
	for name := range tables {
		if !placed[name] {
			return "", fmt.Errorf("the table %s has no place in the page", name)
		}
	}
	return filled, nil
}

// table is a Markdown table.
func table(head []string, rows [][]string) string {
	var b strings.Builder
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(head)
	rule := make([]string, len(head))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule)
	for _, r := range rows {
		line(r)
	}
	return strings.ReplaceAll(b.String(), "<", "&lt;")
}

// code is text as code, or a dash for none.
func code(s string) string {
	if s == "" {
		return "–"
	}
	return "`" + s + "`"
}
