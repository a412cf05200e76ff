//go:build !js

package catalog

import (
	"testing"
	"time"

	"waybill/server/wire"
	"waybill/sw"
	"waybill/sw/client"
)

func TestRetriesInAPageKeepToTheScheduleOfDelivery(t *testing.T) {
	p := pace{rand: func() float64 { return 0.5 }}
	for n := 1; n <= 9; n++ {
		if got, want := p.NextBackOff(), sw.Delay(n, 0.5); got != want {
			t.Errorf("pause %d: %v, want %v", n, got, want)
		}
	}
	p.Reset()
	if got := p.NextBackOff(); got != sw.Delay(1, 0.5) {
		t.Errorf("after a success: %v", got)
	}
}

func TestAPaceIsNeverFasterThanTheOfficeHasAsked(t *testing.T) {
	p := pace{rand: func() float64 { return 0 }}
	p.by(&client.Later{Problem: wire.NewProblem(wire.CodeBusy, ""), Wait: time.Minute})
	if got := p.NextBackOff(); got != time.Minute {
		t.Errorf("asked for a minute, waits %v", got)
	}
	p.by(client.ErrNoAnswer)
	if got := p.NextBackOff(); got != 0 {
		t.Errorf("no longer asked, waits %v", got)
	}
}
