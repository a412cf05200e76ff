package device

import (
	"context"
	"time"

	"waybill/app/port"
)

// Native is the twin of the browser where there is none: a phone with nothing
// special. Pages are pre-rendered and tested with it.
type Native struct{}

func (Native) Now() int64      { return time.Now().UnixMilli() }
func (n Native) Today() string { return n.Day(n.Now()) }
func (Native) Locale() string  { return "en" }
func (Native) Online() bool    { return true }

func (Native) WatchNetwork(func()) (stop func()) { return func() {} }

func (Native) Tab(context.Context) (name string, open []string) { return "", nil }

func (Native) Secure() bool     { return true }
func (Native) Standalone() bool { return false }

func (Native) Apart() bool                           { return false }
func (Native) Persist(context.Context) (bool, error) { return false, port.ErrNoBrowser }
func (Native) Rescue(context.Context) error          { return port.ErrNoBrowser }
func (Native) Storage(context.Context) (bool, int64, int64, error) {
	return false, 0, 0, port.ErrNoBrowser
}

func (Native) Day(ms int64) string   { return time.UnixMilli(ms).UTC().Format(time.DateOnly) }
func (Native) Clock(ms int64) string { return time.UnixMilli(ms).UTC().Format("15:04") }
func (Native) Stamp(ms int64) string { return time.UnixMilli(ms).UTC().Format("2 Jan 2006 15:04") }

// Plural knows the rule of English and German; a browser knows all.
func (Native) Plural(_ string, n int) string {
	if n == 1 {
		return "one"
	}
	return "other"
}

func (Native) OfflineStart() port.OfflineStart        { return port.OfflineStart{State: port.OfflineYes} }
func (Native) WatchOfflineStart(func()) (stop func()) { return func() {} }

func (Native) Save(string, string, []byte) error { return port.ErrNoBrowser }
func (Native) Badge(int)                         {}
func (Native) Notices() string                   { return port.NoticesNone }

func (Native) AskNotices(context.Context) (string, error) { return port.NoticesNone, port.ErrNoBrowser }

func (Native) CanShare(string) bool                    { return false }
func (Native) Share(context.Context, port.Sheet) error { return port.ErrNoBrowser }
func (Native) Print()                                  {}

func (Native) CanScan() bool { return false }

func (Native) Scan(context.Context, string) (string, error) { return "", port.ErrNoBrowser }

func (Native) Copy(context.Context, string) error                   { return port.ErrNoBrowser }
func (Native) Picture(context.Context, string, int) ([]byte, error) { return nil, port.ErrNoBrowser }

func (Native) File(context.Context, string) ([]byte, error) { return nil, port.ErrNoBrowser }
func (Native) WatchUpdate(func()) (stop func())             { return func() {} }
func (Native) Update(context.Context) error                 { return port.ErrNoBrowser }
