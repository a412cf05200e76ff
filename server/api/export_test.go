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

// fits holds an answer to a component.
func fits(schemas map[string]map[string]any, name string, body []byte) error {
	var got any
	if err := json.Unmarshal(body, &got); err != nil {
		return err
	}
	if err := holds(schemas, ref(name), name, got); err != nil {
		return fmt.Errorf("%w: %s", err, body)
	}
	return nil
}

// holds checks a value, and all in it, against a schema: kinds and listed
// values are right, required fields are there, and no field is a stranger
// unless the schema allows it.
func holds(schemas map[string]map[string]any, schema map[string]any, at string, v any) error {
	if to, ok := schema["$ref"].(string); ok {
		if schema, ok = schemas[strings.TrimPrefix(to, "#/components/schemas/")]; !ok {
			return fmt.Errorf("%s: no component %s", at, to)
		}
	}
	if choices, ok := schema["anyOf"].([]any); ok {
		return oneHolds(schemas, choices, at, v)
	}
	if want, ok := schema["type"].(string); ok && want != kindOf(v) {
		return fmt.Errorf("%s is a %s, described as %s", at, kindOf(v), want)
	}
	if listed, ok := schema["enum"].([]any); ok && !slices.Contains(listed, v) {
		return fmt.Errorf("%s has an undescribed value %v", at, v)
	}
	switch v := v.(type) {
	case []any:
		items, _ := schema["items"].(map[string]any)
		for i, item := range v {
			if err := holds(schemas, items, fmt.Sprint(at, "/", i), item); err != nil {
				return err
			}
		}
	case map[string]any:
		return membersHold(schemas, schema, at, v)
	}
	return nil
}

func oneHolds(schemas map[string]map[string]any, choices []any, at string, v any) (err error) {
	for _, c := range choices {
		if err = holds(schemas, c.(map[string]any), at, v); err == nil {
			return nil
		}
	}
	return err
}

func membersHold(schemas map[string]map[string]any, schema map[string]any, at string, v map[string]any) error {
	required, _ := schema["required"].([]any)
	for _, f := range required {
		if _, there := v[f.(string)]; !there {
			return fmt.Errorf("%s without %s", at, f)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for f, member := range v {
		s, known := properties[f].(map[string]any)
		if !known {
			if schema["additionalProperties"] == false {
				return fmt.Errorf("%s has an undescribed %s", at, f)
			}
			s, _ = schema["additionalProperties"].(map[string]any)
		}
		if err := holds(schemas, s, at+"/"+f, member); err != nil {
			return err
		}
	}
	return nil
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
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
