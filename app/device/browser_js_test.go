package device

import (
	"regexp"
	"strings"
	"testing"
)

func TestTheBrowserTellsDayClockAndPluralForms(t *testing.T) {
	b := New()
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

func TestTheClockNamesTheDayOfAnotherDay(t *testing.T) {
	b := New().(*jsDevice)
	at := func(day string) int64 {
		d, err := Get("Date").New(day + "T12:00")
		if err != nil {
			t.Fatal(err)
		}
		return int64(num(d.Call("getTime")))
	}
	noon := at(b.Today())
	yesterday := at(b.Day(noon - 24*60*60*1000))
	short, named, far := b.Clock(noon), b.Clock(yesterday), b.Clock(at("2020-02-03"))
	if !strings.HasSuffix(named, short) || named == short {
		t.Errorf("noon is %q today and %q yesterday", short, named)
	}
	if !strings.HasSuffix(far, short) || !strings.Contains(far, "3") || far == named {
		t.Errorf("noon is %q today and %q years ago", short, far)
	}
	if again := b.Clock(noon); again != short {
		t.Errorf("noon is %q, and then %q", short, again)
	}
	midnight := b.daysNow().tomorrow
	if a, z := b.Clock(midnight-1), b.Clock(midnight); len(z) <= len(a) {
		t.Errorf("before midnight it is %q, after it %q", a, z)
	}
}

func TestWithoutThePagesScriptThereIsNoUpdateAndNoHarm(t *testing.T) {
	b := New()
	stop := b.WatchUpdate(func() { t.Error("an update was announced") })
	stop()
	if err := b.Update(t.Context()); err == nil {
		t.Error("an update was applied")
	}
}
