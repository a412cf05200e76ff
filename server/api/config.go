package api

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"waybill/server/password"
	"waybill/server/store"
	"waybill/server/wire"
)

// Store is what the routes need of a store; *store.DB is one.
type Store interface {
	Records
	Identities
	Photos
}

// Records gives verdicts on writes and reads what is committed.
type Records interface {
	Apply(ctx context.Context, now time.Time, writes []store.Write) ([]store.Result, error)
	ByIDs(ctx context.Context, a store.Actor, kind wire.Kind, ids []string) ([]wire.Record, error)
	List(ctx context.Context, a store.Actor, kind wire.Kind, q store.Query) ([]wire.Record, string, error)
	Changes(ctx context.Context, a store.Actor, after string, limit int) (store.Page, error)
}

// Identities knows users, sessions and devices, and the store's own ids.
type Identities interface {
	ID() string
	History(ctx context.Context) (string, error)
	Mark() string
	Witness(ctx context.Context, mark string) error
	UserNamed(ctx context.Context, name string) (store.User, error)
	OpenSession(ctx context.Context, now time.Time, userID, device, old string) (string, store.Session, error)
	SessionOf(ctx context.Context, now time.Time, token string) (store.Session, error)
	CloseSession(ctx context.Context, handle string) error
	ChangePassword(ctx context.Context, userID, was, password, keep string) error
	Device(ctx context.Context, id string) (store.Device, error)
	PutDevices(ctx context.Context, devices []store.Device) error
}

// Photos keeps photos of delivery notes.
type Photos interface {
	SigningKey(ctx context.Context) ([]byte, error)
	AddPhoto(ctx context.Context, now time.Time, a store.Actor, dispatch, id string, expires time.Time) error
	PutPhoto(ctx context.Context, now time.Time, id, contentType string, content []byte) error
	Photo(ctx context.Context, a store.Actor, id string) (store.Photo, error)
	PhotosOf(ctx context.Context, a store.Actor, dispatch string) ([]wire.Photo, error)
}

// Config says what an API is made of. Only Store is required.
type Config struct {
	Store Store
	// Now is the clock; default time.Now.
	Now func() time.Time
	// Log gets one line a request, without customer data; default none.
	Log *slog.Logger
	// Random makes request, device and photo ids; default the system's source.
	Random io.Reader
	// Verify checks a password against what is stored of it; default
	// password.Verify. Tests avoid the cost of argon2 with it.
	Verify func(ctx context.Context, password, stored string) (bool, error)
	// Hash makes what is stored of a new password; default password.HashInTurn.
	Hash func(ctx context.Context, password string) (string, error)
	// TrustedProxies may say in X-Forwarded-For and X-Forwarded-Proto whom they
	// speak for; default nobody.
	TrustedProxies []netip.Prefix
	// Limits bound what one user and all together may ask; zero fields mean the
	// defaults of [DefaultLimits].
	Limits Limits
	// Observe is told of each answer, for metrics; default nobody.
	Observe func(Observation)
}

// Observation is what metrics learn of one answer. Route is the pattern, never
// the path: a path holds ids.
type Observation struct {
	Method, Route string
	Status        int
	Code          wire.Code // empty on success
	Took          time.Duration
}

// API is the handler of everything under /api/.
type API struct {
	Config
	draining atomic.Bool
	cross    *http.CrossOriginProtection
	gate     gate
	logins   *buckets // by name and address
	callers  *buckets // by address, for what needs no session
	users    *buckets
	contacts contacts
	outage   outage
}

// New makes the handler. It starts no goroutine and holds nothing that needs
// closing; [API.Flush] writes down the contacts with devices.
func New(c Config) *API {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Verify == nil {
		c.Verify = password.Verify
	}
	if c.Hash == nil {
		c.Hash = password.HashInTurn
	}
	if c.Observe == nil {
		c.Observe = func(Observation) {}
	}
	c.Limits = c.Limits.withDefaults()
	return &API{
		Config:   c,
		cross:    http.NewCrossOriginProtection(),
		gate:     newGate(c.Limits),
		logins:   newBuckets(c.Limits.Login),
		callers:  newBuckets(c.Limits.Caller),
		users:    newBuckets(c.Limits.User),
		contacts: contacts{heard: map[string]store.Device{}},
	}
}

// Drain makes every further request a 503 draining; those in flight finish.
func (a *API) Drain() { a.draining.Store(true) }

// Draining says whether Drain was called, for /readyz.
func (a *API) Draining() bool { return a.draining.Load() }
