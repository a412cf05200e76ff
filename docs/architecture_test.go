//go:build !js

package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named is a link whose text is a name in backquotes, to a file of code.
var named = regexp.MustCompile("\\[`([^`]+)`\\]\\(([^)#]+\\.(?:go|js))\\)")

func TestEachHopOfTheArchitectureNamesWhatIsInItsFile(t *testing.T) {
	hops := named.FindAllStringSubmatch(texts(t, ".md")["docs/architecture.md"], -1)
	if len(hops) < 50 {
		t.Fatalf("only %d hops found: the search is broken", len(hops))
	}
	declared := map[string]map[string]bool{}
	for _, hop := range hops {
		name, file := hop[1], path.Join("docs", hop[2])
		if strings.HasSuffix(file, name[strings.LastIndex(name, "/")+1:]) {
			continue // the text is the file's own name
		}
		if declared[file] == nil {
			declared[file] = declarations(t, file)
		}
		if !declared[file][name] {
			t.Errorf("%s declares no %s", file, name)
		}
	}
}

// declarations are the functions, types, variables and constants of a file;
// a method is named with its receiver: "Outbox.Add".
func declarations(t *testing.T, file string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Error(err)
		return found
	}
	if strings.HasSuffix(file, ".js") {
		for _, m := range regexp.MustCompile(`(?m)^(?:async )?function (\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			found[m[1]] = true
		}
		return found
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return found
	}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			found[receiver(d)+d.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					found[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range s.Names {
						found[name.Name] = true
					}
				}
			}
		}
	}
	return found
}

// receiver is "Type." of a method, empty for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	x := f.Recv.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if generic, ok := x.(*ast.IndexExpr); ok {
		x = generic.X
	}
	return x.(*ast.Ident).Name + "."
}

func TestEachPackageHasItsLineInTheArchitecture(t *testing.T) {
	page := texts(t, ".md")["docs/architecture.md"]
	packages := map[string]bool{}
	for file := range texts(t, ".go") {
		packages[path.Dir(file)] = true
	}
	if len(packages) < 60 {
		t.Fatalf("only %d packages found: the walk is broken", len(packages))
	}
	for pkg := range packages {
		if !strings.Contains(page, "\n| [`"+pkg+"`](") {
			t.Errorf("%s has no line in architecture.md", pkg)
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| \\[`([^`.]+)`\\]\\(").FindAllStringSubmatch(page, -1) {
		if !packages[m[1]] {
			t.Errorf("architecture.md has a line for %s, which is no package", m[1])
		}
	}
}
