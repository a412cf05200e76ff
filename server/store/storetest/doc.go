// Package storetest is the one suite that a store passes on either database.
// Each test opens a store of its own, so that they may run beside each other.
package storetest
