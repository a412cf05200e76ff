package port

import (
	"context"
	"encoding/json"
	"sync/atomic"

	"waybill/app/i18n"
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
	Texts *i18n.Words  // chosen by Routes
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
