package api

import (
	"encoding/json"
	"fmt"
	"testing"

	"waybill/server/wire"
)

func TestTheDescriptionHasEveryRouteAndNoOther(t *testing.T) {
	have := map[string]bool{}
	for _, r := range Routes() {
		have[r] = true
		if _, ok := operations[r]; !ok {
			t.Errorf("%s is not described", r)
		}
	}
	for r := range operations {
		if !have[r] {
			t.Errorf("%s is described and is no route", r)
		}
	}
	for _, r := range routes {
		if op := operations[r.method+" "+r.pattern]; (op.takes != nil) != (r.body != bodyNone) {
			t.Errorf("%s %s: the body is described as %T", r.method, r.pattern, op.takes)
		}
	}
}

// Described says whether an answer is what the description promises of a
// route; the tests of the handler send every answer through it.
func Described(route string, status int, code wire.Code, body []byte) error {
	var doc struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct{ Description string }
		}
		Components struct{ Schemas map[string]map[string]any }
	}
	if err := json.Unmarshal(describe(), &doc); err != nil {
		return err
	}
	op, ok := operations[route]
	if !ok {
		return nil // no such route: nothing is promised
	}
	var method, path string
	fmt.Sscanf(route, "%s %s", &method, &path)
	responses := doc.Paths[wire.Base+path][lower(method)].Responses
	promised, ok := responses[fmt.Sprint(status)]
	if !ok {
		return fmt.Errorf("%s: status %d is not described", route, status)
	}
	if code != "" {
		if !contains(promised.Description, string(code)) {
			return fmt.Errorf("%s: code %s is not described", route, code)
		}
		return fits(doc.Components.Schemas, "Problem", body)
	}
	name := schemaName(op.gives)
	if name == "" {
		return nil
	}
	return fits(doc.Components.Schemas, name, body)
}
