// Package catalog is the local copy of customers, products, orders and
// deliveries: it pulls the changes, keeps them in the browser, and searches
// them.
package catalog
