package main

import (
	"testing"

	"github.com/chromedp/cdproto/page"

	"waybill/e2e/bench/benchkit"
	"waybill/e2e/stage"
)

// How often each start is measured.
const (
	coldStarts = 5
	warmStarts = 9
)

// stopwatch notes, in each new document, when the status bar first has numbers:
// the outbox is open then, and the rep sees what waits.
const stopwatch = `globalThis.barAt = new Promise((resolve) => {
	const look = () => {
		const bar = document.querySelector('[data-testid="statusbar"]');
		if (!bar || bar.dataset.pending === undefined) return;
		watch.disconnect();
		resolve(performance.now());
	};
	const watch = new MutationObserver(look);
	watch.observe(document, { subtree: true, childList: true, attributes: true });
	look();
});`

func pages(t testing.TB, r *benchkit.Report) {
	office := stage.OpenOffice(t)
	r.Head("the page: from the navigation to a status bar with numbers")
	for _, rate := range []float64{1, 4} {
		var cold []float64
		for range coldStarts {
			cold = append(cold, coldStart(t, office, rate))
		}
		claim(r, "cold", rate, cold)
		claim(r, "warm", rate, warm(t, rate))
	}
}

func claim(r *benchkit.Report, kind string, rate float64, took []float64) {
	middle, worst := spread(took)
	limit := pageMax[kind][rate]
	r.Claim(middle <= limit, "%s, throttled %.0f times: %.0f ms, at worst %.0f of %d (median at most %.0f)", kind, rate, middle, worst, len(took), limit)
}

// coldStart is a phone that has never seen the app: nothing is on it.
func coldStart(t testing.TB, office *stage.Office, rate float64) float64 {
	t.Helper()
	phone := stage.NewPhone(t, office.Net.URL)
	tab := phone.Open("/healthz") // the address, and none of the app's files
	defer tab.Close()
	prepare(t, tab, rate)
	tab.Go("/")
	return stage.Eval[float64](tab, "globalThis.barAt")
}

// warm is a rep's phone in the morning: installed, signed in, customers and
// products on it.
func warm(t testing.TB, rate float64) (took []float64) {
	t.Helper()
	rep := benchkit.Arrive(t)
	rep.TypeOrder("C-0200", "P-0500") // once customers and products are there
	prepare(t, rep.Tab, rate)
	for range warmStarts {
		rep.Tab.Go("/")
		took = append(took, stage.Eval[float64](rep.Tab, "globalThis.barAt"))
	}
	return took
}

// prepare puts the stopwatch into each document that this tab loads from now
// on, and makes its processor slower.
func prepare(t testing.TB, tab *stage.Tab, rate float64) {
	t.Helper()
	stage.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: stopwatch})
	benchkit.Throttle(tab, rate)
}
