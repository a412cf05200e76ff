package idbqueue_test

import (
	"fmt"

	"waybill/idbqueue/entry"
)

func keyOf(n int) string { return fmt.Sprintf("K%04d", n) }

// write is a new write of Ana's.
func write(key string) entry.Entry {
	return entry.Entry{
		Key: key, Owner: "ana", Store: "S1", Op: "order.create", Record: "R" + key, Ref: key, Body: `{}`,
		Fingerprint: "F" + key, MadeAt: 1,
	}
}
