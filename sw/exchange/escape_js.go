package exchange

import "github.com/hack-pad/safejs"

// Escape makes a text fit for a query, by the browser's own rule: net/url
// would be 17 KB that the worker loads for nothing.
func Escape(s string) string {
	v, err := safejs.Global().Call("encodeURIComponent", s)
	if err != nil {
		return ""
	}
	escaped, err := v.String()
	if err != nil {
		return ""
	}
	return escaped
}
