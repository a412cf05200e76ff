//go:build !js

// Package wasm holds the browser's two programs. This test guards what gets
// linked into them and how the sources are split.
package wasm

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = ".." // of the module

// rule forbids packages, and all below them, to what pkg links.
type rule struct {
	pkg, platform string
	forbidden     map[string]string // package → reason
}

// own stands for every package of this module.
const own = "waybill"

var rules = []rule{
	{"./wasm/worker", "js", map[string]string{
		"net/http":                            "costs 7 MB raw; the worker speaks fetch",
		"github.com/maxence-charriere/go-app": "brings net/http, and a worker has no page",
		"github.com/cenkalti/backoff":         "with math/rand it costs 3 kB; only a page retries inside itself",
		"testing":                             "test code in the product: flags, and half a megabyte",
		"math/rand":                           "the browser has Math.random",
		"waybill/app":                         "a worker has no page",
		"waybill/sw/client":                   "a worker has no rep",
		"waybill/sw/page":                     "a worker has no page",
		"waybill/server":                      "the server's half; wire alone is shared",
	}},
	{"./wasm/app", "js", map[string]string{
		"net/http":             "a fifth of the page's weight; the page speaks fetch, and links go-app without its server",
		"crypto/tls":           "the browser's own",
		"testing":              "test code in the product",
		"waybill/server/api":   "the server's half; wire alone is shared",
		"waybill/server/store": "the server's half; wire alone is shared",
	}},
	{"./server/wire", "linux", map[string]string{own: "the contract knows nobody", "net/http": "the worker links it"}},
	{"./idbqueue", "linux", map[string]string{own: "the outbox knows nothing of HTTP or of orders", "net/http": "the worker links it"}},
	{"./idbqueue/entry", "linux", map[string]string{own: "an entry knows nobody", "math/rand": "it is pure"}},
	{"./sw", "linux", map[string]string{
		"waybill/idbqueue/idb": "the core decides about values; who stores them is around it", "github.com/hack-pad/safejs": "the core is pure",
		"waybill/app": "pages look at delivery, never the reverse", "waybill/server": "the server's half; wire alone is shared",
		"net/http": "the worker links it",
	}},
	{"./sw/drain", "linux", map[string]string{"waybill/app": "pages look at delivery, never the reverse", "waybill/sw/client": "the worker drains, and has no rep", "net/http": "the worker links it"}},
	{"./sw/client", "linux", map[string]string{"waybill/app": "pages look at delivery, never the reverse", "waybill/sw/drain": "a page asks; only the drain sends", "net/http": "the page links it"}},
	{"./app", "linux", map[string]string{"waybill/server": "the server renders pages, pages know no server; wire alone is shared"}},
	{"./server/store", "linux", map[string]string{own: "a store knows only the contract"}},
	{"./server/api", "linux", map[string]string{"waybill/app": "the API has no pages", "waybill/sw": "the client's half", "waybill/idbqueue": "the client's half"}},
}

// TestPackagesLinkOnlyWhatTheyMay is the arrows of the program's shape, and
// the weight of the worker.
func TestPackagesLinkOnlyWhatTheyMay(t *testing.T) {
	for _, r := range rules {
		deps := linked(t, r.pkg, r.platform)
		self := own + strings.TrimPrefix(r.pkg, ".")
		for _, dep := range deps {
			if dep == self || strings.HasPrefix(dep, self+"/") || dep == "waybill/server/wire" || strings.HasPrefix(dep, "waybill/server/wire/") {
				continue
			}
			for forbidden, reason := range r.forbidden {
				if dep == forbidden || strings.HasPrefix(dep, forbidden+"/") {
					t.Errorf("%s links %s: %s", r.pkg, dep, reason)
				}
			}
		}
	}
}

func linked(t *testing.T, pkg, goos string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", pkg)
	if pkg == "./wasm/app" {
		run(t, "make", "slim")
		cmd.Args = append(cmd.Args[:2], "-modfile=bin/page.mod", "-deps", pkg)
	}
	cmd.Dir = root
	cmd.Env = os.Environ()
	if goos == "js" {
		cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=nogreenteagc")
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -deps %s: %v", pkg, err)
	}
	return strings.Fields(string(out))
}

// TestOnlyJSFilesTouchJavaScript keeps js.Value below one line: above it,
// everything builds and is tested natively.
func TestOnlyJSFilesTouchJavaScript(t *testing.T) {
	js := []string{`"syscall/js"`, `"github.com/hack-pad/safejs"`}
	for _, src := range sources(t) {
		stem := strings.TrimSuffix(strings.TrimSuffix(src.name, ".go"), "_test")
		for _, imp := range src.file.Imports {
			if slices.Contains(js, imp.Path.Value) && !strings.HasSuffix(stem, "_js") {
				t.Errorf("%s imports %s: only _js.go files may", src.name, imp.Path.Value)
			}
		}
	}
}

// TestEveryPackageSaysWhatItIsFor wants one package comment in each folder.
func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	documented := map[string]bool{}
	for _, src := range sources(t) {
		dir := filepath.Dir(src.name)
		documented[dir] = documented[dir] || src.file.Doc != nil
	}
	if len(documented) < 8 {
		t.Fatalf("only %d packages found: the walk is broken", len(documented))
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package in %s has no comment", dir)
		}
	}
}

// budgets are the most bytes, after brotli, that a rep on a slow line is
// asked to load. What they hold at the moment is in the test's failure.
var budgets = map[string]int64{
	"worker.wasm.br": 900_000,
	"app.wasm.br":    1_800_000,
}

func TestTheProgramsKeepToTheirSizeBudget(t *testing.T) {
	run(t, "make", "wasm")
	for name, budget := range budgets {
		packed, err := os.ReadFile(filepath.Join(root, "web", "static", name))
		if err != nil {
			t.Fatal(err)
		}
		if size := int64(len(packed)); size > budget {
			t.Errorf("%s has %d bytes, %d over its budget", name, size, size-budget)
		}
	}
}

// run runs a command in the module's folder.
func run(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
}

// TestTwoBuildsOfOneTreeAreTheSameBytes is what the build id stands on. The
// second build comes from another folder name, as on another machine.
func TestTwoBuildsOfOneTreeAreTheSameBytes(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(here, elsewhere); err != nil {
		t.Fatal(err)
	}
	run(t, "make", "slim")
	for program, flags := range map[string][]string{"worker": nil, "app": {"-modfile=bin/page.mod", "-gcflags=runtime="}} {
		if first, second := build(t, here, program, flags), build(t, elsewhere, program, flags); !bytes.Equal(first, second) {
			t.Errorf("two builds of %s differ: %d and %d bytes", program, len(first), len(second))
		}
	}
}

func build(t *testing.T, dir, program string, flags []string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), program)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-gcflags=all=-l", "-gcflags=internal/runtime/...=")
	cmd.Args = append(append(cmd.Args, flags...), "-o", out, "./wasm/"+program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=nogreenteagc", "PWD="+dir)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build in %s: %v\n%s", dir, err, msg)
	}
	built, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return built
}

type source struct {
	name string
	file *ast.File
}

// sources parses the head of every Go file of the module.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "bin" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly|parser.ParseComments)
		all = append(all, source{name, file})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
