// Package outbox shows the rep's writes as cards, with what can be done about
// each, and the pages that list them.
package outbox
