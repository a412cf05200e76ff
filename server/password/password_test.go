package password

import (
	"context"
	"errors"
	"testing"
)

func TestOnlyTheRightPasswordFits(t *testing.T) {
	ctx := t.Context()
	stored := Hash("correct horse")
	for pw, want := range map[string]bool{"correct horse": true, "correct horsE": false, "": false} {
		if got, err := Verify(ctx, pw, stored); got != want || err != nil {
			t.Errorf("Verify(%q) = %v, %v", pw, got, err)
		}
	}
	fresh, err := HashInTurn(ctx, "correct horse")
	if right, _ := Verify(ctx, "correct horse", fresh); err != nil || !right {
		t.Errorf("a hash made in turn does not fit: %v", err)
	}
	if Hash("correct horse") == stored {
		t.Error("two hashes of one password are equal: no salt")
	}
	if got, _ := Verify(ctx, "", ""); got {
		t.Error("nobody's password fits")
	}
}

func TestADamagedHashIsAnErrorAndNotACrash(t *testing.T) {
	for _, stored := range []string{"x", "$argon2id$v=19$m=99999999,t=1,p=1$AAAA$AAAA", "$argon2id$v=19$m=8,t=0,p=1$AAAA$AAAA", "$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA"} {
		if ok, err := Verify(t.Context(), "x", stored); ok || err == nil {
			t.Errorf("%q: %v, %v", stored, ok, err)
		}
	}
}

func TestAtMostTwoChecksRunAtOnce(t *testing.T) {
	turns <- struct{}{}
	turns <- struct{}{}
	defer func() { <-turns; <-turns }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Verify(ctx, "x", ""); !errors.Is(err, ErrCrowded) {
		t.Errorf("a third check: %v", err)
	}
	if _, err := HashInTurn(ctx, "x"); !errors.Is(err, ErrCrowded) {
		t.Errorf("a new password beside two checks: %v", err)
	}
}
