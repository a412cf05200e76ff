package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"waybill/idbqueue/entry"
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
	var e entry.Entry
	if json.Unmarshal(raw, &e) != nil || e.Key == "" {
		return "a write that this version of the app cannot read"
	}
	made := time.UnixMilli(e.MadeAt).UTC().Format("2006-01-02 15:04 UTC")
	return fmt.Sprintf("%s  %s  %s  (%s, made %s)", e.Ref, e.Op, e.Title, e.State, made)
}
