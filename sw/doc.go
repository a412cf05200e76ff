// Package sw is delivery: it decides what becomes of a rep's work, and carries
// it out.
//
// The life of a write:
//
//	 save         claim          evidence         verdict            move
//	form ─▶ pending ─▶ attempt n ─────▶ classify ─┬─ sent ───────────▶ sent
//	           ▲          │                       ├─ rejected ───────▶ rejected
//	           │          │ doubt sticks          │    (in doubt: probe)
//	           │          ▼                       ├─ probe ─▶ there ─▶ sent, or conflict
//	        the gate ◀─ retrying ◀── wait, hold ──┤        ─▶ absent ▶ the answer that led here
//	           ▲          │                       │        ─▶ else ──▶ retrying, asked again
//	           │          └─ budget spent ────────┼─ misfit ─────────▶ attention
//	        canary                                └─ the rest ───────▶ retrying
//
// Each arrow is a pure function of values, time and luck included, and each is
// one visible table: evidence.go (who answered), classify.go (what it means),
// probe.go (what a question found), settle.go and settle_probe.go (what becomes
// of the write), schedule.go (when), hold_after.go (what holds the device) and
// gate.go (what may go out), plan.go (what comes next), status.go (what the rep
// sees). sw/drain carries out what they decide, under a fenced lease; sw/client is
// what a page asks of it; sw/browser, sw/page and sw/worker tie it to JavaScript.
//
// What an answer means, read from the top:
//
//	row                class       create       transition   spends
//	no answer          no verdict  no answer    no answer    no
//	another contract   terminal    update       update       no
//	proved             applied     sent         sent         no
//	2xx without proof  ambiguous   probe        conflict     yes
//	id exists          applied     sent         conflict     no
//	other 409          ambiguous   probe        conflict     yes
//	body altered       no verdict  intercepted  intercepted  no
//	signed out         terminal    sign in      sign in      no
//	too old            terminal    update       update       no
//	judged             terminal    rejected     rejected     yes
//	misfit             terminal    misfit       misfit       no
//	mark removed       no verdict  intercepted  intercepted  no
//	a proxy's sign-in  no verdict  intercepted  intercepted  no
//	try later          transient   retrying     retrying     yes
//	4xx of a stranger  transient   retrying     retrying     yes
//	intercepted        no verdict  intercepted  intercepted  no
//	anything else      transient   retrying     retrying     yes
//
// It leaves to others how a write is kept (idbqueue), what a page shows (app),
// and the words themselves (server/wire).
//
// Under failure: nothing is sent while the books cannot be kept, and a failure
// to record is never written down as a failure to send. A proof that could not
// be recorded is kept, and recorded before anything else is sent. A drainer
// that froze and thawed records proof, and nothing else. A clock that jumps
// strands nothing. What is proved here is held to it by sim.
package sw
