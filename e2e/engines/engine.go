package engines

import (
	"encoding/json"
	"fmt"
	"time"
)

// Patience bounds one command to a browser.
const Patience = 30 * time.Second

// Enter is the key, as drivers want it typed.
const Enter = "\ue007"

// Engine is a kind of browser.
type Engine struct {
	Name  string
	Start func(dir string) (Browser, error) // on a profile of its own, in dir
}

// Engines are those that the stories run in.
var Engines = []Engine{
	{Name: "firefox", Start: StartFirefox},
	{Name: "webkit", Start: StartWebKit},
}

// Browser is one running browser with one tab in view.
type Browser interface {
	// Go loads an address and waits until it has loaded.
	Go(url string) error
	// Eval runs an expression in the page, waits for its promise, and returns
	// its value as JSON.
	Eval(expression string) (json.RawMessage, error)
	// Type gives keys to the first element that a CSS selector finds.
	Type(selector, keys string) error
	// Click clicks on the first element that a CSS selector finds.
	Click(selector string) error
	// Tab opens another tab and turns to it.
	Tab() error
	// Crash ends the browser with SIGKILL, and starts it again on its profile.
	Crash() error
	// Close ends the browser.
	Close()
}

// asynchronous is a driver's script around an expression: its last argument is
// what gets the result.
func asynchronous(expression string) string {
	return `const done = arguments[arguments.length - 1];
(async () => (` + expression + `))().then((value) => done({ value }), (err) => done({ error: String(err) }));`
}

// outcome unpacks what asynchronous handed over.
func outcome(raw json.RawMessage) (json.RawMessage, error) {
	var got struct {
		Value json.RawMessage
		Error *string
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		return nil, fmt.Errorf("a script returned %s: %w", raw, err)
	}
	if got.Error != nil {
		return nil, fmt.Errorf("the page threw %s", *got.Error)
	}
	return got.Value, nil
}

// element is how drivers name one.
const element = "element-6066-11e4-a52e-4f735466cecf"
