// Package order is an order while it is typed: its lines, totals and
// quantities, and what the customer usually orders. It is pure.
package order
