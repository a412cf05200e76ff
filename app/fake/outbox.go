package fake

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"waybill/app/port"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw"
	"waybill/sw/client"
)

// Outbox keeps cards in memory. A test sets how each call goes.
type Outbox struct {
	mu       sync.Mutex
	Stored   []sw.Card
	Raw      []client.Strange
	Imported client.Imported
	Status   sw.Bar
	BarErr   error
	SaveErr  error
	ActErr   error
	Saves    int
	Calls    []string
	Kept     map[string]json.RawMessage
	Until    int64
	Answer   sw.Answered
	Words    sw.NoticeWords
	Watchers []func()
	Hold     chan struct{} // Save waits for it where set
	Shut     error         // why no list can be read
}

func NewOutbox() *Outbox {
	return &Outbox{Kept: map[string]json.RawMessage{}, Status: sw.Bar{Online: true, Storage: port.StorageOK}}
}

func (f *Outbox) Save(_ context.Context, d client.Draft) (entry.Entry, error) {
	if f.Hold != nil {
		<-f.Hold
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Saves++
	if f.SaveErr != nil {
		return entry.Entry{}, f.SaveErr
	}
	for _, c := range f.Stored {
		if c.Entry.Key == d.Key {
			return c.Entry, nil
		}
	}
	body, err := wire.Encode(d.Body)
	if err != nil {
		return entry.Entry{}, err
	}
	e := entry.Entry{
		Key: d.Key, Seq: int64(len(f.Stored) + 1), Owner: "u1", Op: string(d.Op), Record: d.Record, Ref: "K7Q2", Title: d.Title,
		Body: string(body), Fingerprint: fingerprint.Of(body), MadeAt: Now, State: entry.Pending, Parents: d.Parents,
	}
	f.Stored = append(f.Stored, sw.Card{Entry: e, State: entry.Pending, Acts: []sw.Act{sw.ActEdit, sw.ActDiscard}})
	f.Status.Pending++
	return e, nil
}

func (f *Outbox) Bar(context.Context) (sw.Bar, error) { return f.Status, f.BarErr }

func (f *Outbox) Cards(_ context.Context, list entry.List, _ int64, limit int) ([]sw.Card, []client.Strange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.Shut != nil {
		return nil, nil, f.Shut
	}
	var out []sw.Card
	for _, c := range slices.Backward(f.Stored) {
		on := entry.ListUnsent
		switch c.State {
		case entry.Sent:
			on = entry.ListSent
		case entry.Discarded:
			on = entry.ListDiscarded
		}
		if on == list && len(out) < limit {
			out = append(out, c)
		}
	}
	if list == entry.ListUnsent {
		return out, f.Raw, nil
	}
	return out, nil, nil
}

func (f *Outbox) Recent(_ context.Context, since int64) ([]entry.Entry, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []entry.Entry
	for _, c := range f.Stored {
		if c.Entry.MadeAt >= since && c.State != entry.Discarded {
			out = append(out, c.Entry)
		}
	}
	return out, nil
}

func (f *Outbox) Card(_ context.Context, key string) (sw.Card, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.Stored {
		if c.Entry.Key == key {
			return c, nil
		}
	}
	return sw.Card{}, entry.ErrNotFound
}

func (f *Outbox) Find(_ context.Context, record string) ([]sw.Card, error) {
	var out []sw.Card
	for _, c := range f.Stored {
		if c.Entry.Record == record {
			out = append(out, c)
		}
	}
	return out, nil
}

func (f *Outbox) Children(_ context.Context, key string) ([]sw.Card, error) {
	var out []sw.Card
	for _, c := range f.Stored {
		if slices.Contains(c.Entry.Parents, key) {
			out = append(out, c)
		}
	}
	return out, nil
}

func (f *Outbox) Watch(w func()) (stop func()) {
	f.Watchers = append(f.Watchers, w)
	return func() {}
}

func (f *Outbox) did(what string) error {
	f.Calls = append(f.Calls, what)
	return f.ActErr
}

func (f *Outbox) Retry(_ context.Context, key string) error { return f.did("retry " + key) }

func (f *Outbox) Edit(_ context.Context, key string, _ any, _ string, _ []string) error {
	return f.did("edit " + key)
}

func (f *Outbox) Discard(_ context.Context, key string) error { return f.did("discard " + key) }

func (f *Outbox) Restore(_ context.Context, key string) error { return f.did("restore " + key) }

func (f *Outbox) Same(_ context.Context, key string) error { return f.did("same " + key) }

func (f *Outbox) Theirs(_ context.Context, key, seen string) error {
	return f.did("theirs " + key + " " + seen)
}

func (f *Outbox) Mine(_ context.Context, key string) error { return f.did("mine " + key) }

func (f *Outbox) Repoint(_ context.Context, key, to, parent string) error {
	return f.did("repoint " + key + " " + to + " " + parent)
}

func (f *Outbox) Check(_ context.Context, key string) error { return f.did("check " + key) }

func (f *Outbox) SendNow(_ context.Context, insist bool) (int64, error) {
	if insist {
		return 0, f.did("send insist")
	}
	return f.Until, f.did("send")
}

func (f *Outbox) Noted(context.Context) error { f.Status.Lost = 0; return f.did("noted") }

func (f *Outbox) Adopt(context.Context) error { return f.did("adopt") }

func (f *Outbox) Export(context.Context) ([]byte, error) { return []byte("{}"), f.did("export") }

func (f *Outbox) Import(context.Context, []byte) (client.Imported, error) {
	return f.Imported, f.did("import")
}

func (f *Outbox) Forget(_ context.Context, key string) error { return f.did("forget " + key) }

func (f *Outbox) Drafts(_ context.Context, form string) (map[string]json.RawMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	of := map[string]json.RawMessage{}
	for name, draft := range f.Kept {
		if its, _, _ := strings.Cut(name, "@"); its == form {
			of[name] = draft
		}
	}
	return of, nil
}

func (f *Outbox) LoadDraft(_ context.Context, name string) (json.RawMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Kept[name], nil
}

func (f *Outbox) SaveDraft(_ context.Context, name string, d json.RawMessage) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if d == nil {
		delete(f.Kept, name)
		return nil
	}
	f.Kept[name] = d
	return nil
}

func (f *Outbox) Told(context.Context) error {
	f.Status.Untold = false
	return f.did("told")
}

func (f *Outbox) Wish(context.Context) (sw.Answered, error) { return f.Answer, nil }

func (f *Outbox) SetWish(_ context.Context, a sw.Answered, words sw.NoticeWords) error {
	f.Answer, f.Words = a, words
	return nil
}

func (f *Outbox) KeepWords(context.Context, sw.NoticeWords) error { return nil }
