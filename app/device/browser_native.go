//go:build !js

package device

import "waybill/app/port"

// New makes the device port.
func New() port.Device { return Native{} }
