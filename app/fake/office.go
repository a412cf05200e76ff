package fake

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"waybill/server/wire"
)

// Office answers from a map of records.
type Office struct {
	PhotoList []wire.Photo
	SignedIn  *wire.User
	Records   map[wire.Kind][]any
	mu        sync.Mutex // pulls run in the background
	Err       error      // no answer
	Refuse    *wire.Problem
	Calls     []string
}

func (f *Office) fail() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Refuse != nil {
		return f.Refuse
	}
	return f.Err
}

func (f *Office) SignIn(_ context.Context, name, _ string) (wire.Session, error) {
	if err := f.fail(); err != nil {
		return wire.Session{}, err
	}
	f.SignedIn = &wire.User{ID: "u1", Name: name, Role: wire.RoleRep}
	return wire.Session{User: f.SignedIn}, nil
}

func (f *Office) SignOut(context.Context) error {
	f.Calls = append(f.Calls, "signout")
	f.SignedIn = nil
	return nil
}

func (f *Office) ChangePassword(_ context.Context, current, fresh string) error {
	f.Calls = append(f.Calls, "password "+current+" "+fresh)
	return f.fail()
}

func (f *Office) User(context.Context) (*wire.User, error) { return f.SignedIn, nil }

func (f *Office) Get(_ context.Context, kind wire.Kind, id string) (json.RawMessage, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	for _, r := range f.Records[kind] {
		raw, _ := json.Marshal(r)
		if m, _ := wire.Decode[wire.Meta](raw); m.ID == id {
			return raw, nil
		}
	}
	return nil, &wire.Problem{Code: wire.CodeNotFound, Status: 404, Title: "No such record"}
}

func (f *Office) Page(_ context.Context, _ string, kind wire.Kind, _, _ string) (wire.List, error) {
	if err := f.fail(); err != nil {
		return wire.List{}, err
	}
	var l wire.List
	for _, r := range f.Records[kind] {
		raw, _ := json.Marshal(r)
		l.Items = append(l.Items, raw)
	}
	return l, nil
}

func (f *Office) Changes(context.Context, string, string) (wire.Changes, error) {
	return wire.Changes{}, &wire.Problem{Code: wire.CodeNoSuchRoute, Status: 404, Title: "No such route"}
}

func (f *Office) Cancel(_ context.Context, id, reason string) (json.RawMessage, error) {
	f.Calls = append(f.Calls, "cancel "+id+" "+reason)
	if err := f.fail(); err != nil {
		return nil, err
	}
	return json.RawMessage(`{"id":"` + id + `","state":"cancelled","version":2}`), nil
}

func (f *Office) Photos(context.Context, string) ([]wire.Photo, error) { return f.PhotoList, f.fail() }

func (f *Office) Photo(_ context.Context, id string, _ []byte) error {
	f.Calls = append(f.Calls, "photo "+id)
	return f.fail()
}

// Fails lets each call end with err from now on.
func (f *Office) Fails(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Err = err
}

var ErrNoAnswer = errors.New("no answer")
