package web

// Policy is the content policy of every page and file. Nothing inline, nothing
// from elsewhere; wasm may be compiled; pictures may come from memory.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

// Headers stand on every page and file. The worker keeps its files with these,
// whatever a proxy on the way has added or changed.
var Headers = map[string]string{
	"Content-Security-Policy":    Policy,
	"X-Content-Type-Options":     "nosniff",
	"Referrer-Policy":            "same-origin",
	"Cross-Origin-Opener-Policy": "same-origin",
}
