package api

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

func lower(s string) string { return strings.ToLower(s) }

func contains(list, item string) bool { return slices.Contains(strings.Split(list, ", "), item) }

func schemaName(v any) string {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Struct || t.Name() == "" {
		return ""
	}
	return strings.ToUpper(t.Name()[:1]) + t.Name()[1:]
}

// fits checks an answer's top level against a component: required fields are
// there, and no field is a stranger unless the component allows it.
func fits(schemas map[string]map[string]any, name string, body []byte) error {
	schema, ok := schemas[name]
	if !ok {
		return fmt.Errorf("no component %s", name)
	}
	var got map[string]any
	if err := json.Unmarshal(body, &got); err != nil {
		return err
	}
	for _, f := range schema["required"].([]any) {
		if _, there := got[f.(string)]; !there {
			return fmt.Errorf("%s without %s: %s", name, f, body)
		}
	}
	if schema["additionalProperties"] != false {
		return nil
	}
	properties := schema["properties"].(map[string]any)
	for f, v := range got {
		p, known := properties[f]
		if !known {
			return fmt.Errorf("%s has an undescribed %s", name, f)
		}
		if want, _ := p.(map[string]any)["type"].(string); want != "" && want != kindOf(v) {
			return fmt.Errorf("%s.%s is a %s, described as %s", name, f, kindOf(v), want)
		}
	}
	return nil
}

func kindOf(v any) string {
	switch v.(type) {
	case string:
		return "string"
	case float64:
		return "integer"
	case bool:
		return "boolean"
	case []any:
		return "array"
	}
	return "object"
}
