package client

import "waybill/server/wire"

// Draft is a write as a form hands it over. Body is encoded once, here, and
// never again.
type Draft struct {
	Key     string // ULID made when the form opened: pressed five times, it is one write
	Op      wire.Op
	Record  string // client id of a create (may equal Key), else the record it changes
	Body    any    // a wire body
	Title   string // what it is, in words
	Parents []string
}
