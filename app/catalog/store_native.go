//go:build !js

package catalog

func newCopyStore() copyStore { return NewMemCopy() }
