# Waybill's tasks. `make help` lists them; .ci/run calls the same ones.

GO       ?= go
SHELL    := /bin/bash
BIN      := bin
WASMEXEC := $(BIN)/wasmexec
# The platform of the browser's programs. The newer collector (Green Tea) marks
# large heaps on many processors faster; a page has a heap of some megabytes and
# one processor, and the collector's code is 1 % of what a phone loads.
JS := GOOS=js GOARCH=wasm GOEXPERIMENT=nogreenteagc
# GOFLAGS stays the caller's own; these make the same bytes from one commit.
# Without inlining (-l) a program is a little longer and, after brotli, 8 % smaller.
# Inlining in the runtime alone wins back nearly all the speed that this costs,
# for 2 %, which the page has room for; in its maps it costs nothing.
# Without Go's build id (a hash of all that was compiled, linked or not) a
# program changes only with its code; brotli's result swings with it by 3 kB.
WASM_BUILD := $(JS) $(GO) build -trimpath -buildvcs=false -ldflags "-s -w -buildid=" -gcflags=all=-l -gcflags=internal/runtime/...=
# The page links go-app without its server: see web/slim.
PAGE_BUILD := $(WASM_BUILD) -gcflags=runtime= -modfile=$(BIN)/page.mod
# Packages with browser tests. `go test ./...` passes over a package whose
# files are all for js without a word, so they are looked up for js by name.
JS_PACKAGES = $$($(JS) $(GO) list -e -f '{{range .TestGoFiles}}{{$$.ImportPath}} {{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$$.ImportPath}} {{.}}{{"\n"}}{{end}}' ./... | grep '_js_test\.go$$' | cut -d' ' -f1 | sort -u)

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

# Brotli's level: 11 is what is shipped and weighed; QUALITY=5 saves a minute a build.
QUALITY ?= 11

# The wasm programs depend on every Go file, so they are built each time (the
# build cache makes that quick) and replaced only when their bytes changed.
.PHONY: wasm
wasm: slim
	$(PAGE_BUILD) -o $(BIN)/app.wasm ./wasm/app
	$(WASM_BUILD) -o $(BIN)/worker.wasm ./wasm/worker
	@for name in app worker; do cmp -s $(BIN)/$$name.wasm web/static/$$name.wasm || cp $(BIN)/$$name.wasm web/static/$$name.wasm; done
	@cmp -s "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/static/wasm_exec.js || cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/static/wasm_exec.js
	@$(GO) run ./web/pack -cache $(BIN) -quality $(QUALITY) web/static/app.wasm web/static/worker.wasm

.PHONY: slim
slim:
	@mkdir -p $(BIN)
	@$(GO) run ./web/slim -out $(BIN)

.PHONY: build
build: wasm ## Build both wasm programs and bin/waybill with everything in it
	$(GO) build -trimpath -o $(BIN)/waybill ./server

.PHONY: run
run: build ## Build, and serve a demo on http://127.0.0.1:8080 (data in data/)
	@mkdir -p data
	$(BIN)/waybill serve --addr 127.0.0.1:8080 --db data/waybill.db --demo

.PHONY: test
test: ## Run every test, and name the ten slowest; installs Chromium where it may
	@mkdir -p $(BIN) && rm -f $(BIN)/times
	@$(MAKE) --no-print-directory test-native test-wasm e2e TIMES="-times $(CURDIR)/$(BIN)/times"; status=$$?; \
	  $(GOTEST) -table $(BIN)/times; exit $$status

# Runs go test and says what each test took. TIMES is where `make test` collects
# the times of its parts.
GOTEST := GO=$(GO) $(BIN)/gotest
TIMES  ?=

.PHONY: gotest
gotest:
	@$(GO) build -o $(BIN)/gotest ./e2e/gotest

.PHONY: test-native
test-native: postgres gotest ## Run the tests that need no browser
	@$(GOTEST) $(TIMES) -timeout 25m $$($(GO) list ./... | grep -vE '/e2e(/engines|/stage)?$$')

.PHONY: sim
sim: ## Run the seeded world: make sim SEEDS=100000, or tell one story: make sim SEED=7 (OLD=1: copies live for days; MANY=1: hundreds of writes)
	@$(GO) run ./e2e/sim/cmd -seeds $(or $(SEEDS),2000) -seed $(or $(SEED),0) $(if $(OLD),-old) $(if $(MANY),-many)

.PHONY: sim-fleet
sim-fleet: ## Run 1,000 and 20,000 devices through outages; draws arrivals per second
	@$(GO) run ./e2e/sim/fleet -svg docs/img/arrivals.svg

FUZZTIME ?= 30s

.PHONY: fuzz
fuzz: ## Fuzz classifier, Retry-After, holds, the entry codec, the office's bodies and imported files, FUZZTIME each
	@for target in FuzzClassify FuzzRetryAfter FuzzHolds; do $(GO) test -run XXX -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) ./sw || exit 1; done
	@for target in $$($(GO) test -list '^Fuzz' ./idbqueue | grep '^Fuzz'); do $(GO) test -run XXX -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) ./idbqueue || exit 1; done
	@$(GO) test -run XXX -fuzz '^FuzzBodies$$' -fuzztime $(FUZZTIME) ./server/api
	@$(GO) test -run XXX -fuzz '^FuzzRead$$' -fuzztime $(FUZZTIME) ./server/table

.PHONY: test-wasm
test-wasm: chromium gotest ## Run the browser halves of the tests in Chromium
	@$(GO) build -o $(WASMEXEC) ./e2e/wasmexec
	@packages="$(JS_PACKAGES)"; test -n "$$packages" || { echo "test-wasm: no package with browser tests found"; exit 1; }; \
	  $(JS) $(GOTEST) $(TIMES) -exec=$(CURDIR)/$(WASMEXEC) $$packages

.PHONY: e2e
e2e: build chromium gotest ## Run the end-to-end stories: real browser, real server, fault proxy
	@$(GOTEST) $(TIMES) -count=1 -timeout 25m -parallel 2 ./e2e ./e2e/stage

.PHONY: bench
bench: chromium ## Measure the outbox in Chromium beside plain JavaScript on the same schema, and starts in short
	@$(MAKE) --no-print-directory bench-start STARTS=20
	@$(GO) build -o $(WASMEXEC) ./e2e/wasmexec
	@$(JS) $(GO) test -count=1 -tags bench -timeout 30m -v -run '^TestSpeed$$' -exec=$(CURDIR)/$(WASMEXEC) ./idbqueue

.PHONY: e2e-crash
e2e-crash: build chromium ## Kill the browser 200 times while it saves and sends (ROUNDS)
	@set -o pipefail; WAYBILL_CRASH_ROUNDS=$(or $(ROUNDS),200) $(GO) test -count=1 -timeout 60m -v -run TestNoAcknowledgedOrderIsLost ./e2e | tee $(BIN)/crash.log; \
	  status=$$?; grep -h 'rounds .* lost' $(BIN)/crash.log; exit $$status

# The server's second database, run by its tests as a private cluster.
.PHONY: postgres
postgres:
	@if command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb >/dev/null 2>&1; then :; \
	elif test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends postgresql; \
	else echo "PostgreSQL is missing. Install it: sudo apt-get install -y --no-install-recommends postgresql"; exit 1; fi

# From e2e: the stage looks for the server beside it.
.PHONY: bench-net
bench-net: build chromium ## Measure a bad network in Chromium: batches, singles, a common queue
	@$(GO) build -o $(BIN)/bench-net ./e2e/bench/net && cd e2e && ../$(BIN)/bench-net

.PHONY: bench-device
bench-device: build chromium ## Measure a weak device: saving and draining, throttled 4 and 6 times
	@$(GO) build -o $(BIN)/bench-device ./e2e/bench/device && cd e2e && ../$(BIN)/bench-device

.PHONY: bench-start
bench-start: build chromium ## Measure starts: the worker's core 200 times, the page cold and warm, throttled 1 and 4 times
	@$(GO) build -o $(BIN)/bench-start ./e2e/bench/start && cd e2e && ../$(BIN)/bench-start -starts $(or $(STARTS),200)

.PHONY: lighthouse
lighthouse: build chromium ## Let Lighthouse look at the main pages: accessibility and best practices must be 100
	@command -v npm >/dev/null || { echo "Node and npm are missing: Lighthouse runs on them. Install them: sudo apt-get install -y --no-install-recommends nodejs npm"; exit 1; }
	@cd e2e && { test -d node_modules/lighthouse || npm install --no-audit --no-fund --no-package-lock; } && $(GO) build -o ../$(BIN)/lighthouse ./lighthouse && ../$(BIN)/lighthouse

.PHONY: test-browsers
test-browsers: build browsers ## Tell the main stories in Firefox and WebKit
	$(GO) test -count=1 -timeout 20m ./e2e/engines

.PHONY: browsers
browsers:
	@if command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null; then :; \
	elif test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb; \
	else echo "Firefox or WebKit is missing. Install them: sudo apt-get install -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb"; exit 1; fi

.PHONY: bench-server
bench-server: postgres ## Measure the server: rates beside the bare driver, 2,000 devices at once
	@$(GO) run ./server/internal/bench

# The browser of all browser tests: installed where this user may, named where not.
.PHONY: chromium
chromium:
	@if command -v chromium >/dev/null || test -n "$$CHROMIUM"; then :; \
	elif test "$$(id -u)" = 0 && command -v apt-get >/dev/null; then \
	  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium; \
	else echo "Chromium is missing. Install it: sudo apt-get install -y --no-install-recommends chromium"; exit 1; fi

# Linters are built once, natively: `go run` under GOOS=js would build them for js.
STATICCHECK := $(BIN)/staticcheck-v0.8.2
GOFUMPT     := $(BIN)/gofumpt-v0.12.0

$(STATICCHECK):
	@mkdir -p $(BIN)/install && GOBIN=$(CURDIR)/$(BIN)/install $(GO) install honnef.co/go/tools/cmd/staticcheck@v0.8.2 && mv $(BIN)/install/staticcheck $@

$(GOFUMPT):
	@mkdir -p $(BIN)/install && GOBIN=$(CURDIR)/$(BIN)/install $(GO) install mvdan.cc/gofumpt@v0.12.0 && mv $(BIN)/install/gofumpt $@

# What is linked into wasm; the server's half does not build for js.
JS_SIDE := ./wasm/... ./app/... ./idbqueue/... ./sw/exchange ./sw/drain ./sw/client ./sw/browser ./sw/page ./sw/worker ./sw/alert ./sw ./server/wire

.PHONY: lint
lint: $(STATICCHECK) $(GOFUMPT) ## Tidy go.mod, vet and staticcheck for both platforms, gofumpt
	@$(GO) mod tidy -diff || { echo "go.mod is not tidy: run 'go mod tidy'"; exit 1; }
	$(GO) vet ./...
	$(JS) $(GO) vet $(JS_SIDE)
	$(STATICCHECK) ./...
	$(JS) $(STATICCHECK) $(JS_SIDE)
	@files="$$(find . -name '*.go' -not -path './$(BIN)/*' -exec $(GOFUMPT) -l {} +)"; test -z "$$files" || { echo "gofumpt would change:"; echo "$$files"; exit 1; }

.PHONY: docs
docs: ## Write the tables of docs/contract.md from server/wire
	@$(GO) run ./docs/tables

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf $(BIN) e2e/out web/static/*.wasm web/static/*.wasm.br web/static/*.wasm.gz web/static/wasm_exec.js
