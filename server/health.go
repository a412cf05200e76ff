package main

import (
	"context"
	"errors"
	"net/http"
	"time"

	"waybill/server/api"
	"waybill/server/store"
)

var errDraining = errors.New("shutting down")

// readiness says why no traffic should come here, nil if it should.
func readiness(ctx context.Context, a *api.API, st *store.DB) error {
	if a.Draining() {
		return errDraining
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return st.Ping(ctx)
}

// health answers a health question without detail: strangers may ask.
func health(w http.ResponseWriter, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		w.Write([]byte(`{"status":"unavailable"}`))
		return
	}
	w.Write([]byte(`{"status":"ok"}`))
}
