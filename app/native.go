package app

import (
	"context"
	"errors"
	"time"
)

// errNoBrowser is the answer where a browser lacks something, or there is none.
var errNoBrowser = errors.New("app: this browser cannot do that")

// native is the twin of the browser where there is none: a phone with nothing
// special. Pages are pre-rendered and tested with it.
type native struct{}

func (native) Now() int64       { return time.Now().UnixMilli() }
func (native) Today() string    { return time.Now().Format(time.DateOnly) }
func (native) Locale() string   { return "en" }
func (native) Online() bool     { return true }
func (native) Secure() bool     { return true }
func (native) Standalone() bool { return false }

func (native) Storage(context.Context) (bool, int64, int64, error) { return false, 0, 0, errNoBrowser }

func (native) Clock(ms int64) string { return time.UnixMilli(ms).UTC().Format("15:04") }

// Plural knows the rule of English and German; a browser knows all.
func (native) Plural(_ string, n int) string {
	if n == 1 {
		return "one"
	}
	return "other"
}

func (native) Save(string, string, []byte) error { return errNoBrowser }
func (native) Share(string, string) bool         { return false }
func (native) Badge(int)                         {}

func (native) CanScan() bool { return false }

func (native) Scan(context.Context, string) (string, error) { return "", errNoBrowser }

func (native) Copy(context.Context, string) error                   { return errNoBrowser }
func (native) Picture(context.Context, string, int) ([]byte, error) { return nil, errNoBrowser }
func (native) File(context.Context, string) ([]byte, error)         { return nil, errNoBrowser }
func (native) WatchUpdate(func()) (stop func())                     { return func() {} }
func (native) Update(context.Context) error                         { return errNoBrowser }
