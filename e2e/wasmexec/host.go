package main

import (
	_ "embed"
	"encoding/json"
	"net/http"
)

//go:embed page.js
var pageJS []byte

const pageHTML = `<!doctype html><title>wasmexec</title><script src="/wasm_exec.js"></script><script src="/page.js"></script>`

// newHost returns the server of one test run: the page, the loader, the
// binary, its arguments, and the /answer route.
func newHost(binary string, loader []byte, prog program) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", asset("text/html; charset=utf-8", []byte(pageHTML)))
	mux.HandleFunc("GET /page.js", asset("text/javascript", pageJS))
	mux.HandleFunc("GET /wasm_exec.js", asset("text/javascript", loader))
	mux.HandleFunc("GET /favicon.ico", asset("image/x-icon", nil))
	mux.HandleFunc("GET /program.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(prog)
	})
	mux.HandleFunc("GET /test.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, binary)
	})
	mux.HandleFunc("/answer", answer)
	mux.HandleFunc("/api/v1/answer", answer)
	return mux
}

func asset(contentType string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(body)
	}
}
