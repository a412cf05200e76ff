package wire

import (
	"slices"
	"strings"
	"testing"
)

func TestANewPasswordIsHeldToOneRule(t *testing.T) {
	for name, c := range map[string]struct {
		body PasswordBody
		want []string
	}{
		"good":               {PasswordBody{"old one", "eight888"}, nil},
		"eight characters":   {PasswordBody{"old one", "ééééäöüß"}, nil},
		"seven":              {PasswordBody{"old one", "seven77"}, []string{"/new"}},
		"the longest":        {PasswordBody{"old one", strings.Repeat("x", PasswordMax)}, nil},
		"too long":           {PasswordBody{"old one", strings.Repeat("x", PasswordMax+1)}, []string{"/new"}},
		"nothing":            {PasswordBody{}, []string{"/current", "/new"}},
		"the same once more": {PasswordBody{"eight888", "eight888"}, []string{"/new"}},
		"spaces count":       {PasswordBody{" ", "        "}, nil},
	} {
		var got []string
		for _, e := range c.body.Clean().Check() {
			got = append(got, e.Field)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: errors at %v, want %v", name, got, c.want)
		}
	}
}
