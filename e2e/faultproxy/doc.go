// Package faultproxy is the network between a browser and the server, as bad
// as a test wants it. A [Proxy] passes everything on until a rule says
// otherwise; a rule names a method, a path, how often, and a [Fault]:
//
//	p.Script("POST", "/api/v1/orders", 1, faultproxy.ResetAfter())
//
// loses the answer of the next order after the server stored it.
//
// Every request is written down as a [Hit], faulty or not, so that a test can
// wait for one and count what reached the server. Keep-alives are off towards
// the browser: on a reused connection a browser repeats a request that was
// reset by itself, POST too, and the page would never see the fault. A story of
// just that calls [Proxy.KeepAlive].
//
// It knows nothing of Waybill. It does not slow a connection down; a fault
// that waits does so until its test lets go, the browser leaves or the proxy
// closes, never by the clock alone.
package faultproxy
