package store

import (
	"context"
	"strings"
	"time"

	"waybill/server/wire"
)

// User is a user as the store keeps it. Password is what server/password made
// of it. Name is what is typed at sign-in, and is compared in lower case.
type User struct {
	wire.User
	Password string
	Disabled bool
}

// Actor is the user as the one who asks.
func (u User) Actor() Actor { return Actor{ID: u.ID, Role: u.Role} }

// LoginName is the form in which names of users are kept and compared.
func LoginName(name string) string { return strings.ToLower(wire.CleanCode(name)) }

const userCols = "id, name, role, password, disabled"

func scanUser(r row) (u User, err error) {
	var disabled int64
	err = r.Scan(&u.ID, &u.Name, &u.Role, &u.Password, &disabled)
	u.Disabled = disabled != 0
	return u, err
}

// AddUser stores a new user, or fails with [ErrTaken].
func (db *DB) AddUser(ctx context.Context, now time.Time, u User) error {
	u.Name = LoginName(u.Name)
	err := db.inTx(ctx, func(q querier) error {
		row := []any{u.ID, u.Name, u.Role, u.Password, bit(u.Disabled), stamp(now)}
		return insert(ctx, q, table{name: "users", cols: userCols + ", created_at"}, row)
	})
	if c := db.d.classify(err); c == classPrimaryKey || c == classUnique {
		return ErrTaken
	}
	return err
}

// UserNamed finds a user by what is typed at sign-in.
func (db *DB) UserNamed(ctx context.Context, name string) (u User, err error) {
	err = db.reading(ctx, func(q querier) error {
		u, err = one(ask(ctx, q, scanUser, "SELECT "+userCols+" FROM users WHERE name = $1", LoginName(name)))
		return err
	})
	return u, err
}

// Users lists all users by name.
func (db *DB) Users(ctx context.Context) (all []User, err error) {
	err = db.reading(ctx, func(q querier) error {
		all, err = ask(ctx, q, scanUser, "SELECT "+userCols+" FROM users ORDER BY name")
		return err
	})
	return all, err
}

// SetPassword changes a user's password and ends the user's sessions.
func (db *DB) SetPassword(ctx context.Context, name, password string) error {
	return db.changeUser(ctx, "UPDATE users SET password = $2 WHERE name = $1", name, password)
}

// ChangePassword changes the password of a user who has proved the old one,
// and ends the user's sessions but the one whose token is keep. was is what is
// stored of the old one: if it is no longer that, another device was faster,
// and nothing is done ([ErrNotFound]).
func (db *DB) ChangePassword(ctx context.Context, userID, was, password, keep string) error {
	return db.inTx(ctx, func(q querier) error {
		n, err := q.affected(ctx, "UPDATE users SET password = $3 WHERE id = $1 AND password = $2 AND disabled = 0", userID, was, password)
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrNotFound
		}
		return exec(ctx, q, "DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2", userID, Handle(keep))
	})
}

// SetDisabled lets a user in or shuts it out, and ends the user's sessions.
func (db *DB) SetDisabled(ctx context.Context, name string, disabled bool) error {
	return db.changeUser(ctx, "UPDATE users SET disabled = $2 WHERE name = $1", name, bit(disabled))
}

func (db *DB) changeUser(ctx context.Context, query, name string, value any) error {
	return db.inTx(ctx, func(q querier) error {
		n, err := q.affected(ctx, query, LoginName(name), value)
		if err != nil {
			return err
		}
		if n == 0 {
			return ErrNotFound
		}
		return exec(ctx, q, "DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE name = $1)", LoginName(name))
	})
}
