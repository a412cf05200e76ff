package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// mark is what a device proves to have seen of the store: the head of the feed
// in an epoch of a history, and the greatest order number. It travels in
// [wire.HeaderMark], signed, so that nobody can invent one.
type mark struct {
	history string
	epoch   epoch // without its start
	at      position
	number  int64
}

func (m mark) String() string {
	return strings.Join([]string{m.history, numeral(m.epoch.n), m.epoch.id, numeral(m.at.xid), numeral(m.at.seq), numeral(m.number)}, ".")
}

// same says whether two marks are of one epoch of one history.
func (m mark) same(o mark) bool { return m.history == o.history && m.epoch == o.epoch }

func numeral(n int64) string { return strconv.FormatInt(n, 10) }

// parseMark reads what was signed.
func parseMark(text string) (m mark, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 6 {
		return m, false
	}
	m.history, m.epoch.id, ok = parts[0], parts[2], true
	for i, to := range map[int]*int64{1: &m.epoch.n, 3: &m.at.xid, 4: &m.at.seq, 5: &m.number} {
		n, err := strconv.ParseInt(parts[i], 10, 64)
		*to, ok = n, ok && err == nil && n >= 0
	}
	return m, ok
}

// signed puts a signature behind a text. What it is for is part of it: a cursor
// is no mark.
func signed(key []byte, what, text string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(what + "\x00" + text))
	return text + "." + hex.EncodeToString(mac.Sum(nil)[:16])
}

// unsigned returns the text that a signature was put behind.
func unsigned(key []byte, what, s string) (text string, ok bool) {
	i := strings.LastIndexByte(s, '.')
	if i < 0 {
		return "", false
	}
	return s[:i], hmac.Equal([]byte(signed(key, what, s[:i])), []byte(s))
}

// What is signed.
const (
	signedMark   = "mark"
	signedCursor = "cursor"
)

// Mark is what the store has as far as this server knows, for a device that
// brings it back with its next request.
func (db *DB) Mark() string {
	db.known.mu.Lock()
	defer db.known.mu.Unlock()
	return db.known.text()
}

// Witness takes the mark that a device has brought, before its request is looked
// at. A mark of this history that the store has never come to proves that the
// store is an older copy of itself: a disk that was set back, a log that was
// lost, a replica that lacked the last moments. Then it counts as restored.
// What was not signed here, or is of another store, says nothing.
func (db *DB) Witness(ctx context.Context, text string) error {
	_, key := db.known.now()
	inner, ok := unsigned(key, signedMark, text)
	if !ok {
		return nil
	}
	if m, ok := parseMark(inner); ok {
		return db.believe(ctx, m)
	}
	return nil
}

// believe draws the conclusion from what somebody proves to have seen.
func (db *DB) believe(ctx context.Context, m mark) error {
	if is, _ := db.known.now(); m.same(is) && !m.at.beyond(is.at) {
		return nil
	}
	has, err := db.reload(ctx)
	if err != nil || has.agrees(m) {
		return err
	}
	var cause string
	err = db.inTx(ctx, func(q querier) error {
		cause = ""
		if err := db.lockHome(ctx, q); err != nil {
			return err
		}
		has, err := db.standing(ctx, q)
		switch {
		case err != nil || has.agrees(m):
			return err
		case m.history != has.history:
			return db.skipTo(ctx, q, m.number)
		}
		cause = causeMark
		return db.renew(ctx, q, m.number)
	})
	if err != nil {
		return err
	}
	if _, err = db.reload(ctx); err == nil {
		db.renewed(cause)
	}
	return err
}

const causeMark = "a device proves to have seen more than the database holds: it is an older copy, or lost its last moments"
