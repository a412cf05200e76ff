// Package receipt makes the customer's copy of an order, as text, as PDF and on
// the page, and hands it on.
package receipt
