//go:build !js

package app

// NewBrowser makes the device port.
func NewBrowser() Device { return native{} }

func newCopyStore() copyStore { return newMemCopy() }
