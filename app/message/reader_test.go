//go:build !js

package message

import (
	"strings"
	"testing"

	"waybill/app/apptest"
)

func TestC45AnOrderTakenByAWrongClockSaysThatItsTimeIsUncertain(t *testing.T) {
	r := Reader{Ports: apptest.New().Ports}
	const received = "2026-11-30T10:00:00Z"
	for placed, uncertain := range map[string]bool{
		"2026-11-30T09:59:00Z": false, "2026-11-30T10:04:00Z": false, "2026-11-23T08:00:00Z": false,
		"2026-12-01T12:00:00Z": true, "2023-11-30T10:00:00Z": true, "1970-01-01T00:10:00Z": true,
	} {
		got := r.Taken(placed, received)
		if strings.Contains(got, "clock was wrong") != uncertain || uncertain && !strings.Contains(got, "received by the office Mon 30 Nov 2026 10:00") {
			t.Errorf("%s: %q", placed, got)
		}
	}
}
