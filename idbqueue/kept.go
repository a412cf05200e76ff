package idbqueue

import (
	"encoding/json"
	"unicode/utf8"

	"waybill/idbqueue/entry"
)

// kept is the state of what an import could not take as a write: the bytes as
// they came are its body, its reason says why. No version knows it as a state,
// so it is listed raw, exported as it came, and otherwise left alone.
const kept entry.State = "kept"

// RawMax is how many bytes of one entry are kept raw: more than any that an
// outbox writes.
const RawMax = 4 << 20

// keep stores an entry raw, once however often it comes.
func (w *work) keep(made *Imported, owner string, now int64, k Kept, b Brought) error {
	if len(b.Raw) > RawMax || !utf8.Valid(b.Raw) || !json.Valid(b.Raw) || b.Mark == "" {
		made.Left = append(made.Left, k.At)
		return nil
	}
	e := entry.Entry{Key: "kept-" + b.Mark, Owner: owner, Body: string(b.Raw), Reason: k.Flaw, MadeAt: now, State: kept}
	f, err := w.read(byKeys(e.Key))
	if err != nil {
		return err
	}
	made.Kept = append(made.Kept, k)
	if f[0].rows[0].stored != nil {
		return nil
	}
	if w.ledger.unsent() >= entry.UnsentMax {
		return entry.ErrFull
	}
	return w.insertNew(&e, nil)
}

// AsItCame is the entry that was kept raw, and any other as it is.
func AsItCame(raw json.RawMessage) json.RawMessage {
	if e, ok := decode(raw); !ok && e.State == kept {
		return json.RawMessage(e.Body)
	}
	return raw
}
