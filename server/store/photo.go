package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/server/wire"
)

// Photo is a photo with its bytes.
type Photo struct {
	wire.Photo
	Content []byte
}

// photosMax bounds the photos of one dispatch: a delivery note has a few pages.
const photosMax = 20

// AddPhoto makes room for a photo of a dispatch that the actor may act on.
// Refusals are a *wire.Problem.
func (db *DB) AddPhoto(ctx context.Context, now time.Time, a Actor, dispatch, id string, expires time.Time) error {
	return db.inTx(ctx, func(q querier) error {
		if _, err := db.dispatchOf(ctx, q, a, dispatch); err != nil {
			return err
		}
		// Tickets that nobody used are swept here, where there is one more.
		if err := exec(ctx, q, "DELETE FROM photos WHERE content IS NULL AND expires < $1", now.UnixMilli()); err != nil {
			return err
		}
		n, err := one(ask(ctx, q, scanInt, "SELECT count(*) FROM photos WHERE dispatch_id = $1", dispatch))
		if err != nil {
			return err
		}
		if n >= photosMax {
			return about(wire.NewProblem(wire.CodeValidationFailed, fmt.Sprintf("A dispatch takes at most %d photos.", photosMax)), dispatch)
		}
		row := []any{id, dispatch, a.ID, stamp(now), expires.UnixMilli()}
		return insert(ctx, q, table{name: "photos", cols: "id, dispatch_id, created_by, created_at, expires"}, row)
	})
}

// dispatchOf finds a dispatch that the actor may act on.
func (db *DB) dispatchOf(ctx context.Context, q querier, a Actor, id string) (wire.Record, error) {
	recs, err := db.byIDs(ctx, q, wire.KindDispatches, []string{id})
	switch {
	case err != nil:
		return nil, err
	case len(recs) == 0:
		return nil, notFound(id)
	}
	if p := mayAct(a, recs[0]); p != nil {
		return nil, p
	}
	return recs[0], nil
}

// PutPhoto stores the bytes of a photo that has a ticket. The same bytes again
// are fine, other bytes are refused: a signed note is not exchanged.
func (db *DB) PutPhoto(ctx context.Context, now time.Time, id, contentType string, content []byte) error {
	return db.inTx(ctx, func(q querier) error {
		p, err := one(ask(ctx, q, scanPhoto, "SELECT id, created_by, created_at, content_type, content, dispatch_id FROM photos WHERE id = $1", id))
		switch {
		case errors.Is(err, ErrNotFound):
			return notFound(id)
		case err != nil:
			return err
		case p.Content != nil && bytes.Equal(p.Content, content):
			return nil
		case p.Content != nil:
			return about(wire.NewProblem(wire.CodeInvalidTransition, "This photo is there already."), id)
		}
		if err := exec(ctx, q, "UPDATE photos SET content_type = $2, content = $3 WHERE id = $1", id, contentType, content); err != nil {
			return err
		}
		return db.countPhoto(ctx, q, now, p.dispatch)
	})
}

// countPhoto makes the new photo a change of its dispatch.
func (db *DB) countPhoto(ctx context.Context, q querier, now time.Time, dispatch string) error {
	rec, err := one(db.byIDs(ctx, q, wire.KindDispatches, []string{dispatch}))
	if err != nil {
		return err
	}
	d := rec.(*wire.Dispatch)
	d.Photos, d.Version, d.UpdatedAt = d.Photos+1, d.Version+1, stamp(now)
	if err := q.run(ctx, updateDispatch(d)); err != nil {
		return err
	}
	return db.record(ctx, q, changesOf(wire.KindDispatches, []*wire.Dispatch{d}))
}

type photoRow struct {
	Photo
	dispatch string
}

func scanPhoto(r row) (p photoRow, err error) {
	err = r.Scan(&p.ID, &p.CreatedBy, &p.CreatedAt, &p.ContentType, &p.Content, &p.dispatch)
	p.Size = int64(len(p.Content))
	return p, err
}

// Photo returns a photo whose dispatch the actor sees whole, with its bytes;
// [ErrNotFound] also while the upload is not whole.
func (db *DB) Photo(ctx context.Context, a Actor, id string) (Photo, error) {
	var p photoRow
	err := db.reading(ctx, func(q querier) (err error) {
		p, err = one(ask(ctx, q, scanPhoto, "SELECT id, created_by, created_at, content_type, content, dispatch_id FROM photos WHERE id = $1 AND content IS NOT NULL", id))
		if err != nil {
			return err
		}
		_, err = db.dispatchOf(ctx, q, a, p.dispatch)
		if refused := (*wire.Problem)(nil); errors.As(err, &refused) {
			return ErrNotFound
		}
		return err
	})
	return p.Photo, err
}

// PhotosOf lists the photos of a dispatch that are whole.
func (db *DB) PhotosOf(ctx context.Context, a Actor, dispatch string) (all []wire.Photo, err error) {
	err = db.reading(ctx, func(q querier) error {
		if _, err := db.dispatchOf(ctx, q, a, dispatch); err != nil {
			return err
		}
		all, err = ask(ctx, q, scanPhotoInfo, `SELECT id, created_by, created_at, content_type, length(content)
			FROM photos WHERE dispatch_id = $1 AND content IS NOT NULL ORDER BY id`, dispatch)
		return err
	})
	return all, err
}

func scanPhotoInfo(r row) (p wire.Photo, err error) {
	err = r.Scan(&p.ID, &p.CreatedBy, &p.CreatedAt, &p.ContentType, &p.Size)
	return p, err
}
