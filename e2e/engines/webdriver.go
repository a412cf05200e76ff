package engines

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// webdriver is a session of the W3C's remote control, over HTTP.
type webdriver struct {
	http    http.Client
	address string // of the driver
	session string // path of the session, empty before there is one
}

// call makes one command and returns its value.
func (w *webdriver) call(method, path string, params any) (json.RawMessage, error) {
	var body io.Reader
	if params != nil {
		raw, err := json.Marshal(params)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(raw)
	}
	r, err := http.NewRequest(method, w.address+w.session+path, body)
	if err != nil {
		return nil, err
	}
	answer, err := w.http.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	var got struct{ Value json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", path, answer.Status, err)
	}
	if answer.StatusCode == http.StatusOK {
		return got.Value, nil
	}
	var wrong failure
	if err := json.Unmarshal(got.Value, &wrong); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("%s: %w", path, &wrong)
}

// open starts a session with these capabilities.
func (w *webdriver) open(capabilities map[string]any) error {
	raw, err := w.call("POST", "/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": capabilities}})
	if err != nil {
		return err
	}
	var made struct {
		ID string `json:"sessionId"`
	}
	if err := json.Unmarshal(raw, &made); err != nil {
		return err
	}
	w.session = "/session/" + made.ID
	ms := Patience.Milliseconds()
	_, err = w.call("POST", "/timeouts", map[string]any{"script": ms, "pageLoad": ms, "implicit": 0})
	return err
}

func (w *webdriver) find(selector string) (path string, err error) {
	raw, err := w.call("POST", "/element", map[string]any{"using": "css selector", "value": selector})
	if err != nil {
		return "", err
	}
	var found map[string]string
	err = json.Unmarshal(raw, &found)
	return "/element/" + found[element], err
}
