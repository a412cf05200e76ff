// Command fleet shows why jitter is not a detail: many devices, each with the
// real drain and an outbox in memory, before one modelled server that is away
// for a while.
//
// A whole company starts its shift within ten seconds and finds the office
// down. Everything that follows is the schedule's doing. The same fleet runs
// with full jitter over the whole interval, with the common ±10 %, and with
// none; arrivals per second are counted and drawn.
//
// The server is modelled, not run: it answers what it can in a second, and
// sheds the rest with 503. It leaves out the network, which would only smear
// what the picture shows.
package main
