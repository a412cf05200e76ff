package sw

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"waybill/idbqueue"
	"waybill/server/wire"
)

// File is unsent work on its way between devices: one JSON file. Writes holds
// the entries as they are stored, bodies byte for byte as JSON strings.
type File struct {
	Format     string            `json:"format"`
	Version    int               `json:"version"`
	Notice     string            `json:"notice"`
	ExportedAt string            `json:"exported_at"`
	Owner      wire.User         `json:"owner"`
	Store      string            `json:"store"`
	Readable   []string          `json:"readable"`
	Writes     []json.RawMessage `json:"writes"`
}

const (
	fileFormat  = "waybill-outbox"
	fileVersion = 1
	fileMax     = 64 << 20 // bytes: 10,000 writes and room
	fileNotice  = "This file holds customer data. Import it in Waybill on any device; what has arrived already is recognised."
)

// ErrFile is returned by Import for bytes that are not such a file.
var ErrFile = errors.New("sw: this is not a file of unsent work")

// Export writes everything unsent of the signed-in user into one file, with a
// part that people can read. From a store that is damaged it makes a file of
// what can be read, together with an error of idbqueue.ErrDamaged's kind.
func (d *Desk) Export(ctx context.Context) ([]byte, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	raws, damage := d.Outbox.Export(ctx, u.ID)
	if damage != nil && len(raws) == 0 {
		return nil, damage
	}
	f := File{
		Format: fileFormat, Version: fileVersion, Notice: fileNotice, Store: u.Store, Writes: raws,
		ExportedAt: time.UnixMilli(d.Now()).UTC().Format(time.RFC3339),
		Owner:      wire.User{ID: u.ID, Name: u.Name, Role: u.Role},
	}
	for _, raw := range raws {
		f.Readable = append(f.Readable, readable(raw))
	}
	file, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return nil, err
	}
	return file, damage
}

// readable is one line on a write for people.
func readable(raw json.RawMessage) string {
	var e idbqueue.Entry
	if json.Unmarshal(raw, &e) != nil || e.Key == "" {
		return "a write that this version of the app cannot read"
	}
	made := time.UnixMilli(e.MadeAt).UTC().Format("2006-01-02 15:04 UTC")
	return fmt.Sprintf("%s  %s  %s  (%s, made %s)", e.Ref, e.Op, e.Title, e.State, made)
}

// Import reads a file of unsent work. It is untrusted input: only known
// operations come in, for the signed-in user, with bytes that match their
// fingerprint; other content of a known operation becomes a draft. What is
// here already is counted as known, what cannot be used as strange.
func (d *Desk) Import(ctx context.Context, file []byte) (added, known, strange int, err error) {
	u, err := d.user(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	var f File
	if len(file) > fileMax || json.Unmarshal(file, &f) != nil || f.Format != fileFormat || f.Version > fileVersion {
		return 0, 0, 0, ErrFile
	}
	var good []json.RawMessage
	for _, raw := range f.Writes {
		switch e, fate := d.sift(raw); fate {
		case importWrite:
			good = append(good, raw)
		case importDraft:
			if err := d.SaveDraft(ctx, draftOf(wire.Op(e.Op)), draftRecord(e)); err != nil {
				return 0, 0, 0, err
			}
			strange++
		default:
			strange++
		}
	}
	made, err := d.Outbox.Import(ctx, u.ID, d.Now(), good)
	d.wake()
	if err != nil {
		return 0, 0, 0, err
	}
	return len(made.Added), len(made.Known), strange + len(made.Others) + len(made.Bad), nil
}

// importFate is what an import does with one entry.
type importFate int

const (
	importRefuse importFate = iota
	importWrite
	importDraft
)

// sift checks one entry of a file: a known operation, a body of its shape that
// names the record, and the fingerprint of the very bytes.
func (d *Desk) sift(raw json.RawMessage) (idbqueue.Entry, importFate) {
	var e idbqueue.Entry
	if json.Unmarshal(raw, &e) != nil {
		return e, importRefuse
	}
	spec, known := wire.Op(e.Op).Spec()
	body := []byte(e.Body)
	if !known || wire.CheckBody(body) != nil || spec.Create && read(body).ID != e.Record {
		return e, importRefuse
	}
	if d.Fingerprint(body) != e.Fingerprint {
		return e, importDraft
	}
	return e, importWrite
}

// draftOf names the form that a write of this kind is typed in.
func draftOf(op wire.Op) string { return "import/" + string(op) }

func draftRecord(e idbqueue.Entry) json.RawMessage { return json.RawMessage(e.Body) }

// LoadDraft returns the signed-in user's draft of one form, nil where there is
// none.
func (d *Desk) LoadDraft(ctx context.Context, form string) (json.RawMessage, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	name := idbqueue.DraftName(u.ID, form)
	records, err := d.Outbox.Records(ctx, name)
	return records[name], err
}

// SaveDraft stores a draft durably; nil removes it.
func (d *Desk) SaveDraft(ctx context.Context, form string, draft json.RawMessage) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	return d.Outbox.Put(ctx, idbqueue.Record{Name: idbqueue.DraftName(u.ID, form), Value: draft})
}
