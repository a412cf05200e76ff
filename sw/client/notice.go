package client

import (
	"context"
	"reflect"

	"waybill/idbqueue/entry"
	"waybill/sw"
	"waybill/sw/alert"
)

// Told notes that the rep sees on the bar what needs them. On a page that
// nobody looks at it shows the notice that they asked for instead.
func (d *Desk) Told(ctx context.Context) error {
	seen := d.Seen == nil || d.Seen()
	told, err := alert.Tell(ctx, d.Outbox, d.Build, d.Now(), seen)
	if err == nil && told.Notice != nil && d.Show != nil {
		d.Show(told)
	}
	return err
}

// Wish is what the signed-in rep has said to notices on this device.
func (d *Desk) Wish(ctx context.Context) (sw.Answered, error) {
	u, err := d.user(ctx)
	if err != nil {
		return "", err
	}
	w, err := d.wish(ctx, u)
	return w.Answer, err
}

func (d *Desk) wish(ctx context.Context, u sw.User) (sw.Wish, error) {
	records, err := d.Outbox.Records(ctx, sw.RecordWish+u.ID)
	return sw.WishOf(records, u.ID), err
}

// SetWish keeps the signed-in rep's answer to notices on this device, with the
// words that they come in.
func (d *Desk) SetWish(ctx context.Context, a sw.Answered, words sw.NoticeWords) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	return d.Outbox.Put(ctx, sw.Record(sw.RecordWish+u.ID, sw.Wish{Answer: a, Words: words}))
}

// KeepWords puts the words of this version and language in place of those that
// a rep's notices come in. Who wants none has none.
func (d *Desk) KeepWords(ctx context.Context, words sw.NoticeWords) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	w, err := d.wish(ctx, u)
	if err != nil || w.Answer != sw.AnsweredYes || reflect.DeepEqual(w.Words, words) {
		return err
	}
	return d.Outbox.Put(ctx, sw.Record(sw.RecordWish+u.ID, sw.Wish{Answer: w.Answer, Words: words}))
}

// untoldIn says that the bar shows what the rep was not told of yet.
func untoldIn(snap entry.Snapshot, build string, now int64) bool {
	st := sw.ReadStanding(snap.Records)
	if st.User.ID == "" {
		return false
	}
	need, told := sw.Untold(snap, st, build, now)
	return need != told
}
