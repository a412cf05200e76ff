// Package apptest opens pages in tests: a device with an office behind it, and
// how a test types, taps and reads what is shown.
package apptest
