package main

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"
)

func TestFullJitterSpreadsAFleetAndParksNothing(t *testing.T) {
	var outcomes []Outcome
	for _, j := range Jitters {
		o, err := Simulate(Case{300, 5 * time.Minute, j}, 1)
		if err != nil {
			t.Fatal(err)
		}
		outcomes = append(outcomes, o)
	}
	if err := held(outcomes); err != nil {
		t.Error(err)
	}
	worse := outcomes[len(outcomes)-1]
	worse.Peak = 0
	if held([]Outcome{outcomes[0], outcomes[1], worse}) == nil {
		t.Error("a fleet without jitter that peaks lower is not noticed")
	}
	if again, err := Simulate(outcomes[0].Case, 1); err != nil || again.Requests != outcomes[0].Requests || again.Drained != outcomes[0].Drained {
		t.Errorf("the same seed gives another outcome: %v", err)
	}
}

func TestThePictureIsWhole(t *testing.T) {
	o := Outcome{Case: Case{10, time.Minute, Jitters[0]}, Arrivals: []int{3, 0, 9}, Peak: 9, Mean: 3, Drained: time.Minute}
	picture := Picture("a < b", []Outcome{o, o})
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if strings.Count(picture, "full jitter: peak 9") != 2 {
		t.Error("a panel is missing")
	}
}
