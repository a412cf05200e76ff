// Package serve runs the server: it listens, keeps the certificates, renders
// the pages, and answers for health and metrics.
package serve
