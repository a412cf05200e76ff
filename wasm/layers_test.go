//go:build !js

package wasm

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Packages of others that not every package may import.
const (
	goApp  = "github.com/maxence-charriere/go-app/v10/pkg/app"
	safejs = "github.com/hack-pad/safejs"
)

// layers lists the packages that are linked into the browser's programs, the
// lowest first, and what each may import of this module and of [goApp] and
// [safejs]. A new import is a decision: it is written down here. What is below
// server/wire (fingerprint, money) is allowed where wire is.
var layers = []struct {
	pkg string
	may []string
}{
	{"server/wire", nil},
	{"idbqueue/entry", nil},
	{"idbqueue/idb", []string{safejs}},
	{"idbqueue", []string{"idbqueue/entry", "idbqueue/idb", safejs}},

	{"sw", []string{"server/wire", "idbqueue/entry"}},
	{"sw/newid", nil},
	{"sw/exchange", []string{"server/wire", "sw", safejs}},
	{"sw/alert", []string{"idbqueue/entry", "sw"}},
	{"sw/drain", []string{"server/wire", "idbqueue/entry", "idbqueue", "sw", "sw/exchange"}},
	{"sw/client", []string{"server/wire", "idbqueue/entry", "idbqueue", "sw", "sw/exchange", "sw/alert"}},
	{"sw/browser", []string{"server/wire", "idbqueue", "idbqueue/idb", "sw", "sw/exchange", "sw/drain", safejs}},
	{"sw/page", []string{"idbqueue/entry", "idbqueue", "idbqueue/idb", "sw", "sw/alert", "sw/drain", "sw/client", "sw/browser", safejs}},
	{"sw/worker", []string{"idbqueue", "idbqueue/idb", "sw", "sw/alert", "sw/drain", "sw/browser", safejs}}, // no client: a worker has no rep

	{"app/sorting", nil},
	{"app/i18n", []string{"server/wire"}},
	{"app/port", []string{"server/wire", "idbqueue/entry", "sw", "sw/client", "app/i18n"}},
	{"app/order", []string{"server/wire", "app/sorting", "app/i18n"}},
	{"app/device", []string{"idbqueue/idb", "sw/browser", "app/i18n", "app/port", goApp, safejs}},
	{"app/catalog", []string{"server/wire", "idbqueue/entry", "idbqueue/idb", "sw", "sw/client", "sw/browser", "app/sorting", "app/port", "app/device", goApp, safejs}},
	{"app/message", []string{"server/wire", "idbqueue/entry", "sw", "sw/client", "app/i18n", "app/port", "app/order"}},
	{"app/ui", []string{"server/wire", "idbqueue/entry", "sw", "app/i18n", "app/port", "app/order", "app/catalog", "app/message", goApp}},
	{"app/receipt/pdf", nil},
	{"app/receipt", []string{"server/wire", "idbqueue/entry", "sw", "sw/client", "app/i18n", "app/port", "app/order", "app/message", "app/ui", "app/receipt/pdf", goApp}},
	{"app/layout", []string{"server/wire", "idbqueue/entry", "sw", "app/i18n", "app/port", "app/message", "app/ui", goApp}},
	{"app/outbox", []string{"server/wire", "idbqueue/entry", "sw", "sw/client", "app/sorting", "app/i18n", "app/port", "app/message", "app/ui", "app/receipt", "app/layout", goApp}},
	{"app/form", []string{"server/wire", "idbqueue/entry", "sw", "sw/client", "app/sorting", "app/i18n", "app/port", "app/order", "app/message", "app/ui", "app/receipt", "app/layout", "app/outbox", goApp}},
	{"app/page", []string{"server/wire", "idbqueue/entry", "sw", "app/i18n", "app/port", "app/order", "app/catalog", "app/message", "app/ui", "app/receipt", "app/layout", "app/outbox", goApp}},
	{"app", []string{"app/i18n", "app/port", "app/form", "app/outbox", "app/page", goApp}},
}

// testOnly are packages that only tests import.
var testOnly = []string{"idbqueue/idbqueuetest", "app/fake", "app/apptest"}

func TestEachPackageImportsOnlyWhatItMay(t *testing.T) {
	known := map[string]bool{}
	for i, l := range layers {
		known[l.pkg] = true
		for _, may := range l.may {
			if may != goApp && may != safejs && !slices.ContainsFunc(layers[:i], func(below struct {
				pkg string
				may []string
			},
			) bool {
				return below.pkg == may
			}) {
				t.Errorf("the table lets %s import %s, which is not below it", l.pkg, may)
			}
		}
	}
	for _, platform := range []string{"linux", "js"} {
		found := imports(t, platform)
		if len(found) < len(layers) {
			t.Fatalf("%s: only %d packages found: the list is broken", platform, len(found))
		}
		for pkg := range found {
			if !known[pkg] && !slices.Contains(testOnly, pkg) && !strings.HasPrefix(pkg, "server/wire/") {
				t.Errorf("%s stands in no layer", pkg)
			}
		}
		for _, l := range layers {
			for _, imported := range found[l.pkg] {
				name, ours := strings.CutPrefix(imported, own+"/")
				if !ours && name != goApp && name != safejs {
					continue
				}
				if strings.HasPrefix(name, "server/wire/") {
					name = "server/wire"
				}
				if name != l.pkg && !slices.Contains(l.may, name) {
					t.Errorf("%s imports %s: its layer does not allow that", l.pkg, name)
				}
			}
		}
	}
}

// imports lists what each package of the browser's side imports by itself.
func imports(t *testing.T, platform string) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./app/...", "./sw/...", "./idbqueue/...", "./server/wire/...")
	cmd.Dir, cmd.Env = root, os.Environ()
	if platform == "js" {
		cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list for %s: %v", platform, err)
	}
	found := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		found[strings.TrimPrefix(fields[0], own+"/")] = fields[1:]
	}
	return found
}

// pure packages decide about values: time and luck are arguments.
var pure = []string{"idbqueue/entry", "sw", "app/i18n", "app/order", "app/sorting"}

var (
	impure = []string{"context", "log", "os", "sync", "sync/atomic", "syscall/js", "math/rand", "math/rand/v2", "crypto/rand", safejs, goApp}
	clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}
)

func TestPurePackagesHaveNoClockNoLuckAndNoContext(t *testing.T) {
	for _, pkg := range pure {
		names, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no files found: %v", pkg, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, imp := range file.Imports {
				if slices.Contains(impure, strings.Trim(imp.Path.Value, `"`)) {
					t.Errorf("%s imports %s, and its package is pure", name, imp.Path.Value)
				}
			}
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.GoStmt:
					t.Errorf("%s starts a goroutine, and its package is pure", name)
				case *ast.SelectorExpr:
					if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(clocks, n.Sel.Name) {
						t.Errorf("%s calls time.%s, and its package is pure", name, n.Sel.Name)
					}
				}
				return true
			})
		}
	}
}
