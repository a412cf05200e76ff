//go:build !js

package sw

import "net/url"

// escape makes a text fit for a query.
func escape(s string) string { return url.QueryEscape(s) }
