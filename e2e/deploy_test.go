package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
)

// newer builds, once, a server whose app is another build: the same sources
// with one more rule in the style sheet.
var newer = sync.OnceValues(func() (string, error) {
	root, err := filepath.Abs("..")
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "waybill-newer-")
	if err != nil {
		return "", err
	}
	afterwards = append(afterwards, func() { _ = os.RemoveAll(dir) })
	sheet := filepath.Join(root, "web", "static", "app.css")
	css, err := os.ReadFile(sheet)
	if err != nil {
		return "", err
	}
	changed, overlay, out := filepath.Join(dir, "app.css"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "waybill")
	if err := os.WriteFile(changed, append(css, "\n.newer {}\n"...), 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{sheet: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), buildWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-overlay", overlay, "-o", out, "./server")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	return out, cmd.Run()
})

// buildWithin is ample for a program that has been built before.
const buildWithin = 5 * time.Minute

// afterwards is done when all stories are told.
var afterwards []func()

// build is the build of the app that runs in the tab.
func (r *rep) build() string {
	r.t.Helper()
	return stage.Eval[string](r.tab, "waybill.build")
}

// updates lets the app find the version that the server has now, and applies it
// with the app's own button. It returns the build that runs then.
func (r *rep) updates() string {
	r.t.Helper()
	r.findsAnUpdate()
	return r.applies()
}

func (r *rep) findsAnUpdate() {
	r.t.Helper()
	before := r.build()
	// The browser asks by itself after a navigation: then it is there already.
	stage.Eval[bool](r.tab, "navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)")
	r.tab.See("update-available")
	if r.build() != before {
		r.t.Fatal("the app was updated though nobody has said yes")
	}
}

func (r *rep) applies() string {
	r.t.Helper()
	before := r.build()
	r.tab.Click("update-apply")
	r.tab.Until(fmt.Sprintf("waybill.build != %q && bar()", before))
	return r.build()
}

// sentBy is the build that sent the record last.
func (r *rep) sentBy(id string) (build string) {
	r.t.Helper()
	for _, h := range r.office.Net.Hits("POST", creates) {
		if h.Delivered > 0 && containsID(h.Body, id) {
			build = h.Header.Get("Waybill-Client")
		}
	}
	return build
}

func TestAnOldAppSendsToANewerServerAndUpdateAndRollbackKeepWhatIsUnsent(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	next, err := newer()
	must(t, err)
	ana := arrive(t, office, "ana")
	old := ana.build()
	ana.phone.Offline(true)
	first := ana.take(order{customer: "C-0070", lines: map[string]int{"P-0060": 1}})

	// The server is replaced while the order waits. The old app sends it.
	office.Replace(next)
	ana.phone.Offline(false)
	ana.stored("orders", first)
	ana.tab.Bar("b.sent == 1 && b.pending + b.retrying + b.attention == 0")
	if by := ana.sentBy(first); ana.build() != old || by != old {
		t.Errorf("build %s runs and %s has sent, want the old %s for both", ana.build(), by, old)
	}

	// What is unsent outlives the update, and the way back. Refused, it does so
	// without a try in between.
	refused := ana.lose(faultproxy.Always, refusal(403, "forbidden", ""))
	second := ana.take(order{customer: "C-0071", lines: map[string]int{"P-0061": 1}})
	ana.tab.Bar("b.rejected == 1")
	if updated := ana.updates(); updated == old {
		t.Fatal("the newer server has the same app: nothing was updated")
	}
	ana.tab.Bar("b.rejected == 1 && b.sent == 1")
	current, err := stage.Binary()
	must(t, err)
	office.Replace(current)
	if back := ana.updates(); back != old {
		t.Fatalf("build %s runs after the rollback, want %s", back, old)
	}
	ana.tab.Bar("b.rejected == 1 && b.sent == 1")
	refused.Lift()
	ana.card(second, `c.state == "rejected"`)
	ana.inCard(second, "outbox-retry")
	ana.tab.Bar("b.sent == 2 && b.rejected == 0")
	ana.stored("orders", second)
}

func TestAnAppTooOldForTheServerSaysSoAndSendsAfterTheUpdate(t *testing.T) {
	t.Parallel()
	office := stage.OpenOffice(t)
	next, err := newer()
	must(t, err)
	ana := arrive(t, office, "ana")
	ana.single()
	old := ana.build()
	office.Replace(next)
	// As long as it runs, the older app is refused, and it alone: by the contract
	// each of its starts sends one write to see whether it still is.
	byOld := func(r *http.Request) bool { return r.Header.Get("Waybill-Client") == old }
	office.Net.ScriptFor(byOld, "POST", "/api/v1/orders", faultproxy.Always, refusal(426, "upgrade_required", ""))
	first := ana.take(order{customer: "C-0073", lines: map[string]int{"P-0063": 1}, note: "kept"})
	ana.tab.Bar("b.attention == 1")
	before := ana.entries()
	ana.card(first, `c.state == "attention" && c.reason == "update" && c.attempts == "0"`)
	ana.tab.Until(`at("statusbar").innerText.includes("too old for the office")`)
	if after := ana.entries(); len(after) != 1 || after[0].Body != before[0].Body || after[0].State == "rejected" {
		t.Errorf("the queue is %+v, was %+v", after, before)
	}
	ana.absent("orders", first)

	ana.findsAnUpdate()
	looked := len(office.Net.Hits("POST", "/api/v1/orders"))
	ana.tab.Click("outbox-drain-now")
	if _, err := waitHits(t, office.Net, "/api/v1/orders", looked+1); err != nil {
		t.Fatalf("the old app did not look again: %v\n%s", err, ana.log())
	}
	ana.card(first, `c.state == "attention" && c.reason == "update" && c.attempts == "0"`)
	if n := ana.sends(first); n != 0 {
		t.Errorf("the old app sent %d times past the refusal", n)
	}
	updated := ana.applies()
	ana.tab.Bar("b.pending + b.retrying + b.attention == 0 && b.sent == 1")
	ana.stored("orders", first)
	if by := ana.sentBy(first); by != updated || updated == old {
		t.Errorf("sent by build %s, want the newer %s", by, updated)
	}
}
