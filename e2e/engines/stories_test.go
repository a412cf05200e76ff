package engines

import (
	"fmt"
	"testing"
)

// inEach tells a story in every engine.
func inEach(t *testing.T, story func(t *testing.T, e Engine)) {
	for _, e := range Engines {
		t.Run(e.Name, func(t *testing.T) { story(t, e) })
	}
}

func TestTheAppStartsWithNoNetworkAtAnyAddress(t *testing.T) {
	inEach(t, func(t *testing.T, e Engine) {
		w := arrive(t, e)
		w.offline(true)
		for _, path := range []string{"/", "/orders/new", "/outbox", "/dispatches"} {
			w.goTo(path)
			w.until(fmt.Sprintf(`location.pathname == %q && bar() && at("signout")`, path))
		}
	})
}

func TestAnOrderTakenWithNoNetworkGoesOutByItself(t *testing.T) {
	inEach(t, func(t *testing.T, e Engine) {
		w := arrive(t, e)
		w.offline(true)
		id := w.order("C-0007", "P-0003")
		w.until(`bar().pending + bar().retrying == 1 && bar().sent == 0`)
		w.offline(false)
		// Where no network event comes, a wait ends, or the rep does not want it to.
		w.goTo("/outbox")
		w.until(`bar() && (bar().pending + bar().retrying == 0 || at("outbox-drain-now"))`)
		if w.value(`bar() ? bar().sent : 0`) == "0" {
			w.click("outbox-drain-now")
		}
		w.until(`bar().sent == 1 && bar().pending + bar().retrying == 0`)
		w.stored(id)
	})
}

func TestAnOrderOutlivesAKilledBrowser(t *testing.T) {
	inEach(t, func(t *testing.T, e Engine) {
		w := arriveToStay(t, e)
		w.cut(true)
		id := w.order("C-0009", "P-0005")
		must(t, w.b.Crash())
		w.goTo("/outbox") // the office is still out of reach: the app starts from the browser's cache
		w.until(fmt.Sprintf(`bar() && bar().pending + bar().retrying == 1 && all("outbox-item").some((el) => el.dataset.id == %q)`, id))
		w.cut(false)
		w.click("outbox-drain-now")
		w.until(`bar().sent == 1 && bar().pending + bar().retrying == 0`)
		w.stored(id)
	})
}

func TestAConflictIsShownAndTheRepDecides(t *testing.T) {
	inEach(t, func(t *testing.T, e Engine) {
		w := arrive(t, e)
		w.goTo("/customers/new")
		w.types("customer-code", "C-0001")
		w.types("customer-name", "Once more")
		w.click("customer-save")
		w.until(`at("customer-saved")`)
		id := w.value(`at("customer-saved").dataset.id`)
		w.until(`bar().conflict == 1`) // who leaves earlier leaves a doubt, which is asked for a minute later
		w.goTo("/outbox")
		w.until(fmt.Sprintf(`all("outbox-item").some((el) => el.dataset.id == %q && el.dataset.state == "conflict")`, id))
		w.click("outbox-keep-theirs")
		w.until(`bar().conflict == 0 && bar().pending + bar().retrying == 0`)
	})
}

func TestAnUpdateWaitsForTheRepAndThenRuns(t *testing.T) {
	inEach(t, func(t *testing.T, e Engine) {
		_, second := built(t)
		w := arrive(t, e)
		w.goTo("/")
		w.until(`bar()`)
		before := w.value("waybill.build")
		w.deploy(second)
		value(t, w.b, "navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)")
		w.until(`at("update-available")`)
		if now := w.value("waybill.build"); now != before {
			t.Errorf("build %s runs before the rep said yes", now)
		}
		w.click("update-apply")
		w.until(fmt.Sprintf(`waybill.build != %q && bar() && navigator.serviceWorker.controller`, before))
		w.offline(true)
		w.goTo("/orders/new")
		w.until(fmt.Sprintf(`waybill.build != %q && bar()`, before))
	})
}
