package idbqueue

import "waybill/idbqueue/entry"

// field is one stored field of an entry.
type field struct {
	name string
	at   func(*entry.Entry) any // a pointer to it
	deep bool                   // it grows by parts: patched field by field
}

// fields are all of them, written out so that reading and writing an entry
// needs no reflection: that costs several times more, on a phone, for every
// entry of every move. A test holds the table to the struct.
//
// Books and Discard are histories that grow; every other object is the facts of
// one event, and is replaced by the facts of the next.
var fields = []field{
	{name: "key", at: func(e *entry.Entry) any { return &e.Key }},
	{name: "seq", at: func(e *entry.Entry) any { return &e.Seq }},
	{name: "owner", at: func(e *entry.Entry) any { return &e.Owner }},
	{name: "store", at: func(e *entry.Entry) any { return &e.Store }},
	{name: "op", at: func(e *entry.Entry) any { return &e.Op }},
	{name: "record", at: func(e *entry.Entry) any { return &e.Record }},
	{name: "ref", at: func(e *entry.Entry) any { return &e.Ref }},
	{name: "title", at: func(e *entry.Entry) any { return &e.Title }},
	{name: "body", at: func(e *entry.Entry) any { return &e.Body }},
	{name: "fingerprint", at: func(e *entry.Entry) any { return &e.Fingerprint }},
	{name: "madeAt", at: func(e *entry.Entry) any { return &e.MadeAt }},
	{name: "state", at: func(e *entry.Entry) any { return &e.State }},
	{name: "reason", at: func(e *entry.Entry) any { return &e.Reason }},
	{name: "parents", at: func(e *entry.Entry) any { return &e.Parents }},
	{name: "attempt", at: func(e *entry.Entry) any { return &e.Attempt }},
	{name: "open", at: func(e *entry.Entry) any { return &e.Open }},
	{name: "triedAt", at: func(e *entry.Entry) any { return &e.TriedAt }},
	{name: "left", at: func(e *entry.Entry) any { return &e.Left }},
	{name: "doubt", at: func(e *entry.Entry) any { return &e.Doubt }},
	{name: "doubted", at: func(e *entry.Entry) any { return &e.Doubted }},
	{name: "doubtAt", at: func(e *entry.Entry) any { return &e.DoubtAt }},
	{name: "gotOut", at: func(e *entry.Entry) any { return &e.GotOut }},
	{name: "led", at: func(e *entry.Entry) any { return &e.Led }},
	{name: "probe", at: func(e *entry.Entry) any { return &e.Probe }},
	{name: "answer", at: func(e *entry.Entry) any { return &e.Answer }},
	{name: "books", at: func(e *entry.Entry) any { return &e.Books }, deep: true},
	{name: "next", at: func(e *entry.Entry) any { return &e.Next }},
	{name: "receipt", at: func(e *entry.Entry) any { return &e.Receipt }},
	{name: "mine", at: func(e *entry.Entry) any { return &e.Mine }},
	{name: "discard", at: func(e *entry.Entry) any { return &e.Discard }, deep: true},
	{name: "former", at: func(e *entry.Entry) any { return &e.Former }},
	{name: "formerProved", at: func(e *entry.Entry) any { return &e.FormerProved }},
	{name: "cancelBy", at: func(e *entry.Entry) any { return &e.CancelBy }},
	{name: "dead", at: func(e *entry.Entry) any { return &e.Dead }},
	{name: "lookAt", at: func(e *entry.Entry) any { return &e.LookAt }},
	{name: "looks", at: func(e *entry.Entry) any { return &e.Looks }},
}

// fieldsByName finds a field by its stored name.
var fieldsByName = func() map[string]*field {
	byName := map[string]*field{}
	for i := range fields {
		byName[fields[i].name] = &fields[i]
	}
	return byName
}()
