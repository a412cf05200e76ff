// Package slowlink is a slow line between a browser and the server: a latency and
// a bandwidth for each direction, answers that get lost after the server has
// stored what was asked, and a count of every byte.
//
//	line, err := shape.New("127.0.0.1:8080")
//	line.Shape(shape.RoundTrip(300*time.Millisecond, 250_000, 625_000))
//
// It works on the connection, message by message: what it counts is what went
// over the wire, headers included. Connections stay open as a browser likes
// them; a new one costs the round trip of its handshake. A message is passed on
// once it is whole, which for exchanges of a few KB is what a line does too. It
// leaves out slow start, packet loss that the network repairs by itself, and TLS.
//
// It knows nothing of Waybill. Faults other than a lost answer are the business
// of package faultproxy.
package slowlink
