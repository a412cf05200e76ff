package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// goApp is the folder of the module's package app.
func goApp(t *testing.T) string {
	t.Helper()
	dir, err := sourceOf(module)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "pkg", "app")
}

func TestAFileThatGoAppHasNoMoreIsNamed(t *testing.T) {
	from := filepath.Join(t.TempDir(), "app")
	if err := os.MkdirAll(from, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{"page.go"}, server[1:]...) {
		if err := os.WriteFile(filepath.Join(from, name), []byte("package app\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := files(from, t.TempDir()); err == nil || !strings.Contains(err.Error(), server[0]) {
		t.Errorf("the error is %v, and should name %s", err, server[0])
	}
}

// bridge are the names of the page's script that go-app knows. Those above the
// line are in web/static/app.js. The others belong to what this app leaves out:
// go-app calls them only for who asks for it.
var bridge = []string{
	"goappGetenv", "goappNav", "goappOnUpdate", "goappUpdatedBeforeWasmLoaded",
	"goappOnAppInstallChange", "goappAppInstallChangedBeforeWasmLoaded",
	// –
	"goappKeepBodyClean", "goappTryUpdate", "goappIsAppInstallable", "goappIsAppleBrowser",
	"goappShowInstallPrompt", "goappNewNotification", "goappSubscribePushNotifications",
}

func TestGoAppKnowsNoOtherNamesOfThePagesScript(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(goApp(t), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	have := map[string]bool{}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasSuffix(base, "_test.go") || strings.HasPrefix(base, "scripts") || slices.Contains(server, base) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`"(goapp[A-Z]\w*)"`).FindAllStringSubmatch(string(text), -1) {
			have[found[1]] = true
		}
	}
	for name := range have {
		if !slices.Contains(bridge, name) {
			t.Errorf("go-app calls %s: does web/static/app.js need it?", name)
		}
	}
	for _, name := range bridge {
		if !have[name] {
			t.Errorf("go-app does not call %s any more", name)
		}
	}
}

// TestTheCopysResolverAnswersAsGoAppsOwn runs both beside each other: the copy
// has one function in the place of a file that it leaves out.
func TestTheCopysResolverAnswersAsGoAppsOwn(t *testing.T) {
	own := functions(t, filepath.Join(goApp(t), "resource.go"), "clientResourceResolver", "remoteLocation", "webLocation")
	copied := strings.Replace(string(resolver), "func clientResourceResolver(", "func ours(", 1)
	copied = strings.Replace(copied, "package app\n", "package main\n", 1)
	copied = strings.Replace(copied, `import "strings"`, `import ("fmt"; "os"; "strings")`, 1)
	program := copied + "\n" + own + `
func main() {
	for _, path := range os.Args[1:] {
		for _, base := range []string{"", "/web", "https://cdn.example.com"} {
			if a, b := ours(base)(path), clientResourceResolver(base)(path); a != b {
				fmt.Printf("%s under %q: %s, go-app says %s\n", path, base, a, b)
			}
		}
	}
}
`
	file := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", file, "/web/app.wasm", "web/icons/icon-192.png", "/app.css", "/app.js", "/orders/new",
		"https://example.com/web/x.png", "http://example.com/x.png", "/website/x", "/").CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// functions is the text of functions of a file.
func functions(t *testing.T, name string, wanted ...string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && slices.Contains(wanted, f.Name.Name) {
			parts = append(parts, string(text[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset]))
		}
	}
	if len(parts) != len(wanted) {
		t.Fatalf("%s has %d of %v: look again at resolver.txt", name, len(parts), wanted)
	}
	return strings.Join(parts, "\n")
}
