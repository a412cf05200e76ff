package browser

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/sw"
	"waybill/sw/exchange"
)

// at asks the test host for an answer of a given kind.
func at(pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Add(pairs[i], pairs[i+1])
	}
	return "/answer?" + q.Encode()
}

const ours = "Waybill-Contract: 1"

func TestFetchBringsTheEvidenceOfEachKindOfAnswer(t *testing.T) {
	tests := []struct {
		name  string
		path  string
		proof sw.Proof
	}{
		{"the office", at("header", ours, "body", `{"id":"A"}`), sw.Proven},
		{"the office with an error", at("header", ours, "status", "503", "body", `{"code":"busy"}`), sw.Proven},
		{"a sign-in page", at("body", "<html>Welcome</html>"), sw.Unproven},
		{"JSON without the header", at("body", `{}`), sw.Unproven},
		{"the header over a page", at("header", ours, "body", "<html>"), sw.Unproven},
		{"a redirect", at("status", "302", "header", "Location: /answer?body={}", "header", ours), sw.Unproven},
		{"a redirect that keeps the method", at("status", "307", "header", "Location: /answer?body={}", "header", ours), sw.Unproven},
		{"a body cut short", at("header", ours, "body", `{"id":"A"}`, "cut", "1"), sw.NoAnswer},
		{"no such host", "http://127.0.0.1:1/", sw.NoAnswer},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ev := (&Fetch{Now: Now}).Send(context.Background(), exchange.Request{Method: "POST", Path: tt.path, Body: `{}`})
			if ev.Proof() != tt.proof {
				t.Fatalf("proof %d of %+v, want %d", ev.Proof(), ev, tt.proof)
			}
			if ev.LeftAt == 0 || ev.ArrivedAt < ev.LeftAt {
				t.Errorf("left %d, arrived %d", ev.LeftAt, ev.ArrivedAt)
			}
		})
	}
}

func TestFetchReadsTheHeadersThatVerdictsRest(t *testing.T) {
	ev := (&Fetch{Now: Now}).Send(context.Background(), exchange.Request{Method: "GET", Path: at(
		"header", ours, "header", "Retry-After: 120", "header", "Age: 7", "status", "429", "body", "{}")})
	if ev.Status != 429 || ev.RetryAfter != "120" || ev.Age != "7" || ev.Date == "" {
		t.Fatalf("evidence %+v", ev)
	}
}

// D55: what answers a question must have been asked it.
func TestAQuestionToTheOfficeIsAnsweredByNobodyElse(t *testing.T) {
	ask := func(query string) sw.Evidence {
		return (&Fetch{Now: Now}).Send(context.Background(), exchange.Request{Method: "GET", Path: "/api/v1" + at("header", ours, "body", "{}") + query})
	}
	cached := ask("")
	if len(cached.Ask) != 16 || cached.Proof() != sw.Unproven {
		t.Errorf("an answer that repeats nothing: %+v", cached)
	}
	if other := ask(""); other.Ask == cached.Ask {
		t.Error("two questions carry one value")
	}
	if ev := ask("&asked=1"); ev.Asked != ev.Ask || ev.Proof() != sw.Proven {
		t.Errorf("an answer that repeats the value: %+v", ev)
	}
	post := (&Fetch{Now: Now}).Send(context.Background(), exchange.Request{Method: "POST", Path: "/api/v1" + at("header", ours, "body", "{}"), Body: "{}"})
	if post.Ask != "" || post.Proof() != sw.Proven {
		t.Errorf("what is no question: %+v", post)
	}
}

func TestFetchSendsTheBodysOwnBytes(t *testing.T) {
	body := "{\"name\":\"<Müller & Söhne> \u2028\"}"
	ev := (&Fetch{Now: Now}).Send(context.Background(), exchange.Request{Method: "POST", Path: at("header", ours, "body", "@echo"), Body: body})
	if string(ev.Body) != body {
		t.Fatalf("arrived as %q", ev.Body)
	}
}

func TestALargeBodyTravelsPackedAndASmallOneAsItIs(t *testing.T) {
	for size, want := range map[int]string{100: "", 4 << 10: "gzip"} {
		ev := (&Fetch{Now: Now}).Send(context.Background(), exchange.Request{
			Method: "POST", Path: at("header", ours, "body", "@echo"), Body: `{"note":"` + strings.Repeat("x", size) + `"}`,
		})
		if got := strings.HasPrefix(string(ev.Body), "\x1f\x8b"); got != (want == "gzip") {
			t.Errorf("%d bytes: packed %v, want %q (%d arrived)", size, got, want, len(ev.Body))
		}
	}
}

func TestABodyThatWasPreparedTravelsAndNoOtherInItsPlace(t *testing.T) {
	f := &Fetch{Now: Now}
	soon, other := `{"note":"`+strings.Repeat("x", 4<<10)+`"}`, `{"note":"`+strings.Repeat("y", 5<<10)+`"}`
	send := func(body string) string {
		return string(f.Send(context.Background(), exchange.Request{Method: "POST", Path: at("header", ours, "body", "@echo"), Body: body}).Body)
	}
	want, wantOther := send(soon), send(other)
	if want == wantOther || !strings.HasPrefix(want, "\x1f\x8b") {
		t.Fatal("the two bodies cannot be told apart")
	}
	f.Pack(context.Background(), soon)
	if send(other) != wantOther {
		t.Error("another body was sent in place of the one that was asked for")
	}
	if f.ready.body != soon || send(soon) != want || f.ready.body != "" {
		t.Error("what was prepared is not what is sent, once")
	}
	f.Pack(context.Background(), `{}`)
	if send(`{}`) != `{}` {
		t.Error("a small body is packed")
	}
}

func TestWhatIsDoneMeanwhileEndsWithTheExchange(t *testing.T) {
	f := &Fetch{Now: Now}
	ran := 0
	ask := func(path string, bound time.Duration, do func(context.Context)) sw.Evidence {
		return f.Send(context.Background(), exchange.Request{Method: "GET", Path: path, Bound: bound, Meanwhile: do})
	}
	quick := at("header", ours, "body", "{}")
	ev := ask(quick, time.Minute, func(context.Context) { time.Sleep(50 * time.Millisecond); ran++ })
	if ran != 1 || ev.Proof() != sw.Proven {
		t.Errorf("ran %d times before the answer was handed over, proof %d", ran, ev.Proof())
	}
	if ev := ask(quick, time.Minute, func(context.Context) { panic("a bug") }); ev.Proof() != sw.Proven {
		t.Errorf("a panic costs the answer: %+v", ev)
	}
	ev = ask(at("header", ours, "delay", "1h"), 200*time.Millisecond, func(ctx context.Context) { <-ctx.Done(); ran++ })
	if ran != 2 || !ev.TimedOut {
		t.Errorf("at the bound it ran on: %d, %+v", ran, ev)
	}
}

func TestAnExchangeEndsAtItsBoundWhereverItStands(t *testing.T) {
	for name, path := range map[string]string{
		"before the head": at("header", ours, "delay", "1h"),
		"within the body": at("header", ours, "body", `{"id":"A"}`, "stall", "1"),
	} {
		t.Run(name, func(t *testing.T) {
			ev := (&Fetch{Now: Now}).Send(context.Background(), exchange.Request{Method: "GET", Path: path, Bound: 200 * time.Millisecond})
			if ev.Proof() != sw.NoAnswer || !ev.TimedOut {
				t.Fatalf("evidence %+v, want no answer, timed out", ev)
			}
		})
	}
}

func TestTheWebLockIsHandedOver(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	first, second := make(chan struct{}), make(chan struct{})
	var a, b Lock
	a.Take(ctx, func() { close(first) })
	<-first
	next, endNext := context.WithCancel(context.Background())
	defer endNext()
	b.Take(next, func() { close(second) })
	if a.At() == 0 || b.At() != 0 {
		t.Fatalf("held since %d and %d, want the first alone", a.At(), b.At())
	}
	end()
	<-second
	if b.At() == 0 {
		t.Fatal("the second does not know that it holds the lock")
	}
}

func TestALockThatComesAfterThePassIsGivenBack(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	pass, endPass := context.WithCancel(context.Background())
	var page, worker, next Lock
	got := make(chan struct{})
	page.Take(ctx, func() { close(got) })
	<-got
	worker.Take(pass, func() { t.Error("a pass that is over has the lock") })
	endPass()
	end()
	last, endLast := context.WithCancel(context.Background())
	defer endLast()
	handed := make(chan struct{})
	next.Take(last, func() { close(handed) })
	<-handed
	if worker.At() != 0 {
		t.Fatal("a pass that is over believes that it holds the lock")
	}
}

func TestALockThatIsYieldedGoesToWhoIsInLineAndComesBackWhenThatOneIsGone(t *testing.T) {
	ctx, end := context.WithCancel(context.Background())
	defer end()
	tab, gone := context.WithCancel(context.Background())
	var worker, page Lock
	got, other := make(chan struct{}, 2), make(chan struct{})
	worker.Take(ctx, func() { got <- struct{}{} })
	<-got
	first := worker.At()
	page.Take(tab, func() { close(other) })
	worker.Yield(ctx, func() { got <- struct{}{} })
	<-other
	if worker.At() != 0 {
		t.Fatal("two contexts hold the lock")
	}
	gone()
	<-got
	if worker.At() < first {
		t.Fatalf("the lock came back at %d, was here at %d", worker.At(), first)
	}
}
