package sim

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw/exchange"
)

// truth is the store, with an eye on what it commits.
type truth struct {
	*store.DB
	o *office
}

func (t *truth) ID() string { return t.o.id }

func (t *truth) History(context.Context) (string, error) { return strconv.Itoa(t.o.history), nil }

var errCrash = errors.New("sim: the server crashed")

// Apply watches each verdict as it becomes true.
func (t *truth) Apply(ctx context.Context, now time.Time, writes []store.Write) ([]store.Result, error) {
	o := t.o
	if o.busy {
		return nil, store.ErrBusy
	}
	if err := o.trouble("a write"); err != nil {
		return nil, err
	}
	results, err := t.DB.Apply(ctx, now, writes)
	if err != nil {
		return results, err
	}
	for i, res := range results {
		o.note(now, writes[i], res)
	}
	if o.crash {
		o.crash = false
		return nil, errCrash
	}
	return results, nil
}

func (o *office) note(now time.Time, w store.Write, res store.Result) {
	o.w.dirty = true
	o.inOrder(w)
	if res.Problem != nil || res.Err != nil {
		return
	}
	d := commit{at: o.w.now, act: again(now, w), val: held{w.Actor.ID, w.Fingerprint, w.Record, w.Op}}
	defer func() {
		o.commits = append(o.commits, d)
		o.knows(d)
	}()
	if w.Op == opCancel {
		o.w.tell("%s is cancelled by %s", w.Record, nameOf[w.Actor.ID])
		return
	}
	key := w.Record + string(w.Op)
	if old, twice := o.holds[key]; twice {
		o.w.violated("the office stored %s %s twice (%s and %s)", w.Op, w.Record, old.fingerprint, w.Fingerprint)
	}
	o.rightOwner(w)
	o.w.tell("the office stores %s %s", w.Op, w.Record)
}

// knows notes what a commit has made true, when it is done and when it is done
// again on an older store.
func (o *office) knows(d commit) {
	switch d.val.op {
	case "": // the office's own
	case opCancel:
		o.cancelled[d.val.record] = cancelled{d.at, d.val.owner}
	default:
		o.holds[d.val.key()] = d.val
	}
}

func again(now time.Time, w store.Write) func(*store.DB) error {
	return func(db *store.DB) error {
		_, err := db.Apply(context.Background(), now, []store.Write{w})
		return err
	}
}

// verdicts notes each refusal that judges a write.
func (o *office) verdicts(r exchange.Request, status int, answer []byte) {
	if r.Method != "POST" || status == 201 {
		return
	}
	if r.Path != wire.PathBatch {
		o.refusal(r.Path, []byte(r.Body), status, answer)
		return
	}
	var b wire.Batch
	var results wire.BatchAnswer
	if status != 200 || json.Unmarshal([]byte(r.Body), &b) != nil || json.Unmarshal(answer, &results) != nil {
		return
	}
	for i, item := range b.Writes {
		o.refusal(item.Path, item.Body, results.Results[i].Status, results.Results[i].Body)
	}
}

func (o *office) refusal(path string, body []byte, status int, answer []byte) {
	var p wire.Problem
	if status < 400 || json.Unmarshal(answer, &p) != nil || !p.Code.Judges() {
		return
	}
	spec, record, _ := wire.OpFor("POST", path)
	if !spec.Create {
		o.refused[record] = string(p.Code)
		return
	}
	var created wire.Meta
	_ = json.Unmarshal(body, &created)
	o.refused[created.ID+fingerprint.Of(body)] = string(p.Code)
}

// inOrder: a child does not go out before its parent is proved.
func (o *office) inOrder(w store.Write) {
	b, ok := w.Body.(wire.OrderBody)
	if !ok || o.w.byKey[b.CustomerID] == nil || o.w.wasHurt(b.ID) {
		return
	}
	parent := b.CustomerID + string(wire.OpCustomerCreate)
	if _, holds := o.holds[parent]; !holds && !o.lost[parent] {
		o.w.violated("order %s went out before its customer", b.ID)
	}
}

// rightOwner: nobody's write goes out under another's session.
func (o *office) rightOwner(w store.Write) {
	owners := 0
	for _, s := range o.w.ledger {
		if s.op != string(w.Op) || !contains(s.records, w.Record) {
			continue
		}
		if s.owner == w.Actor.ID {
			return
		}
		owners++
	}
	if owners > 0 {
		o.w.violated("%s %s went out under the session of %s", w.Op, w.Record, nameOf[w.Actor.ID])
	}
}

func contains(list []string, s string) bool {
	for _, one := range list {
		if one == s {
			return true
		}
	}
	return false
}
