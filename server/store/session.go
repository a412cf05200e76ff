package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"sync"
	"time"
)

// Session times. A session slides: each use moves its end to SessionKeep from
// now, written down at most once per sessionStep.
const (
	SessionKeep = 30 * 24 * time.Hour
	sessionStep = 24 * time.Hour
)

// Session is who is signed in on a device.
type Session struct {
	Handle  string // names it, and opens nothing
	User    User
	Device  string
	Expires time.Time
}

// Handle is what the store keeps of a session's token, and what others may know
// of it: nobody can sign in with it.
func Handle(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// OpenSession starts a session for a user on a device and returns its token,
// 256 random bits. It ends the session whose token is old, if there is one, so
// that no token survives a sign-in.
func (db *DB) OpenSession(ctx context.Context, now time.Time, userID, device, old string) (string, Session, error) {
	fresh, expires := token(32), now.Add(SessionKeep)
	err := db.inTx(ctx, func(q querier) error {
		// A disabled user is found out here too: it may have happened since the
		// password was looked at.
		u, err := one(ask(ctx, q, scanUser, "SELECT "+userCols+" FROM users WHERE id = $1", userID))
		if err != nil {
			return err
		}
		if u.Disabled {
			return ErrNotFound
		}
		if err := exec(ctx, q, "DELETE FROM sessions WHERE token_hash = $1 OR expires < $2", Handle(old), now.UnixMilli()); err != nil {
			return err
		}
		row := []any{Handle(fresh), userID, device, expires.UnixMilli()}
		return insert(ctx, q, table{name: "sessions", cols: "token_hash, user_id, device_id, expires"}, row)
	})
	if err != nil {
		return "", Session{}, err
	}
	s, err := db.SessionOf(ctx, now, fresh)
	return fresh, s, err
}

// SessionOf finds the session of a token, and lets it slide. [ErrNotFound] is
// for no session, an expired one, and a user who was disabled.
func (db *DB) SessionOf(ctx context.Context, now time.Time, token string) (s Session, err error) {
	hash := Handle(token)
	err = db.reading(ctx, func(q querier) error {
		s, err = one(ask(ctx, q, scanSession, `SELECT u.id, u.name, u.role, u.password, u.disabled, s.device_id, s.expires
			FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`, hash))
		return err
	})
	if err != nil {
		return Session{}, err
	}
	if s.User.Disabled || !now.Before(s.Expires) {
		return Session{}, ErrNotFound
	}
	if slid := now.Add(SessionKeep); slid.Sub(s.Expires) > sessionStep {
		s.Expires = slid
		db.slides.write(ctx, db, hash, slid)
	}
	s.Handle = hash
	return s, nil
}

func scanSession(r row) (s Session, err error) {
	var expires, disabled int64
	err = r.Scan(&s.User.ID, &s.User.Name, &s.User.Role, &s.User.Password, &disabled, &s.Device, &expires)
	s.User.Disabled = disabled != 0
	s.Expires = time.UnixMilli(expires).UTC()
	return s, err
}

// slides are sessions whose new end is not written down yet. In the morning a
// whole fleet slides within a minute: whoever comes first writes for all that
// come meanwhile. A slide that is lost is made up for by the session's next use.
type slides struct {
	mu      sync.Mutex
	waiting map[string]time.Time // end by hash
	writing bool
}

func (s *slides) write(ctx context.Context, db *DB, hash string, expires time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting == nil {
		s.waiting = map[string]time.Time{}
	}
	s.waiting[hash] = expires
	if s.writing {
		return
	}
	s.writing = true
	defer func() { s.writing = false }()
	for len(s.waiting) > 0 {
		all := s.waiting
		s.waiting = map[string]time.Time{}
		s.mu.Unlock()
		_ = db.slide(ctx, all) // the session holds all the same
		s.mu.Lock()
	}
}

func (db *DB) slide(ctx context.Context, ends map[string]time.Time) error {
	return db.inTx(ctx, func(q querier) error {
		var steps []step
		for _, hash := range slices.Sorted(maps.Keys(ends)) {
			steps = append(steps, step{query: "UPDATE sessions SET expires = $2 WHERE token_hash = $1", args: []any{hash, ends[hash].UnixMilli()}})
		}
		return q.run(ctx, steps...)
	})
}

// CloseSession ends the session of a handle; none is fine.
func (db *DB) CloseSession(ctx context.Context, handle string) error {
	return db.inTx(ctx, func(q querier) error {
		return exec(ctx, q, "DELETE FROM sessions WHERE token_hash = $1", handle)
	})
}
