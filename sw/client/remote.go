package client

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw/exchange"
)

// Get reads one record from the office.
func (d *Desk) Get(ctx context.Context, kind wire.Kind, id string) (json.RawMessage, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	raw, _, err := d.exchange(ctx, exchange.Request{Method: "GET", Path: kind.RecordPath(id), Owner: u.ID})
	return raw, err
}

// Page is one page of a kind's list, as owner may see it. Errors: as Changes.
func (d *Desk) Page(ctx context.Context, owner string, kind wire.Kind, q, after string) (wire.List, error) {
	raw, err := d.read(ctx, owner, kind.ListPath()+query("q", q, "after", after))
	if err != nil {
		return wire.List{}, err
	}
	var list wire.List
	if json.Unmarshal(raw, &list) != nil {
		return wire.List{}, ErrNoAnswer
	}
	return list, nil
}

// Photos lists the photos of a dispatch that have arrived whole. Errors:
// [ErrSignedOut], [ErrNoAnswer], a *wire.Problem.
func (d *Desk) Photos(ctx context.Context, dispatchID string) ([]wire.Photo, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	raw, err := d.read(ctx, u.ID, wire.KindDispatches.RecordPath(dispatchID)+"/photos")
	if err != nil {
		return nil, err
	}
	var list struct{ Items []wire.Photo }
	if json.Unmarshal(raw, &list) != nil {
		return nil, ErrNoAnswer
	}
	return slices.DeleteFunc(list.Items, func(p wire.Photo) bool { return p.Size == 0 }), nil
}

// query asks for a full page, with the pairs that are not empty.
func query(pairs ...string) string {
	q := "?limit=" + strconv.Itoa(wire.PageMax)
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q += "&" + pairs[i] + "=" + exchange.Escape(pairs[i+1])
		}
	}
	return q
}

// Changes is one page of what changed for owner since cursor. Errors:
// [ErrSignedOut], [idbqueue.ErrOwner] if another has signed in on this device.
func (d *Desk) Changes(ctx context.Context, owner, cursor string) (wire.Changes, error) {
	raw, err := d.read(ctx, owner, wire.PathChanges+query("cursor", cursor))
	if err != nil {
		return wire.Changes{}, err
	}
	var c wire.Changes
	if json.Unmarshal(raw, &c) != nil {
		return wire.Changes{}, ErrNoAnswer
	}
	return c, nil
}

// read asks for what owner may see, and for nobody else: a page that is still
// open for who was signed in before asks nothing, and should the session be
// another's by the time it gets there, the office refuses.
func (d *Desk) read(ctx context.Context, owner, path string) (json.RawMessage, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	if u.ID != owner {
		return nil, entry.ErrOwner
	}
	raw, _, err := d.exchange(ctx, exchange.Request{Method: "GET", Path: path, Owner: owner})
	return raw, err
}

// ChangePassword gives the signed-in user a new password. The session of this
// device stays. A *wire.Problem names the field that is wrong; after any other
// error it is not known which password counts.
func (d *Desk) ChangePassword(ctx context.Context, current, fresh string) error {
	body, err := wire.Encode(wire.PasswordBody{Current: current, New: fresh})
	if err != nil {
		return err
	}
	_, err = d.post(ctx, wire.PathPassword, string(body), "application/json")
	return err
}

// Photo sends a picture of a signed delivery note: a ticket, then the bytes.
func (d *Desk) Photo(ctx context.Context, dispatchID string, jpeg []byte) error {
	raw, err := d.post(ctx, wire.KindDispatches.RecordPath(dispatchID)+"/photos", "{}", "application/json")
	if err != nil {
		return err
	}
	var ticket wire.PhotoTicket
	if json.Unmarshal(raw, &ticket) != nil || ticket.UploadURL == "" {
		return ErrNoAnswer
	}
	_, _, err = d.exchange(ctx, exchange.Request{
		Method: "PUT", Path: ticket.UploadURL, Body: string(jpeg), Type: "image/jpeg",
	})
	return err
}

func (d *Desk) post(ctx context.Context, path, body, mime string) (json.RawMessage, error) {
	u, err := d.user(ctx)
	if err != nil {
		return nil, err
	}
	raw, _, err := d.exchange(ctx, exchange.Request{Method: "POST", Path: path, Body: body, Type: mime, Owner: u.ID})
	return raw, err
}
