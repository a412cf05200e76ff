package engines

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Firefox is a headless Firefox ESR.
type Firefox struct {
	dir     string
	process *process
	control *marionette
}

// preferences keep the browser quiet, and let it go offline on 127.0.0.1 too.
const preferences = `
user_pref("marionette.port", 0);
user_pref("network.disable-localhost-when-offline", true);
user_pref("dom.storageManager.prompt.testing", true);
user_pref("dom.storageManager.prompt.testing.allow", true);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "");
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
`

// StartFirefox starts Firefox on the profile in dir, which is made if it is
// not there.
func StartFirefox(dir string) (Browser, error) {
	f := &Firefox{dir: dir}
	if err := f.boot(); err != nil {
		f.Close()
		return nil, fmt.Errorf("firefox: %w", err)
	}
	return f, nil
}

func (f *Firefox) boot() error {
	program, err := exec.LookPath("firefox-esr")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(f.dir, "user.js"), []byte(preferences), 0o600); err != nil {
		return err
	}
	// The port of a killed run is still written there.
	port := filepath.Join(f.dir, "MarionetteActivePort")
	if err := os.Remove(port); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	cmd := exec.Command(program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", f.dir)
	cmd.Env = environment("HOME="+f.dir, "MOZ_CRASHREPORTER_DISABLE=1")
	if f.process, err = launch(cmd); err != nil {
		return err
	}
	return f.connect(port)
}

// connect waits for the port that Firefox writes down, and opens a session.
func (f *Firefox) connect(portFile string) error {
	var port string
	err := f.process.until("it listened for commands", func() bool {
		raw, err := os.ReadFile(portFile)
		port = strings.TrimSpace(string(raw))
		return err == nil && port != ""
	})
	if err != nil {
		return err
	}
	if f.control, err = dialMarionette(net.JoinHostPort("127.0.0.1", port)); err != nil {
		return err
	}
	ms := Patience.Milliseconds()
	_, err = f.control.command("WebDriver:NewSession", map[string]any{
		"capabilities": map[string]any{"alwaysMatch": map[string]any{"timeouts": map[string]any{"script": ms, "pageLoad": ms, "implicit": 0}}},
	})
	return err
}

// Go implements [Browser].
func (f *Firefox) Go(url string) error {
	_, err := f.control.command("WebDriver:Navigate", map[string]any{"url": url})
	return err
}

// Eval implements [Browser].
func (f *Firefox) Eval(expression string) (json.RawMessage, error) {
	raw, err := f.control.value("WebDriver:ExecuteAsyncScript", map[string]any{"script": asynchronous(expression), "args": []any{}})
	if err != nil {
		return nil, err
	}
	return outcome(raw)
}

func (f *Firefox) find(selector string) (string, error) {
	raw, err := f.control.value("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector})
	if err != nil {
		return "", err
	}
	var found map[string]string
	err = json.Unmarshal(raw, &found)
	return found[element], err
}

// Type implements [Browser].
func (f *Firefox) Type(selector, keys string) error {
	id, err := f.find(selector)
	if err != nil {
		return err
	}
	_, err = f.control.command("WebDriver:ElementSendKeys", map[string]any{"id": id, "text": keys})
	return err
}

// Click implements [Browser].
func (f *Firefox) Click(selector string) error {
	id, err := f.find(selector)
	if err != nil {
		return err
	}
	_, err = f.control.command("WebDriver:ElementClick", map[string]any{"id": id})
	return err
}

// Tab implements [Browser].
func (f *Firefox) Tab() error {
	raw, err := f.control.command("WebDriver:NewWindow", map[string]any{"type": "tab", "focus": true})
	if err != nil {
		return err
	}
	var made struct{ Handle string }
	if err := json.Unmarshal(raw, &made); err != nil {
		return err
	}
	_, err = f.control.command("WebDriver:SwitchToWindow", map[string]any{"handle": made.Handle, "focus": true})
	return err
}

// Offline switches the network off for pages and workers, and on again.
// Connections that are kept open would go on otherwise.
func (f *Firefox) Offline(on bool) error {
	_, err := f.inside(fmt.Sprintf(`Services.io.offline = %t; if (%t) Services.obs.notifyObservers(null, "net:cancel-all-connections");`, on, on))
	return err
}

// StopWorkers ends every service worker, as the browser does with idle ones.
func (f *Firefox) StopWorkers() error {
	_, err := f.inside(`const all = Cc["@mozilla.org/serviceworkers/manager;1"].getService(Ci.nsIServiceWorkerManager).getAllRegistrations();
for (let i = 0; i < all.length; i++) {
  const r = all.queryElementAt(i, Ci.nsIServiceWorkerRegistrationInfo);
  if (r.activeWorker) r.activeWorker.terminateWorker();
}`)
	return err
}

// inside runs a script with the browser's own rights.
func (f *Firefox) inside(script string) (json.RawMessage, error) {
	if _, err := f.control.command("Marionette:SetContext", map[string]any{"value": "chrome"}); err != nil {
		return nil, err
	}
	raw, err := f.control.value("WebDriver:ExecuteScript", map[string]any{"script": script, "args": []any{}})
	_, back := f.control.command("Marionette:SetContext", map[string]any{"value": "content"})
	return raw, errors.Join(err, back)
}

// Crash implements [Browser]: all of Firefox ends, and starts on its profile.
func (f *Firefox) Crash() error {
	f.Close()
	return f.boot()
}

// Close implements [Browser].
func (f *Firefox) Close() {
	if f.control != nil {
		f.control.conn.Close()
	}
	f.process.kill()
}
