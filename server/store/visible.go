package store

import "waybill/server/wire"

// visible returns what the actor may see of a record: all of it, the bare fact
// that it exists (to its creator, whoever has it now), or nil.
func visible(a Actor, rec wire.Record) wire.Record {
	switch owner, kept := ownerOf(rec); {
	case !kept, a.Manager(), owner == a.ID:
		return rec
	case rec.Base().CreatedBy == a.ID:
		m := *rec.Base()
		return &m
	}
	return nil
}

// ownerOf returns whose record it is; kept is false for what everybody reads.
func ownerOf(rec wire.Record) (owner string, kept bool) {
	switch r := rec.(type) {
	case *wire.Order:
		return r.Owner, true
	case *wire.Dispatch:
		return r.Owner, true
	}
	return "", false
}

// whole says whether the actor sees all of the record, and so may act on it.
func whole(a Actor, rec wire.Record) bool {
	owner, kept := ownerOf(rec)
	return !kept || a.Manager() || owner == a.ID
}
