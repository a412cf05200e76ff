package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"waybill/server/api"
	"waybill/server/demo"
	"waybill/server/store"
	"waybill/server/wire"
)

// A device in the rush has this many orders to send, and after its last one
// goes on as a working day does: a new order every now and then.
const (
	rushOrders = 5
	rushPause  = 10 * time.Second
)

// tally is what the rush came to.
type tally struct {
	mu                       sync.Mutex
	took                     []time.Duration // of answers that were a verdict
	stored                   map[string]int  // 201 by id
	verdicts, shed, internal int
	other                    map[int]int
	lost                     int // orders without a verdict at the end
}

// rush lets all devices reconnect at the same moment.
func rush(ctx context.Context, s settings, name string, st *store.DB, sum *summary) error {
	srv, err := serve(ctx, st, api.Limits{})
	if err != nil {
		return err
	}
	defer srv.close()
	tokens, err := sessions(ctx, st, s.devices)
	if err != nil {
		return err
	}
	t := &tally{stored: map[string]int{}, other: map[int]int{}}
	end := time.Now().Add(s.rush)
	var wg sync.WaitGroup
	for _, token := range tokens {
		wg.Go(func() { t.device(ctx, srv, token, end) })
	}
	wg.Wait()
	return t.conclude(ctx, name, s, st, sum)
}

// sessions signs every device in, each with a user of its own.
func sessions(ctx context.Context, st *store.DB, n int) ([]string, error) {
	tokens, now := make([]string, n), time.Now()
	for i := range tokens {
		u := store.User{User: wire.User{ID: fmt.Sprintf("01KDVDNEM0W%015d", i), Name: fmt.Sprint("rep", i), Role: wire.RoleRep}}
		if err := st.AddUser(ctx, now, u); err != nil {
			return nil, err
		}
		var err error
		if tokens[i], _, err = st.OpenSession(ctx, now, u.ID, "d", ""); err != nil {
			return nil, err
		}
	}
	return tokens, nil
}

// device sends its orders one at a time, each again as it is until it has a
// verdict, waiting as the server asks and with jitter as the contract does.
func (t *tally) device(ctx context.Context, srv *server, token string, end time.Time) {
	for sent := 0; time.Now().Before(end); sent++ {
		if sent >= rushOrders && !pause(rushPause/2+rand.N(rushPause), end) {
			return
		}
		body, err := wire.Encode(newOrder())
		if err != nil {
			panic(err)
		}
		if !t.send(ctx, srv, token, body, end) {
			return
		}
	}
}

// send ends with a verdict, or when the time is over.
func (t *tally) send(ctx context.Context, srv *server, token string, body []byte, end time.Time) bool {
	for failures := 0; ; failures++ {
		began := time.Now()
		status, _, after, err := srv.post(ctx, token, wire.KindOrders.ListPath(), body)
		t.count(body, status, time.Since(began), err)
		if err == nil && (status == 201 || status == 409) {
			return true
		}
		wait := rand.N(min(15*time.Minute, 5*time.Second<<min(failures, 8)))
		if secs, bad := strconv.Atoi(after); bad == nil {
			wait = time.Duration(secs)*time.Second + rand.N(time.Duration(secs)*time.Second)
		}
		if !pause(wait, end) {
			t.mu.Lock()
			t.lost++
			t.mu.Unlock()
			return false
		}
	}
}

// pause waits, or says that the time would be over.
func pause(d time.Duration, end time.Time) bool {
	if time.Now().Add(d).After(end) {
		return false
	}
	time.Sleep(d)
	return true
}

func (t *tally) count(body []byte, status int, took time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err != nil:
		t.other[0]++
	case status == 201:
		t.stored[string(body[7:33])]++
		t.verdicts, t.took = t.verdicts+1, append(t.took, took)
	case status == 409:
		t.verdicts, t.took = t.verdicts+1, append(t.took, took)
	case status == 503, status == 429:
		t.shed++
	case status == 500:
		t.internal++
	default:
		t.other[status]++
	}
}

// conclude compares what was answered with what is stored.
func (t *tally) conclude(ctx context.Context, name string, s settings, st *store.DB, sum *summary) error {
	missing, manager := 0, store.Actor{ID: demo.Mia, Role: wire.RoleManager}
	all := make([]string, 0, len(t.stored))
	twice := 0
	for id, n := range t.stored {
		all = append(all, id)
		twice += n - 1
	}
	for page := range slices.Chunk(all, wire.IDsMax) {
		recs, err := st.ByIDs(ctx, manager, wire.KindOrders, page)
		if err != nil {
			return err
		}
		missing += len(page) - len(recs)
	}
	slices.Sort(t.took)
	p := func(q float64) time.Duration {
		if len(t.took) == 0 {
			return 0
		}
		return t.took[int(float64(len(t.took)-1)*q)].Round(100 * time.Microsecond)
	}
	sum.rush(name, s, t, missing, twice, p(0.5), p(0.99))
	return nil
}
