package engines

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// marionette is Firefox's remote control: frames of LENGTH:JSON over TCP, one
// command at a time.
type marionette struct {
	conn net.Conn
	in   *bufio.Reader
	last int
}

func dialMarionette(addr string) (*marionette, error) {
	conn, err := net.DialTimeout("tcp", addr, Patience)
	if err != nil {
		return nil, err
	}
	m := &marionette{conn: conn, in: bufio.NewReader(conn)}
	if _, err := m.frame(); err != nil { // its greeting
		conn.Close()
		return nil, err
	}
	return m, nil
}

func (m *marionette) frame() ([]byte, error) {
	if err := m.conn.SetReadDeadline(time.Now().Add(2 * Patience)); err != nil {
		return nil, err
	}
	length, err := m.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	body := make([]byte, n)
	_, err = io.ReadFull(m.in, body)
	return body, err
}

// failure is what the browser says of a command that it could not carry out.
type failure struct {
	Code    string `json:"error"`
	Message string `json:"message"`
}

func (f *failure) Error() string { return f.Code + ": " + f.Message }

// command carries out one command and returns its result.
func (m *marionette) command(name string, params any) (json.RawMessage, error) {
	m.last++
	raw, err := json.Marshal([]any{0, m.last, name, params})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(raw), raw); err != nil {
		return nil, err
	}
	body, err := m.frame()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var wrong *failure
	var result json.RawMessage
	var kind, id int
	answer := []any{&kind, &id, &wrong, &result}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if wrong != nil {
		return nil, fmt.Errorf("%s: %w", name, wrong)
	}
	return result, nil
}

// value is command for those that wrap what they return.
func (m *marionette) value(name string, params any) (json.RawMessage, error) {
	raw, err := m.command(name, params)
	if err != nil {
		return nil, err
	}
	var result struct{ Value json.RawMessage }
	err = json.Unmarshal(raw, &result)
	return result.Value, err
}
