package engines

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/e2e/faultproxy"
)

// root of the repository, from here.
const root = "../.."

// builds are servers with other files in them than bin/waybill has, made once.
var builds struct {
	once           sync.Once
	dir            string
	driven, second string
	err            error
}

func TestMain(m *testing.M) {
	code := m.Run()
	_ = os.RemoveAll(builds.dir)
	os.Exit(code)
}

// built makes a server whose pages can be driven, and one of a later version.
func built(t *testing.T) (driven, second string) {
	t.Helper()
	builds.once.Do(func() {
		if builds.dir, builds.err = os.MkdirTemp("", "waybill-engines-"); builds.err != nil {
			return
		}
		builds.driven, builds.err = build("driven", "app.js", "\n"+DriveScript)
		if builds.err == nil {
			builds.second, builds.err = build("second", "app.css", "\n/* a later version */\n")
		}
	})
	must(t, builds.err)
	return builds.driven, builds.second
}

// build links the server with more at the end of one of its files.
func build(name, file, more string) (string, error) {
	static, err := filepath.Abs(filepath.Join(root, "web", "static", file))
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(static)
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(builds.dir, name+"-"+file), filepath.Join(builds.dir, name+".json")
	raw, err := json.Marshal(map[string]any{"Replace": map[string]string{static: changed}})
	if err != nil {
		return "", err
	}
	for path, content := range map[string][]byte{changed: append(text, more...), overlay: raw} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return "", err
		}
	}
	program := filepath.Join(builds.dir, name)
	cmd := exec.Command("go", "build", "-overlay", overlay, "-o", program, "./server")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return program, nil
}

// world is Ana with one browser, an office, and a network that can be cut.
type world struct {
	t      *testing.T
	b      Browser
	net    *faultproxy.Proxy
	origin string // of the app, as the browser reaches it
	store  string
	server *process
	addr   string
	desk   *http.Client // Ana at the office's own desk
}

// openOffice starts the program as an office with the demo's data.
func openOffice(t *testing.T, program string) *world {
	t.Helper()
	w := &world{t: t, store: filepath.Join(t.TempDir(), "waybill.db")}
	w.deploy(program)
	t.Cleanup(func() { w.server.kill() })
	net, err := faultproxy.New("http://" + w.addr)
	must(t, err)
	t.Cleanup(net.Close)
	w.net, w.origin = net, net.URL
	return w
}

// deploy starts a server on the office's store in place of the one before.
func (w *world) deploy(program string) {
	w.t.Helper()
	w.server.kill()
	port, err := freePort()
	must(w.t, err)
	w.addr = "127.0.0.1:" + port
	cmd := exec.Command(program, "serve", "--addr", w.addr, "--admin-addr", "", "--db", w.store, "--demo")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	w.server, err = launch(cmd)
	must(w.t, err)
	err = w.server.until("it was ready", func() bool {
		answer, err := http.Get("http://" + w.addr + "/readyz")
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	if err != nil {
		w.t.Fatalf("%v\n%s", err, log.String())
	}
	if w.net != nil {
		must(w.t, w.net.SetTarget("http://"+w.addr))
	}
}

// arrive opens the office of the built program and signs Ana in.
func arrive(t *testing.T, e Engine) *world {
	t.Helper()
	w := openOffice(t, root+"/bin/waybill")
	w.b = open(t, e)
	w.signIn()
	return w
}

// arriveToStay is arrive in a browser that keeps its data over a crash.
func arriveToStay(t *testing.T, e Engine) *world {
	t.Helper()
	if e.Name != "webkit" {
		return arrive(t, e)
	}
	driven, _ := built(t)
	w := openOffice(t, driven)
	drive, err := NewDrive(w.net.URL)
	must(t, err)
	front := httptest.NewServer(drive)
	t.Cleanup(front.CloseClientConnections)
	w.origin = front.URL
	b, err := StartDriven(t.TempDir(), drive, w.origin)
	must(t, err)
	t.Cleanup(b.Close)
	w.b = b
	w.signIn()
	return w
}

func (w *world) signIn() {
	w.t.Helper()
	w.goTo("/signin")
	w.until(`at("signin-submit") && !at("signin-submit").disabled`)
	w.types("signin-username", "ana")
	w.types("signin-password", "ana-demo-pass")
	w.click("signin-submit")
	w.until(`location.pathname != "/signin" && bar() && navigator.serviceWorker.controller`)
	// At once, by the address: a page that is left while it makes its first copy
	// of customers and products must not keep that copy's database. It is whole
	// once the last ones can be picked.
	w.goTo("/orders/new")
	w.pick("order-customer", "C-0200")
	w.pick("order-product", "P-0500")
}

func (w *world) goTo(path string) { w.t.Helper(); must(w.t, w.b.Go(w.origin+path)) }

const prelude = `
const at = (id) => document.querySelector('[data-testid="' + id + '"]');
const all = (id) => Array.from(document.querySelectorAll('[data-testid="' + id + '"]'));
const bar = () => { const el = at("statusbar"); return el && el.dataset.pending !== undefined ? Object.fromEntries(
  ["pending", "retrying", "attention", "conflict", "rejected", "sent"].map((k) => [k, Number(el.dataset[k])])) : null; };
`

func hook(testid string) string { return `[data-testid="` + testid + `"]` }

// until waits for a condition, over all loads of the page.
func (w *world) until(condition string) {
	w.t.Helper()
	script := "(async () => {" + prelude + `for (let i = 0; i < 100; i++) {
		try { if (` + condition + `) return true; } catch {}
		await new Promise((resolve) => setTimeout(resolve, 50));
	} return false; })()`
	var raw json.RawMessage
	var err error
	for deadline := time.Now().Add(3 * Patience); time.Now().Before(deadline); {
		// An error is a page that went away meanwhile: the next one is asked.
		if raw, err = w.b.Eval(script); err == nil && string(raw) == "true" {
			return
		}
	}
	shown, _ := w.b.Eval("location.href + '\\n' + document.body.innerText")
	w.t.Fatalf("waited in vain: %s (%v)\nthe page shows %s", condition, err, shown)
}

func (w *world) value(expression string) string {
	w.t.Helper()
	var text string
	must(w.t, json.Unmarshal([]byte(value(w.t, w.b, "(() => {"+prelude+"return String("+expression+"); })()")), &text))
	return text
}

// types replaces what is in a field: a draft may be there already.
func (w *world) types(testid, keys string) {
	w.t.Helper()
	w.until(fmt.Sprintf("at(%q) && !at(%q).disabled", testid, testid))
	if keys != Enter {
		w.value(fmt.Sprintf("(at(%q).focus(), at(%q).select && at(%q).select())", testid, testid, testid))
	}
	must(w.t, w.b.Type(hook(testid), keys))
}

func (w *world) click(testid string) {
	w.t.Helper()
	// The driver does not scroll to where nothing covers it.
	w.until(fmt.Sprintf("at(%q) && !at(%q).disabled && (at(%q).scrollIntoView({ block: 'center' }), true)", testid, testid, testid))
	must(w.t, w.b.Click(hook(testid)))
}

// pick types a code and lets Enter take the first match.
func (w *world) pick(field, code string) {
	w.t.Helper()
	w.types(field, code)
	w.types(field, Enter)
	w.until(fmt.Sprintf("at(%q).value.includes(%q) && at(%q).value.length > %d", field, code, field, len(code)))
}

// order takes an order of one line and returns its id once it is saved.
func (w *world) order(customer, product string) string {
	w.t.Helper()
	w.goTo("/orders/new")
	w.pick("order-customer", customer)
	w.pick("order-product", product)
	w.types("order-quantity", "2")
	w.click("order-add-line")
	w.until(`all("order-line").length == 1`)
	w.click("order-save")
	w.until(`at("order-saved")`)
	return w.value(`at("order-saved").dataset.id`)
}

// offline cuts the network: in the browser where it can be told so, else
// between it and the office.
func (w *world) offline(on bool) {
	w.t.Helper()
	if f, ok := w.b.(*Firefox); ok {
		must(w.t, f.Offline(on))
		return
	}
	w.cut(on)
}

// cut makes the office unreachable.
func (w *world) cut(on bool) {
	w.t.Helper()
	if on {
		must(w.t, w.net.Down())
		return
	}
	must(w.t, w.net.Up())
}

// stored waits until the office has the order.
func (w *world) stored(id string) {
	w.t.Helper()
	err := w.server.until("the office had order "+id, func() bool { return w.ask("/api/v1/orders/"+id) == http.StatusOK })
	must(w.t, err)
}

// ask returns the status of a question that Ana asks at the office.
func (w *world) ask(path string) int {
	w.t.Helper()
	if w.desk == nil {
		jar, err := cookiejar.New(nil)
		must(w.t, err)
		w.desk = &http.Client{Jar: jar, Timeout: Patience}
		answer, err := w.desk.Post("http://"+w.addr+"/api/v1/session", "application/json",
			strings.NewReader(`{"username":"ana","password":"ana-demo-pass"}`))
		must(w.t, err)
		answer.Body.Close()
	}
	answer, err := w.desk.Get("http://" + w.addr + path)
	must(w.t, err)
	answer.Body.Close()
	return answer.StatusCode
}
