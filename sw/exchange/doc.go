// Package exchange is one request to the server and the interface of what sends
// it. What comes back is evidence, which package sw judges.
package exchange
