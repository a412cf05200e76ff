package app

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

// Ports is all that the pages know of the world. The page's main fills it once
// and hands it to [Routes]; the server, which only pre-renders, hands in nil.
//
// Methods block until their part is ready (the outbox may still be opening),
// so pages call them from goroutines. They return when ctx ends.
type Ports struct {
	Outbox    Outbox
	Mend      Mend
	Carry     Carry
	Drafts    Drafts
	Office    Office
	Notices   Notices
	Catalogue Catalogue
	Device    Device
	Build     string // the build id, as in Waybill-Client

	pages atomic.Int64 // counts pages shown
	text  *Words       // chosen by Routes
}

// Outbox is the queue as pages see it. Every error of idbqueue passes through
// unchanged, so that forms can branch on it.
type Outbox interface {
	// Save stores a write. It returns nil only once the write is durable; the
	// same Draft.Key saved again returns the stored entry and no error.
	Save(ctx context.Context, d client.Draft) (entry.Entry, error)
	// Bar is the status of the signed-in user's writes, read in one look.
	Bar(ctx context.Context) (sw.Bar, error)
	// Cards lists the user's writes by descending Seq, below before (0: from
	// the newest). raw are rows of this page that this version cannot read.
	Cards(ctx context.Context, list entry.List, before int64, limit int) (cards []sw.Card, raw []client.Strange, err error)
	// Card is one write. Errors: idbqueue.ErrNotFound.
	Card(ctx context.Context, key string) (sw.Card, error)
	// Find lists the user's writes that touch a record, the latest first.
	Find(ctx context.Context, record string) ([]sw.Card, error)
	// Children lists the user's unsent writes that wait for the write key.
	Children(ctx context.Context, key string) ([]sw.Card, error)
	// Recent lists the user's writes that were made since (milliseconds), sent
	// or not.
	Recent(ctx context.Context, since int64) ([]entry.Entry, error)
	// Watch calls f after every change of the outbox, here or in another tab or
	// the worker, and when hold or network change; until stop is called. f may
	// run on any goroutine and returns at once.
	Watch(f func()) (stop func())
}

// Mend is what a rep can do about a write, beside waiting (section 4). Acts
// that need no office return once they are durable.
type Mend interface {
	Retry(ctx context.Context, key string) error
	// Edit gives the write new content under its client id. body is a wire
	// body; equal content keeps the stored bytes.
	Edit(ctx context.Context, key string, body any, title string, parents []string) error
	// Discard moves the write to the discarded list.
	Discard(ctx context.Context, key string) error
	Restore(ctx context.Context, key string) error
	// Same settles a transition that the office already has: discarded, reason
	// same.
	Same(ctx context.Context, key string) error
	// Theirs keeps the office's record, the one with the id seen that the rep
	// has looked at; children are re-pointed to it in the same transaction.
	// Errors: idbqueue.ErrStale if the conflict is with another record by now.
	Theirs(ctx context.Context, key, seen string) error
	// Mine cancels the office's order, and after proof of that puts the rep's
	// version out under a new id (orders, online only). An error that is no
	// *wire.Problem means: not known, nothing was changed here.
	Mine(ctx context.Context, key string) error
	// Repoint puts another customer in a waiting order: the office's record, or
	// with parent set the unsent create of that key.
	Repoint(ctx context.Context, key, customerID, parent string) error
	// Check asks the office now whether a write in doubt has arrived.
	Check(ctx context.Context, key string) error
	// SendNow asks for a drain. While the office has asked to wait it returns
	// until when (milliseconds) and sends only if insist.
	SendNow(ctx context.Context, insist bool) (until int64, err error)
	// Noted ends the warning about lost writes: the rep has read it.
	Noted(ctx context.Context) error
	// Adopt gives nobody's writes to the signed-in user.
	Adopt(ctx context.Context) error
}

// Carry moves unsent work between devices as one file.
type Carry interface {
	// Export makes the file. From a damaged store it has what could be read, and
	// comes with an error of idbqueue.ErrDamaged's kind.
	Export(ctx context.Context) ([]byte, error)
	// Import reads a file and says what became of each of its entries. Errors:
	// idbqueue.ErrFull; any other: it is no such file.
	Import(ctx context.Context, file []byte) (client.Imported, error)
	// Forget takes away for good what an import kept raw.
	Forget(ctx context.Context, key string) error
}

// Drafts keeps half-typed forms of the signed-in user through anything.
type Drafts interface {
	// Drafts are all drafts of a form by name: that of its own name, and those
	// of tabs, whose name goes on with an @.
	Drafts(ctx context.Context, form string) (map[string]json.RawMessage, error)
	// LoadDraft returns nil where there is none.
	LoadDraft(ctx context.Context, name string) (json.RawMessage, error)
	// SaveDraft stores a draft durably; nil removes it.
	SaveDraft(ctx context.Context, name string, draft json.RawMessage) error
}

// Office is what needs the office's answer now. A *wire.Problem is the office's
// proven refusal; any other error means that it is not known what happened.
type Office interface {
	// SignIn also makes the user the one on this device.
	SignIn(ctx context.Context, username, password string) (wire.Session, error)
	// SignOut forgets the user at once; the office is told at the next contact.
	SignOut(ctx context.Context) error
	// ChangePassword gives the signed-in user a new password, online only. A
	// *wire.Problem names the field that is wrong.
	ChangePassword(ctx context.Context, current, fresh string) error
	// User is who is signed in on this device, nil for nobody. No network.
	User(ctx context.Context) (*wire.User, error)
	Get(ctx context.Context, kind wire.Kind, id string) (json.RawMessage, error)
	// Page is one page of a kind's list, for owner and nobody else; after is the
	// cursor of the page before.
	Page(ctx context.Context, owner string, kind wire.Kind, q, after string) (wire.List, error)
	// Changes is one page of what changed for owner since cursor. Errors: a
	// *wire.Problem with cursor_expired means: start again.
	Changes(ctx context.Context, owner, cursor string) (wire.Changes, error)
	// Cancel returns the order as the office has it now.
	Cancel(ctx context.Context, orderID, reason string) (json.RawMessage, error)
	// Photo sends a picture of a signed delivery note, both steps.
	Photo(ctx context.Context, dispatchID string, jpeg []byte) error
	// Photos lists the photos of a delivery, online only.
	Photos(ctx context.Context, dispatchID string) ([]wire.Photo, error)
}

// Notices tells the rep in the background of what needs them, where they asked
// for it.
type Notices interface {
	// Told notes that the rep sees what needs them; on a page that nobody looks
	// at it shows the notice that they asked for instead.
	Told(ctx context.Context) error
	// Wish is the signed-in rep's answer to notices on this device, empty: none
	// yet.
	Wish(ctx context.Context) (sw.Answered, error)
	SetWish(ctx context.Context, a sw.Answered, words sw.NoticeWords) error
	// KeepWords gives the notices that a rep asked for the words of this version.
	KeepWords(ctx context.Context, words sw.NoticeWords) error
}

// Catalogue is the local copy of the office's records: searched while typing,
// also with no network. It is disposable, and made by [NewCatalogue].
type Catalogue interface {
	// Open makes the copy of the user's records ready; another user's is
	// dropped. It does not wait for the network.
	Open(ctx context.Context, user wire.User) error
	// Search finds records by code, name or part of either, best first.
	Search(kind wire.Kind, text string, limit int) []Found
	// Get returns one record (a wire record), nil where it is not here.
	Get(kind wire.Kind, id string) any
	// Pull brings the copy up to date from the office.
	Pull(ctx context.Context) error
	// Drop empties the stored copy, to win space; the one in memory stays.
	Drop(ctx context.Context) error
	// Fresh says how old the copy is.
	Fresh() Freshness
	// Put replaces one record that the office just answered with.
	Put(ctx context.Context, kind wire.Kind, record json.RawMessage) error
	// Absorb takes the records that came with the proofs of sent writes.
	Absorb(ctx context.Context, sent []sw.Card)
	Watch(f func()) (stop func())
}

// Found is one result of a search. Record is a wire record.
type Found struct {
	ID     string
	Code   string // code of a customer or product, number of an order or dispatch
	Name   string
	Unsent string // key of the create that still waits, empty: the office has it
	Record any
	// Last is the line of the latest order of this customer that has it, nil
	// where there is none: it is offered first.
	Last *wire.OrderLine

	rank int // how well it matches, 0: best
}

// Freshness says what the local copy is worth. Times are milliseconds.
type Freshness struct {
	At      int64 // when the copy was last known to be whole and up to date, 0: never
	Pulling bool
	Loaded  int // changes so far of a load from the beginning
	Total   int // changes of it in all, 0: not known
	Counts  map[wire.Kind]int
	Err     error // why the last pull failed, nil: it did not
}

// Device is the browser: what a page can ask of it beside the DOM. The native
// twin answers as a phone with nothing special would.
type Device interface {
	Now() int64          // milliseconds since 1970
	Today() string       // the local day, yyyy-mm-dd
	Day(ms int64) string // the local day of a moment
	Locale() string      // BCP 47, as the browser has it
	Online() bool        // navigator.onLine: only ever a hint
	// WatchNetwork calls f when that has changed.
	WatchNetwork(f func()) (stop func())
	// Tab names this tab, through reloads, and those that are open now; empty
	// where the browser cannot tell them apart.
	Tab(ctx context.Context) (name string, open []string)
	Secure() bool     // a secure context; without it nothing is saved offline
	Standalone() bool // runs from the home screen
	// Storage says whether the browser has promised to keep what is saved, and
	// its estimate (bytes).
	Storage(ctx context.Context) (persisted bool, usage, quota int64, err error)
	// Persist asks the browser for that promise.
	Persist(ctx context.Context) (persisted bool, err error)
	// Apart says that here the home screen's copy and the browser's keep their
	// own stores.
	Apart() bool
	// Rescue saves what can be read of a damaged store as a file, past this
	// program.
	Rescue(ctx context.Context) error
	// Clock renders a time (milliseconds) as people here read it: the hour of
	// today, "yesterday" with the hour, else the day with the hour.
	Clock(ms int64) string
	// Stamp renders a time with its whole date, for what is read another day.
	Stamp(ms int64) string
	// Plural is the CLDR category of a count in a language ("one", "other" …).
	Plural(lang string, n int) string
	// Save offers a file for download.
	Save(name, mime string, data []byte) error
	// CanShare says whether the share sheet takes files of that type; empty:
	// whether it takes text.
	CanShare(mime string) bool
	// Share opens the share sheet, and returns when it is closed. Errors:
	// errClosed if the rep chose nothing, any other where it could not be had.
	Share(ctx context.Context, s Sheet) error
	// Print prints what the page's print style shows.
	Print()
	// Notices is what the browser says to notices: none, default, granted or
	// denied. AskNotices asks it, for a tap of the rep, and returns the same.
	Notices() string
	AskNotices(ctx context.Context) (string, error)
	// Badge puts a number on the app's icon where the system has a place for it.
	Badge(n int)
	// CanScan says whether Scan can read barcodes here.
	CanScan() bool
	// Scan shows the camera in the video element with that id and returns the
	// first code that it reads. It ends the camera, also when ctx ends.
	Scan(ctx context.Context, videoID string) (string, error)
	// Copy puts text on the clipboard.
	Copy(ctx context.Context, text string) error
	// Picture reads the picture chosen in the file input with that id, made
	// smaller and stripped of location.
	Picture(ctx context.Context, inputID string, max int) ([]byte, error)
	// File reads the file chosen in the file input with that id.
	File(ctx context.Context, inputID string) ([]byte, error)
	// OfflineStart says whether the app starts here with no network;
	// WatchOfflineStart calls f when that has changed.
	OfflineStart() OfflineStart
	WatchOfflineStart(f func()) (stop func())
	// WatchUpdate calls f when a newer version waits; Update makes it active
	// and reloads.
	WatchUpdate(f func()) (stop func())
	Update(ctx context.Context) error
}

// OfflineStart is what the page's script knows of a start with no network.
type OfflineStart struct {
	State string     `json:"state"` // offlineYes, offlineSoon or offlineNo
	Fault *FileFault `json:"fault"` // why not, nil: it is not no
	Newer *FileFault `json:"newer"` // why a newer version could not be stored
	Core  *FileFault `json:"core"`  // why nothing is sent while the app is closed
}

// Whether the app starts with no network.
const (
	offlineYes  = "yes"
	offlineSoon = "soon" // it is being prepared
	offlineNo   = "no"
)

// FileFault says what is wrong with one of the app's files.
type FileFault struct {
	File   string `json:"file"`   // its address, empty: no one file
	Why    string `json:"why"`    // altered, status, unreachable, full, policy, worker, unsupported
	Detail string `json:"detail"` // for a technician: a status, a type, what the browser says
}

// Sheet is what the share sheet is given: text, or a file.
type Sheet struct {
	Title string
	Text  string
	File  *File // nil: only text
}

// File is a file that the page has made.
type File struct {
	Name string
	Mime string
	Data []byte
}
