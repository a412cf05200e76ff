package app

import (
	"regexp"
	"testing"
)

func TestTheBrowserTellsDayClockAndPluralForms(t *testing.T) {
	b := NewBrowser()
	if !regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`).MatchString(b.Today()) {
		t.Errorf("today is %q", b.Today())
	}
	if c := b.Clock(b.Now()); !regexp.MustCompile(`\d{1,2}\D\d{2}`).MatchString(c) {
		t.Errorf("now is %q", c)
	}
	for lang, forms := range map[string]map[int]string{
		"en": {0: "other", 1: "one", 2: "other"},
		"ar": {0: "zero", 1: "one", 2: "two", 3: "few", 11: "many", 100: "other"},
	} {
		for n, want := range forms {
			if got := b.Plural(lang, n); got != want {
				t.Errorf("%s %d is %q, want %q", lang, n, got, want)
			}
		}
	}
}

func TestWithoutThePagesScriptThereIsNoUpdateAndNoHarm(t *testing.T) {
	b := NewBrowser()
	stop := b.WatchUpdate(func() { t.Error("an update was announced") })
	stop()
	if err := b.Update(t.Context()); err == nil {
		t.Error("an update was applied")
	}
}
