// Package message says a state, a reason, a refusal or a difference as a
// sentence in the rep's language.
package message
