package idbqueue_test

import (
	"encoding/json"
	"testing"

	"waybill/idbqueue"
	"waybill/idbqueue/idbqueuetest"
)

// memWorld is the store in memory as the suite sees it.
type memWorld struct{ *idbqueue.Mem }

func (w memWorld) Open(testing.TB) *idbqueue.Outbox   { return w.Mem.Open() }
func (w memWorld) Reopen(testing.TB) *idbqueue.Outbox { return w.Mem.Reopen() }

func (w memWorld) PutRaw(_ testing.TB, raws ...string) {
	for _, raw := range raws {
		w.Mem.PutRaw(json.RawMessage(raw))
	}
}

func (w memWorld) Raw(_ testing.TB, key string) string { return string(w.Mem.Raw(key)) }

func TestMemoryKeepsTheOutboxsPromises(t *testing.T) {
	idbqueuetest.Run(t, func(testing.TB) idbqueuetest.World { return memWorld{idbqueue.NewMem()} })
}
