// Package entry is one queued write: what it holds, the states that it can be
// in, and the moves that lead from one to the next. It is pure: no clock, no
// storage, no random number; the outbox stores what Apply returns.
package entry
