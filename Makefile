# Waybill's tasks. `make help` lists them; .ci/run calls the same ones.

GO       ?= go
BIN      := bin
WASMEXEC := $(BIN)/wasmexec
# GOFLAGS stays the caller's own; these make the same bytes from one commit.
WASM_BUILD := GOOS=js GOARCH=wasm $(GO) build -trimpath -buildvcs=false -ldflags "-s -w"
# Packages with browser tests. `go test ./...` passes over a package whose
# files are all for js without a word, so they are looked up for js by name.
JS_PACKAGES = $$(GOOS=js GOARCH=wasm $(GO) list -e -f '{{range .TestGoFiles}}{{$$.ImportPath}} {{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$$.ImportPath}} {{.}}{{"\n"}}{{end}}' ./... | grep '_js_test\.go$$' | cut -d' ' -f1 | sort -u)

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

.PHONY: test-native
test-native: ## Run the tests that need no browser
	$(GO) test $$($(GO) list ./... | grep -v '/e2e$$')

.PHONY: test-wasm
test-wasm: chromium ## Run the browser halves of the tests in Chromium
	@$(GO) build -o $(WASMEXEC) ./e2e/wasmexec
	@packages="$(JS_PACKAGES)"; test -n "$$packages" || { echo "test-wasm: no package with browser tests found"; exit 1; }; \
	  GOOS=js GOARCH=wasm $(GO) test -exec=$(CURDIR)/$(WASMEXEC) $$packages

# The browser of all browser tests: installed where this user may, named where not.
.PHONY: chromium
chromium:
	@if command -v chromium >/dev/null || test -n "$$CHROMIUM"; then :; \
	elif test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium; \
	else echo "Chromium is missing. Install it: sudo apt-get install -y --no-install-recommends chromium"; exit 1; fi

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf $(BIN) e2e/out web/static/*.wasm web/static/*.wasm.br web/static/*.wasm.gz web/static/wasm_exec.js
