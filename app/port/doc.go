// Package port lists what the pages ask of the outside: outbox, office, local
// copy and device, as interfaces, and the values that pass through them.
package port
