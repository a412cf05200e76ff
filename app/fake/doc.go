// Package fake has an outbox, an office and a device for tests of the pages.
package fake
