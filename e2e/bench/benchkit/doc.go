// Package benchkit is what the benchmarks in a browser have in common: a stand-in
// for a test, so that they play on the same stage as the stories; orders to be
// sent; and a report of claims, each with the number that it rests on.
//
// A benchmark is a program, not a test: it prints its summary last and ends
// non-zero when a claim does not hold.
package benchkit
