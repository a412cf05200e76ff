// Package drain sends what is queued: it reads the outbox, asks package sw what
// is to be done, does it under the lease, and records what came of it. One
// goroutine at a time drains; only the lease says which context may.
package drain
