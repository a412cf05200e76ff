// Package form holds the pages that make or correct a write: order, customer,
// product and delivery, with their drafts and the one saving that they share.
package form
