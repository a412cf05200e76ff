package idbqueue

import "context"

// DatabaseName is the outbox's database. It is only ever upgraded, and never
// deleted by code.
const DatabaseName = "waybill-outbox"

// Notice is something that the page should say.
type Notice string

// The notices.
const (
	NoticeBlocked  Notice = "blocked"  // close the other tab: it keeps an older version open
	NoticeOutdated Notice = "outdated" // reload: another tab needs a newer version
	NoticeWiped    Notice = "wiped"    // the store was deleted under us and made anew
	NoticeNewer    Notice = "newer"    // the database is newer than this version: update the app
)

// Options say what to open. The zero value opens the outbox itself.
type Options struct {
	Name    string // of the database; empty: DatabaseName
	ReadsOp func(op string) bool
	// Holder names this tab or worker, as no other at the same time is named.
	Holder string
	// Free wins space once ballast and old receipts are gone: it drops the
	// cache. nil: there is none.
	Free func(context.Context) error
	// Notice hears what the page should say. It must not block.
	Notice func(Notice)
}
