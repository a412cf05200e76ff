package api

import (
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// Names of the cookies. Under TLS the session's has the prefix that ties it to
// this host. The browser keeps both for as long as it may; when a session ends
// is decided here, where it can be renewed without touching the cookie.
const (
	SessionCookie       = "waybill_session"
	SecureSessionCookie = "__Host-" + SessionCookie
	DeviceCookie        = "waybill_device"
	cookieKeep          = 400 * 24 * time.Hour
)

// signIn starts a session and ends the one whose cookie came with it.
func (a *API) signIn(w http.ResponseWriter, r *request) (answer, error) {
	c, err := decode[wire.Credentials](r.body)
	if err != nil {
		return answer{}, err
	}
	u, err := a.authenticate(r, c)
	if err != nil {
		return answer{}, err
	}
	device := a.deviceID(r)
	ctx := r.http.Context()
	token, s, err := a.Store.OpenSession(ctx, a.Now(), u.ID, device, a.sessionToken(r.http))
	if errors.Is(err, store.ErrNotFound) {
		return answer{}, wire.NewProblem(wire.CodeBadCredentials, "")
	}
	if err != nil {
		return answer{}, err
	}
	if s.User.Password != u.Password { // changed while it was looked at
		return answer{}, errors.Join(a.Store.CloseSession(ctx, s.Handle), wire.NewProblem(wire.CodeBadCredentials, ""))
	}
	a.setCookie(w, r, a.sessionCookie(r.http), token, cookieKeep)
	return a.sessionAnswer(w, r, s, device)
}

// authenticate finds the user whose password it is.
func (a *API) authenticate(r *request, c wire.Credentials) (store.User, error) {
	u, right, err := a.proves(r, c.Username, c.Password)
	if err == nil && !right {
		err = wire.NewProblem(wire.CodeBadCredentials, "")
	}
	return u, err
}

// proves says whether a password is the named user's. Failures are limited by
// name and address, never by name alone: nobody can lock a rep out from
// elsewhere, and a rep who has forgotten waits some seconds. Whoever asks here
// shares that limit.
func (a *API) proves(r *request, name, password string) (u store.User, right bool, err error) {
	from, now := a.address(r.http), a.Now()
	key := store.LoginName(name) + "\x00" + from
	if wait := a.logins.waitFor(key, now); wait > 0 {
		return u, false, later{wire.CodeRateLimited, "Too many tries.", wait}
	}
	if wait, ok := a.callers.take(from, now); !ok {
		return u, false, later{wire.CodeRateLimited, "Too many tries.", wait}
	}
	u, err = a.Store.UserNamed(r.http.Context(), name)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return u, false, err
	}
	// Checked for nobody too, so that an answer's time tells no names.
	if right, err = a.Verify(r.http.Context(), password, u.Password); err != nil {
		return u, false, err
	}
	if right = right && !u.Disabled; !right {
		a.logins.take(key, now)
	}
	return u, right, nil
}

// changePassword gives the user who is signed in a new password. A wrong
// current one judges the form and not the session: as a 401 it would sign the
// device out. The user's other sessions end, this one stays.
func (a *API) changePassword(_ http.ResponseWriter, r *request) (answer, error) {
	b, err := readBody[wire.PasswordBody](r.body)
	if err != nil {
		return answer{}, err
	}
	u, right, err := a.proves(r, r.session.User.Name, b.Current)
	switch {
	case err != nil:
		return answer{}, err
	case !right || u.ID != r.session.User.ID:
		return answer{}, wrongCurrent()
	}
	ctx := r.http.Context()
	hash, err := a.Hash(ctx, b.New)
	if err != nil {
		return answer{}, err
	}
	err = a.Store.ChangePassword(ctx, u.ID, u.Password, hash, a.sessionToken(r.http))
	if errors.Is(err, store.ErrNotFound) { // another device was faster: it is no longer the current one
		return answer{}, wrongCurrent()
	}
	return answer{200, struct{}{}}, err
}

func wrongCurrent() *wire.Problem {
	p := wire.NewProblem(wire.CodeValidationFailed, "")
	p.Errors = []wire.FieldError{{Field: "/current", Code: wire.FieldWrongPassword, Message: "is not the current password"}}
	return p
}

// whoAmI answers with the session, or with nobody.
func (a *API) whoAmI(w http.ResponseWriter, r *request) (answer, error) {
	s, err := a.Store.SessionOf(r.http.Context(), a.Now(), a.sessionToken(r.http))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return answer{}, err
	}
	return a.sessionAnswer(w, r, s, a.deviceID(r))
}

// signOut ends a session; without one it is done already. One that is named is
// ended alone, and no cookie is touched: a sign-in may cross the sign-out, and a
// browser takes the cookies of two answers in the order in which they arrive. A
// cookie of an ended session opens nothing.
func (a *API) signOut(w http.ResponseWriter, r *request) (answer, error) {
	q := r.http.URL.Query()
	if q.Has(wire.QuerySession) {
		return a.endSession(r, q.Get(wire.QuerySession))
	}
	a.setCookie(w, r, a.sessionCookie(r.http), "", -time.Second)
	if token := a.sessionToken(r.http); token != "" {
		return a.endSession(r, store.Handle(token))
	}
	return answer{200, struct{}{}}, nil
}

// endSession ends the session of a handle. What is no handle is nobody's.
func (a *API) endSession(r *request, handle string) (answer, error) {
	if _, err := hex.DecodeString(handle); err != nil {
		return answer{200, struct{}{}}, nil
	}
	return answer{200, struct{}{}}, a.Store.CloseSession(r.http.Context(), handle)
}

// sessionAnswer says who is signed in and what was known of the device before
// this contact, which is then noted.
func (a *API) sessionAnswer(w http.ResponseWriter, r *request, s store.Session, device string) (answer, error) {
	ctx := r.http.Context()
	history, err := a.Store.History(ctx)
	if err != nil {
		return answer{}, err
	}
	out := wire.Session{Store: a.Store.ID(), History: history, Device: wire.Device{ID: device}}
	if s.User.ID != "" {
		out.User, out.Handle, out.ExpiresAt = &s.User.User, s.Handle, s.Expires.Format(time.RFC3339)
	}
	if d, known := a.contacts.of(device); known {
		out.Device = wireDevice(d)
	} else if d, err := a.Store.Device(ctx, device); err == nil {
		out.Device = wireDevice(d)
	} else if !errors.Is(err, store.ErrNotFound) {
		return answer{}, err
	}
	r.session, r.device = s, device
	if s.User.ID != "" { // strangers leave no trace in the store
		a.heard(r)
	}
	a.setCookie(w, r, DeviceCookie, device, cookieKeep)
	return answer{200, out}, nil
}

func wireDevice(d store.Device) wire.Device {
	return wire.Device{ID: d.ID, LastContact: d.LastContact.UTC().Format(time.RFC3339), Unsent: d.Unsent}
}

// setCookie sets a cookie for the whole site; a negative time removes it.
func (a *API) setCookie(w http.ResponseWriter, r *request, name, value string, keep time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(keep / time.Second),
		HttpOnly: true, Secure: a.Secure(r.http), SameSite: http.SameSiteStrictMode,
	})
}

func (a *API) sessionCookie(r *http.Request) string {
	if a.Secure(r) {
		return SecureSessionCookie
	}
	return SessionCookie
}

func (a *API) sessionToken(r *http.Request) string {
	c, err := r.Cookie(a.sessionCookie(r))
	if err != nil {
		return ""
	}
	return c.Value
}

// deviceIDBytes of randomness are enough for devices never to meet.
const deviceIDBytes = 10

// deviceOf is the device that a request's cookie names, or empty.
func deviceOf(r *http.Request) string {
	c, err := r.Cookie(DeviceCookie)
	if err != nil || len(c.Value) != 2*deviceIDBytes || strings.Trim(c.Value, "0123456789abcdef") != "" {
		return ""
	}
	return c.Value
}

// deviceID is the request's device, or a new one.
func (a *API) deviceID(r *request) string {
	if r.device != "" {
		return r.device
	}
	return a.randomID(deviceIDBytes)
}
