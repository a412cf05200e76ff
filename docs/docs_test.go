//go:build !js

// Package docs holds the project's documents. Its test keeps what they say of
// the code, and what the code says of them, true.
package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = ".."

// texts are the files of the project with an ending, by their path from the
// root; what is built is left out.
func texts(t *testing.T, endings ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if d.IsDir() && (name == "bin" || name == ".git" || name == "e2e/out" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		for _, ending := range endings {
			if !d.IsDir() && strings.HasSuffix(name, ending) {
				b, err := os.ReadFile(path)
				all[filepath.ToSlash(name)] = string(b)
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)

func TestEveryLinkOfTheDocumentsLeadsToAFile(t *testing.T) {
	pages := texts(t, ".md")
	if len(pages) < 10 {
		t.Fatalf("only %d pages found: the walk is broken", len(pages))
	}
	for page, text := range pages {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
			}
		}
	}
}

var (
	caseNumber = regexp.MustCompile(`\b([CD][0-5][0-9])\b|Test([CD][0-5][0-9])[A-Z]`)
	section    = regexp.MustCompile(`\bsections? ([0-9]+)\b`)
	heldBy     = regexp.MustCompile("`(Test[A-Za-z0-9]+)` in \\[`([^`]+)`\\]")
)

func TestEveryCaseAndSectionThatTheCodeNamesIsInTheDocuments(t *testing.T) {
	pages, code := texts(t, ".md"), texts(t, ".go")
	cases, contract := pages["docs/failure-cases.md"], pages["docs/contract.md"]
	named := 0
	for file, text := range code {
		for _, m := range caseNumber.FindAllStringSubmatch(text, -1) {
			named++
			if n := m[1] + m[2]; !strings.Contains(cases, "### "+n+" ") {
				t.Errorf("%s names %s, which is no failure case", file, n)
			}
		}
		for _, m := range section.FindAllStringSubmatch(text, -1) {
			named++
			if !strings.Contains(contract, "## "+m[1]+". ") {
				t.Errorf("%s names section %s, which the contract has not", file, m[1])
			}
		}
	}
	if named < 50 {
		t.Fatalf("only %d names found: the search is broken", named)
	}
}

func TestEveryTestThatACaseNamesIsThere(t *testing.T) {
	code := texts(t, "_test.go")
	named := heldBy.FindAllStringSubmatch(texts(t, ".md")["docs/failure-cases.md"], -1)
	if len(named) < 50 {
		t.Fatalf("only %d tests found: the search is broken", len(named))
	}
	for _, m := range named {
		if !strings.Contains(code[m[2]], "func "+m[1]+"(") {
			t.Errorf("%s is not in %s", m[1], m[2])
		}
	}
}

func TestEveryTestThatTheDocumentsNameIsThere(t *testing.T) {
	code, named := strings.Builder{}, 0
	for _, text := range texts(t, "_test.go") {
		code.WriteString(text)
	}
	for page, text := range texts(t, ".md") {
		for _, name := range regexp.MustCompile(`\bTest[A-Z]\w*`).FindAllString(text, -1) {
			if named++; !strings.Contains(code.String(), "func "+name+"(") {
				t.Errorf("%s names %s, which is no test", page, name)
			}
		}
	}
	if named < 100 {
		t.Fatalf("only %d tests found: the search is broken", named)
	}
}

var (
	command  = regexp.MustCompile("(?m)(?:`|^    )make ([a-z0-9-]+)")
	pathName = regexp.MustCompile("`((?:app|docs|e2e|idbqueue|server|sw|wasm|web)/[a-zA-Z0-9_/-]*(?:\\.(?:go|js|md|css|json))?)`")
)

func TestEveryCommandAndPathThatTheDocumentsNameIsThere(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	commands, paths := 0, 0
	for page, text := range texts(t, ".md") {
		for _, m := range command.FindAllStringSubmatch(text, -1) {
			if commands++; !strings.Contains(string(makefile), "\n"+m[1]+":") {
				t.Errorf("%s names make %s, which is no target", page, m[1])
			}
		}
		for _, m := range pathName.FindAllStringSubmatch(text, -1) {
			paths++
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s names %s, which is not there", page, m[1])
			}
		}
	}
	if commands < 20 || paths < 100 {
		t.Fatalf("only %d commands and %d paths found: the search is broken", commands, paths)
	}
}

func TestEveryDecisionIsListed(t *testing.T) {
	pages := texts(t, ".md")
	list := pages["docs/decisions/README.md"]
	for page := range pages {
		name, ok := strings.CutPrefix(page, "docs/decisions/")
		if ok && name != "README.md" && !strings.Contains(list, "]("+name+")") {
			t.Errorf("%s is not in the list of decisions", page)
		}
	}
}

// fileName is a file of ours in a comment of code.
var fileName = regexp.MustCompile(`\b[a-z][a-z0-9_/]*\.go\b`)

// others are files of another module that comments name.
var others = map[string]bool{"web/slim/main.go resource.go": true}

func TestEveryFileThatACommentNamesIsThere(t *testing.T) {
	named := 0
	for file, text := range texts(t, ".go") {
		for line := range strings.Lines(text) {
			_, comment, found := strings.Cut(line, "// ")
			if indented, ok := strings.CutPrefix(line, "//\t"); ok {
				comment, found = indented, true
			}
			if !found {
				continue
			}
			for _, name := range fileName.FindAllString(comment, -1) {
				named++
				_, beside := os.Stat(filepath.Join(root, filepath.Dir(file), name))
				_, fromRoot := os.Stat(filepath.Join(root, name))
				if beside != nil && fromRoot != nil && !others[file+" "+name] {
					t.Errorf("%s names %s, which is not there", file, name)
				}
			}
		}
	}
	if named < 20 {
		t.Fatalf("only %d files found: the search is broken", named)
	}
}
