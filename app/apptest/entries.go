//go:build !js

package apptest

import (
	"waybill/app/fake"
	"waybill/idbqueue/entry"
	"waybill/server/wire"
	"waybill/sw"
)

func AnEntry(op wire.Op, body any) entry.Entry {
	b, err := wire.Encode(body)
	if err != nil {
		panic(err)
	}
	return entry.Entry{Key: "K1", Record: "R1", Ref: "K7Q2", Op: string(op), Title: "C-0001 Müller", Body: string(b), MadeAt: fake.Now}
}

func Customer() entry.Entry {
	return AnEntry(wire.OpCustomerCreate, wire.CustomerBody{ID: "R1", Code: "C-0002", Name: "Luna Nord"})
}

func Proved(e entry.Entry) sw.Card {
	e.State = entry.Sent
	e.Receipt = &entry.Receipt{At: "2026-11-30T14:05:00Z", Number: "A-000123", ProvedAt: fake.Now}
	return sw.Card{Entry: e, State: entry.Sent}
}
