package i18n

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/server/wire"
)

func TestEveryLanguageHasEveryMessageWithItsPlaceholders(t *testing.T) {
	w := English()
	en := messages(&w)
	if len(en) < 400 {
		t.Fatalf("only %d messages found: the walk is broken", len(en))
	}
	for name, w := range map[string]Words{"de": German()} {
		for field, v := range messages(&w) {
			texts := map[string][2]string{"": {fmt.Sprint(en[field]), fmt.Sprint(v)}}
			if f, ok := v.(Forms); ok {
				e := en[field].(Forms)
				texts = map[string][2]string{"one": {e.One, f.One}, "other": {e.Other, f.Other}}
			}
			for form, pair := range texts {
				if pair[1] == "" || pair[0] == "" {
					t.Errorf("%s: %s %s is empty", name, field, form)
				}
				if a, b := placeholders(pair[0]), placeholders(pair[1]); !slices.Equal(a, b) {
					t.Errorf("%s: %s %s has %v, in English %v", name, field, form, b, a)
				}
			}
		}
	}
}

// messages are all texts by the name of their field.
func messages(w *Words) map[string]any {
	all := map[string]any{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			field := v.Type().Field(i)
			switch {
			case field.Name == "_":
			case field.Anonymous:
				walk(v.Field(i))
			default:
				all[field.Name] = v.Field(i).Interface()
			}
		}
	}
	walk(reflect.ValueOf(w).Elem())
	return all
}

// placeholders are the names in braces of a message, sorted, each once.
func placeholders(message string) (names []string) {
	for _, m := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(message, -1) {
		names = append(names, m[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestNoMessageUsesTheWordsOfTheTrade(t *testing.T) {
	w := English()
	for field, message := range messages(&w) {
		text := strings.ToLower(fmt.Sprint(message))
		for _, bad := range []string{"sync", "queue", "cache", "upload", "payload", "409", "offline queue", "idempot"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s says %q", field, bad)
			}
		}
	}
}

func TestAFieldErrorIsNamedAsTheFormNamesIt(t *testing.T) {
	w := English()
	for pointer, want := range map[string]string{"/lines/6/quantity": "Line 7, Quantity", "/lines/0": "Line 1", "/name": "Name", "/new_one": "new_one"} {
		if got := FieldName(&w, wire.OpOrderCreate, pointer); got != want {
			t.Errorf("%s is called %q, want %q", pointer, got, want)
		}
	}
	for op, want := range map[wire.Op]string{wire.OpCustomerCreate: w.CustomerCode, wire.OpProductCreate: w.ProductCode} {
		if got := FieldName(&w, op, "/code"); got != want {
			t.Errorf("%s: the code is called %q, want %q", op, got, want)
		}
	}
}
