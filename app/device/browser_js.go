package device

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/app/i18n"
	"waybill/app/port"
	"waybill/idbqueue/idb"
)

// jsDevice is the device port on a real page.
type jsDevice struct {
	mu      sync.Mutex
	clock   safejs.Value // formats a time of today
	far     safejs.Value // formats a time of another day
	full    safejs.Value // formats a time with its whole date
	near    safejs.Value // names yesterday
	days    days
	rules   map[string]safejs.Value
	updates signal
	starts  signal
	network signal
	tab     sync.Mutex
	tabName string // empty: not asked yet
}

// New makes the device port.
func New() port.Device {
	b := &jsDevice{rules: map[string]safejs.Value{}}
	b.clock = b.formatter(map[string]any{"hour": "2-digit", "minute": "2-digit"})
	b.far = b.formatter(map[string]any{"day": "numeric", "month": "short", "hour": "2-digit", "minute": "2-digit"})
	b.full = b.formatter(map[string]any{"dateStyle": "medium", "timeStyle": "short"})
	// Inside a sentence the day is named in the sentence's language.
	b.near, _ = Get("Intl", "RelativeTimeFormat").New(i18n.For(b.Locale()).Lang, map[string]any{"numeric": "auto"})
	return b
}

// Get walks a path of properties; what is missing on the way is undefined.
func Get(path ...string) safejs.Value {
	v := safejs.Global()
	for _, p := range path {
		next, err := v.Get(p)
		if err != nil {
			return safejs.Undefined()
		}
		v = next
	}
	return v
}

func truthy(v safejs.Value) bool {
	ok, err := v.Truthy()
	return ok && err == nil
}

// Str is a call's answer as text, empty where the call failed.
func Str(v safejs.Value, err error) string {
	if err != nil {
		return ""
	}
	s, err := v.String()
	if err != nil {
		return ""
	}
	return s
}

func num(v safejs.Value, err error) float64 {
	if err != nil {
		return 0
	}
	n, err := v.Float()
	if err != nil {
		return 0
	}
	return n
}

func (b *jsDevice) formatter(options map[string]any) safejs.Value {
	f, err := Get("Intl", "DateTimeFormat").New(b.Locale(), options)
	if err != nil {
		return safejs.Undefined()
	}
	return f
}

func (b *jsDevice) Now() int64 { return time.Now().UnixMilli() }

func (b *jsDevice) Locale() string {
	if l := Str(Get("navigator", "language"), nil); l != "" {
		return l
	}
	return "en"
}

func (b *jsDevice) Online() bool {
	v := Get("navigator", "onLine")
	return v.IsUndefined() || truthy(v)
}

func (b *jsDevice) Secure() bool { return truthy(Get("isSecureContext")) }

// Apart looks for what only Apple's phones and tablets have.
func (b *jsDevice) Apart() bool { return !Get("navigator", "standalone").IsUndefined() }

func (b *jsDevice) Standalone() bool {
	if truthy(Get("navigator", "standalone")) {
		return true
	}
	m, err := safejs.Global().Call("matchMedia", "(display-mode: standalone)")
	if err != nil {
		return false
	}
	v, err := m.Get("matches")
	return err == nil && truthy(v)
}

func (b *jsDevice) Storage(ctx context.Context) (persisted bool, usage, quota int64, err error) {
	s := Get("navigator", "storage")
	if !truthy(s) {
		return false, 0, 0, port.ErrNoBrowser
	}
	v, err := idb.Call(ctx, s, "persisted")
	if err != nil {
		return false, 0, 0, err
	}
	persisted = truthy(v)
	e, err := idb.Call(ctx, s, "estimate")
	if err != nil {
		return persisted, 0, 0, err
	}
	return persisted, int64(num(e.Get("usage"))), int64(num(e.Get("quota"))), nil
}

func (b *jsDevice) Persist(ctx context.Context) (bool, error) {
	s := Get("navigator", "storage")
	if !truthy(s) {
		return false, port.ErrNoBrowser
	}
	v, err := idb.Call(ctx, s, "persist")
	return err == nil && truthy(v), err
}

func (b *jsDevice) Rescue(ctx context.Context) error {
	page := Get("waybill")
	if !truthy(page) {
		return port.ErrNoBrowser
	}
	_, err := idb.Call(ctx, page, "rescue")
	return err
}

func (b *jsDevice) Plural(lang string, n int) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.rules[lang]
	if !ok {
		var err error
		if r, err = Get("Intl", "PluralRules").New(lang); err != nil {
			return "other"
		}
		b.rules[lang] = r
	}
	if form := Str(r.Call("select", n)); form != "" {
		return form
	}
	return "other"
}

func (b *jsDevice) Copy(ctx context.Context, text string) error {
	c := Get("navigator", "clipboard")
	if !truthy(c) {
		return port.ErrNoBrowser
	}
	_, err := idb.Call(ctx, c, "writeText", text)
	return err
}

func (b *jsDevice) WatchUpdate(f func()) (stop func()) {
	stop = b.updates.watch("onUpdate", f)
	go b.askUpdate(f)
	return stop
}

func (b *jsDevice) OfflineStart() port.OfflineStart {
	o := port.OfflineStart{State: port.OfflineSoon}
	if page := Get("waybill"); truthy(page) {
		_ = json.Unmarshal([]byte(Str(page.Call("offlineStart"))), &o) // our own script writes it
	}
	return o
}

func (b *jsDevice) WatchOfflineStart(f func()) (stop func()) { return b.starts.watch("onOffline", f) }

func (b *jsDevice) WatchNetwork(f func()) (stop func()) { return b.network.watch("onNetwork", f) }

func (b *jsDevice) askUpdate(f func()) {
	page := Get("waybill")
	if !truthy(page) {
		return
	}
	if v, err := idb.Call(context.Background(), page, "update"); err == nil && truthy(v) {
		f()
	}
}

func (b *jsDevice) Update(ctx context.Context) error {
	page := Get("waybill")
	if !truthy(page) {
		return port.ErrNoBrowser
	}
	_, err := idb.Call(ctx, page, "applyUpdate")
	return err
}
