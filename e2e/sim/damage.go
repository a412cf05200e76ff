package sim

import (
	"bytes"
	"encoding/json"

	"waybill/sw/client"
)

// damaged is a file after a bad disk, a bad cable or a bad hand, and those of
// its writes that are as they were.
func (d *device) damaged(file []byte, f client.File) ([]byte, []json.RawMessage) {
	d.w.Faults["damaged file"]++
	switch d.hand.IntN(4) {
	case 0:
		return file[:d.hand.IntN(len(file))], nil
	case 1:
		file = bytes.Clone(file)
		file[d.hand.IntN(len(file))] ^= 1 << d.hand.IntN(8)
		return file, nil // whatever else it may be now
	}
	if len(f.Writes) == 0 {
		return file, nil
	}
	at := d.hand.IntN(len(f.Writes))
	whole := append(append([]json.RawMessage(nil), f.Writes[:at]...), f.Writes[at+1:]...)
	hurt := hurt(f.Writes[at], pick(d.hand, wounds))
	if d.hand.IntN(4) == 0 {
		f.Writes = append(f.Writes, hurt) // beside the good one
	} else {
		f.Writes[at] = hurt
	}
	file, _ = json.Marshal(f)
	return file, whole
}

// wound is a field with a value that no outbox would write there.
type wound struct {
	field string
	value any
}

var wounds = []wound{
	{"books", map[string]any{"timeouts": -1}},
	{"books", map[string]any{"timeouts": 64}},
	{"books", map[string]any{"spent": -5, "row": -1, "swallowed": -9}},
	{"books", map[string]any{"row": 1 << 40}},
	{"record", "no such form"},
	{"record", ""},
	{"key", "../key"},
	{"parents", []string{"nobody"}},
	{"former", []string{"?ids="}},
	{"attempt", -1},
	{"attempt", int64(1) << 60},
	{"open", map[string]any{"n": 1, "deadline": int64(1) << 60, "fingerprint": "x"}},
	{"next", map[string]any{"setAt": -1, "delayMs": int64(-1) << 60}},
	{"doubtAt", int64(-1) << 60},
	{"lookAt", int64(1) << 60},
	{"looks", -1},
	{"state", "sent"},
	{"state", "flying"},
	{"op", "order.explode"},
	{"fingerprint", "0000"},
	{"left", []string{"\u2028"}},
	{"body", `{"id":"01M8NGSWP2MJRP980MZD7HCPCN"}`},
	{"body", "{"},
	{"receipt", "none"},
}

func hurt(raw json.RawMessage, by wound) json.RawMessage {
	var e map[string]any
	if json.Unmarshal(raw, &e) != nil {
		return raw
	}
	e[by.field] = by.value
	out, _ := json.Marshal(e)
	return out
}
