package stage

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// waiting are the functions of chromedp that wait for the browser, without an
// end unless their context has one.
var waiting = []string{"Run", "Do", "Call", "CallBrowser", "Events", "BrowserEvents", "Targets", "Cancel", "WaitNewTarget", "RunResponse", "WaitClosed"}

// TestEveryStepHasAnEndOfItsOwn holds the calls into the browser together in
// one file, which gives each an end. A test binary in the browser has go test's.
func TestEveryStepHasAnEndOfItsOwn(t *testing.T) {
	found := 0
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if d.IsDir() && slices.Contains([]string{"browser", "wasmexec", "node_modules"}, d.Name()) {
			return filepath.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := call.X.(*ast.Ident); !ok || pkg.Name != "chromedp" || !slices.Contains(waiting, call.Sel.Name) {
				return true
			}
			found++
			if name != filepath.Join("..", "stage", "step.go") {
				t.Errorf("%s calls chromedp.%s: use stage.%s, which has an end", name, call.Sel.Name, call.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("not even the stage calls the browser: the walk is broken")
	}
}
