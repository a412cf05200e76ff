package engines

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// WebKit is WebKitGTK's MiniBrowser on a screen that nobody sees. A session
// under control keeps nothing on disk.
type WebKit struct {
	dir     string
	screen  *process
	driver  *process
	control webdriver
}

// StartWebKit starts MiniBrowser under the control of WebKitWebDriver.
func StartWebKit(dir string) (Browser, error) {
	k := &WebKit{dir: dir}
	if err := k.boot(); err != nil {
		k.Close()
		return nil, fmt.Errorf("webkit: %w", err)
	}
	return k, nil
}

func (k *WebKit) boot() error {
	display, err := k.openScreen()
	if err != nil {
		return err
	}
	program, err := exec.LookPath("WebKitWebDriver")
	if err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	cmd := exec.Command(program, "--port="+port)
	if cmd.Env, err = k.environment(display); err != nil {
		return err
	}
	if k.driver, err = launch(cmd); err != nil {
		return err
	}
	k.control = webdriver{address: "http://127.0.0.1:" + port, http: http.Client{Timeout: 2 * Patience}}
	if err := k.driver.until("it listened for commands", func() bool {
		_, err := k.control.call("GET", "/status", nil)
		return err == nil
	}); err != nil {
		return err
	}
	return k.session()
}

func (k *WebKit) session() error {
	browser, err := miniBrowser()
	if err != nil {
		return err
	}
	k.control.session = ""
	return k.control.open(map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": browser, "args": []string{"--automation"}},
	})
}

func miniBrowser() (string, error) {
	found, err := filepath.Glob("/usr/lib/*/webkit2gtk-4.1/MiniBrowser")
	if err != nil || len(found) == 0 {
		return "", errors.New("no MiniBrowser: it comes with webkit2gtk-driver")
	}
	return found[0], nil
}

// openScreen starts an X server that picks a free display by itself.
func (k *WebKit) openScreen() (display string, err error) {
	program, err := exec.LookPath("Xvfb")
	if err != nil {
		return "", err
	}
	read, write, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer read.Close()
	cmd := exec.Command(program, "-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	k.screen, err = launch(cmd)
	write.Close()
	if err != nil {
		return "", err
	}
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if number = strings.TrimSpace(number); number == "" {
		return "", errors.New("the X server ended before it had a display")
	}
	return ":" + number, nil
}

// environment gives the browser folders of its own.
func (k *WebKit) environment(display string) ([]string, error) {
	runtime := filepath.Join(k.dir, "run")
	if err := os.MkdirAll(runtime, 0o700); err != nil {
		return nil, err
	}
	return environment("DISPLAY="+display, "HOME="+k.dir, "XDG_RUNTIME_DIR="+runtime, "XDG_DATA_HOME="+filepath.Join(k.dir, "data")), nil
}

// Go implements [Browser].
func (k *WebKit) Go(url string) error {
	_, err := k.control.call("POST", "/url", map[string]any{"url": url})
	return err
}

// Eval implements [Browser].
func (k *WebKit) Eval(expression string) (json.RawMessage, error) {
	raw, err := k.control.call("POST", "/execute/async", map[string]any{"script": asynchronous(expression), "args": []any{}})
	if err != nil {
		return nil, err
	}
	return outcome(raw)
}

// Type implements [Browser].
func (k *WebKit) Type(selector, keys string) error {
	return k.act(selector, "/value", map[string]any{"text": keys})
}

// Click implements [Browser].
func (k *WebKit) Click(selector string) error { return k.act(selector, "/click", map[string]any{}) }

func (k *WebKit) act(selector, what string, params any) error {
	path, err := k.control.find(selector)
	if err != nil {
		return err
	}
	_, err = k.control.call("POST", path+what, params)
	return err
}

// Tab implements [Browser].
func (k *WebKit) Tab() error {
	raw, err := k.control.call("POST", "/window/new", map[string]any{"type": "tab"})
	if err != nil {
		return err
	}
	var made struct{ Handle string }
	if err := json.Unmarshal(raw, &made); err != nil {
		return err
	}
	_, err = k.control.call("POST", "/window", map[string]any{"handle": made.Handle})
	return err
}

// Crash implements [Browser]: the driver ends its session with the page, and
// nothing of it is kept. [Driven] can crash.
func (k *WebKit) Crash() error { return errors.ErrUnsupported }

// Close implements [Browser].
func (k *WebKit) Close() {
	k.driver.kill()
	k.screen.kill()
}
