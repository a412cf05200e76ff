//go:build !js

package exchange

import "net/url"

// Escape makes a text fit for a query.
func Escape(s string) string { return url.QueryEscape(s) }
