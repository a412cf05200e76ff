//go:build !linux

package pgtest

// inMemory is nowhere here.
func inMemory() string { return "" }
