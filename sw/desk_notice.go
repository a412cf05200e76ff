package sw

import (
	"context"
	"reflect"

	"waybill/idbqueue/entry"
)

// Told notes that the rep sees on the bar what needs them. On a page that
// nobody looks at it shows the notice that they asked for instead.
func (d *Desk) Told(ctx context.Context) error {
	seen := d.Seen == nil || d.Seen()
	told, err := tell(ctx, d.Outbox, d.Build, d.Now(), seen)
	if err == nil && told.Notice != nil && d.Show != nil {
		d.Show(told)
	}
	return err
}

// Wish is what the signed-in rep has said to notices on this device.
func (d *Desk) Wish(ctx context.Context) (Answered, error) {
	u, err := d.user(ctx)
	if err != nil {
		return "", err
	}
	w, err := d.wish(ctx, u)
	return w.Answer, err
}

func (d *Desk) wish(ctx context.Context, u User) (Wish, error) {
	records, err := d.Outbox.Records(ctx, recordWish+u.ID)
	return wishOf(records, u.ID), err
}

// SetWish keeps the signed-in rep's answer to notices on this device, with the
// words that they come in.
func (d *Desk) SetWish(ctx context.Context, a Answered, words NoticeWords) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	return d.Outbox.Put(ctx, record(recordWish+u.ID, Wish{Answer: a, Words: words}))
}

// KeepWords puts the words of this version and language in place of those that
// a rep's notices come in. Who wants none has none.
func (d *Desk) KeepWords(ctx context.Context, words NoticeWords) error {
	u, err := d.user(ctx)
	if err != nil {
		return err
	}
	w, err := d.wish(ctx, u)
	if err != nil || w.Answer != AnsweredYes || reflect.DeepEqual(w.Words, words) {
		return err
	}
	return d.Outbox.Put(ctx, record(recordWish+u.ID, Wish{Answer: w.Answer, Words: words}))
}

// untoldIn says that the bar shows what the rep was not told of yet.
func untoldIn(snap entry.Snapshot, build string, now int64) bool {
	st := readStanding(snap.Records)
	if st.User.ID == "" {
		return false
	}
	need, told := untold(snap, st, build, now)
	return need != told
}
