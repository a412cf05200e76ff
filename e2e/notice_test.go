package e2e

import (
	"encoding/json"
	"testing"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

// notices lists the notifications that the phone shows for the app.
const notices = `self.registration.getNotifications().then((list) => JSON.stringify(list.map((n) => ({ title: n.title, body: n.body, tag: n.tag, lang: n.lang }))))`

type notice struct{ Title, Body, Tag, Lang string }

func (r *rep) notices() (shown []notice) {
	r.t.Helper()
	if err := json.Unmarshal([]byte(r.phone.InWorker(notices)), &shown); err != nil {
		r.t.Fatal(err)
	}
	return shown
}

// arriveAllowed is a rep on a phone whose browser lets the app notify. Writes
// go one by one, so that the office's refusal is to one request.
func arriveAllowed(t *testing.T) *rep {
	t.Helper()
	office := stage.OpenOffice(t)
	phone := stage.NewPhone(t, office.Net.URL)
	phone.Grant("notifications")
	ana := arriveWith(t, office, phone, "ana")
	ana.single()
	return ana
}

// wantsNotices switches notifications on, as a rep does: in the settings, by a tap.
func (r *rep) wantsNotices() {
	r.t.Helper()
	r.tab.Go("/settings")
	r.tab.Click("notices-on")
	r.tab.Until(`at("notices").dataset.state == "on"`)
}

// refusedInTheBackground takes an order with no network, closes the tab, and
// lets the worker hear the office's refusal. It returns once the pass is over.
func (r *rep) refusedInTheBackground(o order) string {
	r.t.Helper()
	r.phone.Offline(true)
	id := r.take(o)
	r.tab.Close()
	before := len(r.office.Net.Hits("POST", "/api/v1/orders"))
	r.office.Net.Script("POST", "/api/v1/orders", faultproxy.Always, refusal(403, "forbidden", ""))
	r.phone.Offline(false)
	if _, err := stage.WaitHits(r.t, r.office.Net, "POST", "/api/v1/orders", faultproxy.AtLeast(before+1)); err != nil {
		r.t.Fatalf("the worker sent nothing: %v\n%s", err, r.log())
	}
	// One more pass queues up behind the first: when it is over, so is that.
	r.phone.InWorker(`pass("message", false).then(() => "", () => "")`)
	return id
}

func TestARefusalInTheBackgroundIsToldByOneNotificationWithoutNames(t *testing.T) {
	t.Parallel()
	ana := arriveAllowed(t)
	ana.wantsNotices()
	first := ana.refusedInTheBackground(order{customer: "C-0061", lines: map[string]int{"P-0047": 1}, note: "secret"})
	shown := ana.notices()
	want := notice{"Waybill needs you", "1 entry could not go out by itself. Tap to see it.", "waybill-needs-you", "en"}
	if len(shown) != 1 || shown[0] != want {
		t.Fatalf("shown %+v, want only %+v", shown, want)
	}

	// A tap opens the outbox. A browser lets only a real tap open windows, and a
	// headless one shows nothing to tap on: the event is given, the window noted.
	opened := ana.phone.InWorker(`(async () => {
		let opened = "nothing";
		Clients.prototype.openWindow = async (path) => { opened = path; };
		const [n] = await self.registration.getNotifications();
		let done;
		const event = new NotificationEvent("notificationclick", { notification: n });
		event.waitUntil = (p) => { done = p; };
		self.dispatchEvent(event);
		await done;
		return opened; })()`)
	if opened != "/outbox" {
		t.Errorf("a tap opened %s", opened)
	}
	if shown := ana.notices(); len(shown) != 0 {
		t.Errorf("after the tap there is still %+v", shown)
	}
	ana.tab = ana.phone.Open(opened)
	ana.card(first, `c.state == "rejected"`)
	ana.tab.Bar("b.rejected == 1")

	second := ana.refusedInTheBackground(order{customer: "C-0062", lines: map[string]int{"P-0048": 1}})
	if shown := ana.notices(); len(shown) != 1 || shown[0].Body != "2 entries could not go out by themselves. Tap to see them." {
		t.Errorf("shown %+v, want one notification of both", shown)
	}
	ana.tab = ana.phone.Open("/outbox")
	ana.card(second, `c.state == "rejected"`)
	stage.Wait(t, "who looks at the app has no notification left", func() bool { return len(ana.notices()) == 0 })
}

func TestWithoutPermissionARefusalIsToldAtTheNextOpening(t *testing.T) {
	t.Parallel()
	ana := arriveAllowed(t)
	ana.wantsNotices()
	ana.phone.Deny("notifications") // in the browser's own settings, afterwards
	id := ana.refusedInTheBackground(order{customer: "C-0063", lines: map[string]int{"P-0049": 1}})
	if shown := ana.notices(); len(shown) != 0 {
		t.Errorf("shown %+v, though nobody allowed it", shown)
	}
	ana.tab = ana.phone.Open("/")
	ana.tab.Bar("b.rejected == 1 && b.sent == 0")
	ana.tab.Until(`at("statusbar").innerText.includes("1 needs you")`)
	ana.card(id, `c.state == "rejected"`)
	ana.tab.Go("/settings")
	ana.tab.Until(`at("notices").dataset.state == "denied"`)
}

func TestAPermissionOfTheBrowserIsNoWishOfTheReps(t *testing.T) {
	t.Parallel()
	ana := arriveAllowed(t)
	ana.refusedInTheBackground(order{customer: "C-0064", lines: map[string]int{"P-0050": 1}})
	if shown := ana.notices(); len(shown) != 0 {
		t.Errorf("shown %+v, though the rep never asked for it", shown)
	}
}

func TestWhoLooksAtTheAppIsNotNotified(t *testing.T) {
	t.Parallel()
	ana := arriveAllowed(t)
	ana.wantsNotices()
	ana.office.Net.Script("POST", "/api/v1/orders", faultproxy.Always, refusal(403, "forbidden", ""))
	ana.take(order{customer: "C-0065", lines: map[string]int{"P-0051": 1}})
	ana.tab.Bar("b.rejected == 1")
	told := `{"needs":1,"notice":{"tag":"waybill-needs-you","open":"/outbox","count":1,"words":{"lang":"en","title":"t","forms":{"other":"{n}"}}}}`
	ana.phone.InWorker("pass('message', false).then(() => waybillTell('" + told + "')).then(() => '')")
	if shown := ana.notices(); len(shown) != 0 {
		t.Errorf("shown %+v over the open app", shown)
	}
	// With no page in front of anybody the very same is shown.
	ana.tab.Close()
	ana.phone.InWorker("waybillTell('" + told + "').then(() => '')")
	if shown := ana.notices(); len(shown) != 1 {
		t.Errorf("shown %+v with no page open, want one", shown)
	}
}
