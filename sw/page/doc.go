// Package page wires delivery into a page: the outbox that is opened late, the
// client that the pages use, and the drain that runs while the page is open.
package page
