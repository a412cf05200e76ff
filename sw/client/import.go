package client

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"waybill/idbqueue"
	"waybill/idbqueue/entry"
	"waybill/sw"
)

// Imported says what became of each entry of a file: they are counted once
// each, and add up to what the file holds.
type Imported struct {
	Added     int
	Changed   int      // came in, and wait to be looked at: not what was saved
	Waiting   int      // wait here already
	Differ    int      // are here already, with other content
	Sent      int      // were sent from here already
	Discarded []string // keys of those that were discarded here
	Others    int      // another user's
	Kept      int      // not understood, and kept raw
	Left      int      // only in the file
	Notes     []ImportNote
}

// ImportNote names an entry of a file that did not simply come in.
type ImportNote struct {
	At   int    // its place in the file, from 1
	Name string // what people know it by, empty: that cannot be read
	Flaw string // one of the flaws, or the field that holds what cannot be
}

// Flaws of an entry that are not a field's.
const (
	FlawKind    = "kind" // an operation that this version does not know
	FlawShape   = idbqueue.FlawShape
	FlawWaits   = idbqueue.FlawWaits
	FlawDiffers = "differs" // it is here with other content
)

// Import reads a file of unsent work, for the signed-in user. It is untrusted
// input: a write comes in only with a known operation, possible numbers and
// ids, and bytes that match their fingerprint. One whose content is another
// comes in too, but goes out only once the rep has looked at it; whatever is not
// understood is kept raw. Errors: ErrFile, idbqueue.ErrFull.
func (d *Desk) Import(ctx context.Context, file []byte) (Imported, error) {
	u, err := d.user(ctx)
	if err != nil {
		return Imported{}, err
	}
	var f File
	if len(file) > fileMax || json.Unmarshal(file, &f) != nil || f.Format != fileFormat || f.Version > fileVersion {
		return Imported{}, ErrFile
	}
	brought := make([]idbqueue.Brought, len(f.Writes))
	for i, raw := range f.Writes {
		f.Writes[i] = compact(idbqueue.AsItCame(raw))
		brought[i] = d.sift(f.Writes[i])
	}
	made, err := d.Outbox.Import(ctx, u.ID, d.Now(), brought)
	d.wake()
	if err != nil {
		return Imported{}, err
	}
	return reported(made, f.Writes), nil
}

// compact is a JSON value without the spaces that a file is laid out with: the
// same entry has the same bytes whichever file it comes in.
func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// sift checks one entry of a file.
func (d *Desk) sift(raw json.RawMessage) idbqueue.Brought {
	b := idbqueue.Brought{Raw: raw, Mark: d.Fingerprint(raw)}
	var e entry.Entry
	if json.Unmarshal(raw, &e) != nil {
		b.Flaw = FlawShape
		return b
	}
	if b.Flaw = flawOf(e); b.Flaw != "" {
		return b
	}
	if mark := d.Fingerprint([]byte(e.Body)); mark != e.Fingerprint {
		b.Raw = changed(e, mark)
	}
	return b
}

// changed is an entry whose content is not what its fingerprint says: it waits
// for the rep, under the fingerprint of what it is. What of it has left, and its
// doubt, stay: the office may have the other.
func changed(e entry.Entry, mark string) json.RawMessage {
	e.Fingerprint, e.State, e.Reason = mark, entry.Attention, sw.ReasonChanged
	e.Led, e.Probe, e.Answer, e.Books, e.Next = nil, false, nil, entry.Books{}, nil
	raw, err := json.Marshal(e)
	if err != nil {
		panic("sw: an entry is plain data: " + err.Error())
	}
	return raw
}

// reported counts what became of the entries, and names those that need words.
func reported(made idbqueue.Imported, writes []json.RawMessage) Imported {
	r := Imported{Others: len(made.Others), Kept: len(made.Kept), Left: len(made.Left)}
	note := func(at int, flaw string) {
		r.Notes = append(r.Notes, ImportNote{At: at + 1, Name: nameOf(writes[at]), Flaw: flaw})
	}
	for _, e := range made.Added {
		if e.Reason == sw.ReasonChanged {
			r.Changed++
		} else {
			r.Added++
		}
	}
	for _, h := range made.Here {
		if r.here(h) {
			note(h.At, FlawDiffers)
		}
	}
	for _, k := range made.Kept {
		note(k.At, k.Flaw)
	}
	for _, at := range made.Left {
		note(at, FlawShape)
	}
	return r
}

// here counts an entry that is here already; differs: with other content.
func (r *Imported) here(h idbqueue.Here) (differs bool) {
	switch {
	case h.Stored.State == entry.Discarded:
		r.Discarded = append(r.Discarded, h.Stored.Key)
	case h.Stored.Fingerprint != h.Entry.Fingerprint && h.Stored.Key != "":
		r.Differ++
		return true
	case h.Stored.State == entry.Sent:
		r.Sent++
	default:
		r.Waiting++
	}
	return false
}

// nameOf is what people know an entry by, as far as it can be read.
func nameOf(raw json.RawMessage) string {
	var fields map[string]json.RawMessage
	var ref, title string
	if json.Unmarshal(raw, &fields) != nil {
		return ""
	}
	_ = json.Unmarshal(fields["ref"], &ref)
	_ = json.Unmarshal(fields["title"], &title)
	if len(ref) > titleMax || len(title) > titleMax {
		return ""
	}
	return strings.TrimSpace(ref + " " + title)
}

// Forget takes away an entry that this version cannot read, for good: the
// person's last word on it. Errors: idbqueue.ErrNotFound, idbqueue.ErrIllegal.
func (d *Desk) Forget(ctx context.Context, key string) error {
	if _, err := d.user(ctx); err != nil {
		return err
	}
	return d.Outbox.Remove(ctx, key)
}
