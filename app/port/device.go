package port

import (
	"context"
	"errors"
)

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
	OfflineYes  = "yes"
	OfflineSoon = "soon" // it is being prepared
	OfflineNo   = "no"
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

// What a browser says to notices.
const (
	NoticesNone    = "none"    // it has none
	NoticesAsk     = "default" // it was not asked yet
	NoticesGranted = "granted"
	NoticesDenied  = "denied"
)

// ErrNoBrowser is the answer where a browser lacks something, or there is none.
var ErrNoBrowser = errors.New("app: this browser cannot do that")

// ErrClosed is the answer of a sheet that was closed without a choice.
var ErrClosed = errors.New("app: closed without a choice")

// Storage of the device as the status bar says it (data-storage).
const (
	StorageOK       = "ok"
	StorageVolatile = "volatile" // the browser may throw it away
	StorageOff      = "off"      // nothing can be saved here
)
