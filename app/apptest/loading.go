//go:build !js

package apptest

import "waybill/app/port"

// StillLoading is a catalogue in the middle of something.
type StillLoading struct {
	port.Catalogue
	State port.Freshness
}

func (c StillLoading) Fresh() port.Freshness { return c.State }
