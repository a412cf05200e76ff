package app

import (
	"context"
	"errors"
	"time"
)

// errNoBrowser is the answer where a browser lacks something, or there is none.
var errNoBrowser = errors.New("app: this browser cannot do that")

// errClosed is the answer of a sheet that was closed without a choice.
var errClosed = errors.New("app: closed without a choice")

// native is the twin of the browser where there is none: a phone with nothing
// special. Pages are pre-rendered and tested with it.
type native struct{}

func (native) Now() int64      { return time.Now().UnixMilli() }
func (n native) Today() string { return n.Day(n.Now()) }
func (native) Locale() string  { return "en" }
func (native) Online() bool    { return true }

func (native) WatchNetwork(func()) (stop func()) { return func() {} }

func (native) Tab(context.Context) (name string, open []string) { return "", nil }

func (native) Secure() bool     { return true }
func (native) Standalone() bool { return false }

func (native) Apart() bool                                         { return false }
func (native) Persist(context.Context) (bool, error)               { return false, errNoBrowser }
func (native) Rescue(context.Context) error                        { return errNoBrowser }
func (native) Storage(context.Context) (bool, int64, int64, error) { return false, 0, 0, errNoBrowser }

func (native) Day(ms int64) string   { return time.UnixMilli(ms).UTC().Format(time.DateOnly) }
func (native) Clock(ms int64) string { return time.UnixMilli(ms).UTC().Format("15:04") }
func (native) Stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2 Jan 2006 15:04") }

// Plural knows the rule of English and German; a browser knows all.
func (native) Plural(_ string, n int) string {
	if n == 1 {
		return "one"
	}
	return "other"
}

func (native) OfflineStart() OfflineStart             { return OfflineStart{State: offlineYes} }
func (native) WatchOfflineStart(func()) (stop func()) { return func() {} }

func (native) Save(string, string, []byte) error { return errNoBrowser }
func (native) Badge(int)                         {}
func (native) Notices() string                   { return noticesNone }

func (native) AskNotices(context.Context) (string, error) { return noticesNone, errNoBrowser }

func (native) CanShare(string) bool               { return false }
func (native) Share(context.Context, Sheet) error { return errNoBrowser }
func (native) Print()                             {}

func (native) CanScan() bool { return false }

func (native) Scan(context.Context, string) (string, error) { return "", errNoBrowser }

func (native) Copy(context.Context, string) error                   { return errNoBrowser }
func (native) Picture(context.Context, string, int) ([]byte, error) { return nil, errNoBrowser }
func (native) File(context.Context, string) ([]byte, error)         { return nil, errNoBrowser }
func (native) WatchUpdate(func()) (stop func())                     { return func() {} }
func (native) Update(context.Context) error                         { return errNoBrowser }
