package sim

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/exchange"
)

// repeated is a request that the network delivers twice by itself, at once or
// late, and whose second answer is the one that is heard. The office may have
// changed its rules between the two.
func repeated(n *network, t *trip) {
	t.again, t.second = t.arrives+1, true
	if n.IntN(2) == 0 {
		t.again += n.between(time.Second, 20*time.Second)
	}
	t.takes = t.again + n.between(time.Millisecond, time.Second)
	if act := pick(n, officeActs); n.IntN(2) == 0 && act.rule {
		n.w.at(n.w.now+t.again-1, func() {
			n.w.tell("between the two the office: %s", act.name)
			act.do(n.w.office)
		})
	}
}

// judging are the codes that judge a record.
var judging = []wire.Code{
	wire.CodeForbidden, wire.CodeNotFound, wire.CodeMalformed, wire.CodePayloadTooLarge,
	wire.CodeValidationFailed, wire.CodeClientIDNotAccepted,
}

// refused is a stored write whose copy is refused by somebody in the office who
// does not look whether it is there: a limit, an older server.
func refused(n *network, t *trip) {
	refuse := problem(n.w, pick(n, judging), "")
	t.reply = func(r exchange.Request, ev sw.Evidence) sw.Evidence {
		switch {
		case r.Method != "POST" || ev.Status != 200 && ev.Status != 201:
			return ev
		case r.Path == wire.PathBatch:
			ev.Body = oneRefused(n, ev.Body, refuse(r, ev))
		default:
			ev = refuse(r, ev)
		}
		n.w.office.verdicts(r, ev.Status, ev.Body)
		return ev
	}
}

// oneRefused is a batch's answer in which one item that was stored is refused.
func oneRefused(n *network, body []byte, refusal sw.Evidence) []byte {
	var b wire.BatchAnswer
	if json.Unmarshal(body, &b) != nil || len(b.Results) == 0 {
		return body
	}
	res := &b.Results[n.IntN(len(b.Results))]
	if res.Status == 201 {
		res.Status, res.Body = refusal.Status, refusal.Body
	}
	body, _ = json.Marshal(b)
	return body
}

// cached answers a question with what the office once answered to another one
// for the same, and keeps whatever headers it liked.
func (n *network) cached(r exchange.Request, ev sw.Evidence) sw.Evidence {
	old, has := n.cache[r.Path]
	if r.Method != "GET" || !has {
		return ev
	}
	return old
}

// asked is an answer as the device may take it: one to another question is a
// stranger's.
func asked(ev sw.Evidence) sw.Evidence {
	if ev.Ask != "" && ev.Asked != ev.Ask {
		ev.Contract = ""
	}
	return ev
}

// ask puts into a question what its answer must repeat, as the page does.
func (n *network) ask(r exchange.Request) (path, value string) {
	if r.Method != "GET" {
		return r.Path, ""
	}
	sep := "?"
	if strings.Contains(r.Path, sep) {
		sep = "&"
	}
	n.asks++
	value = "q" + strconv.Itoa(n.asks)
	return r.Path + sep + wire.QueryAsk + "=" + value, value
}
