package main

import "net/http"

// pages answers everything outside the API: the app's pages and files.
func pages() (http.Handler, error) {
	return http.NotFoundHandler(), nil
}
