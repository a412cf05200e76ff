package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// fact is one exported constant, with the comment behind it in its line.
type fact struct {
	name, typed, comment string
	value                constant.Value
}

// text is the value of a constant that is text.
func (f fact) text() string { return constant.StringVal(f.value) }

// readConstants lists the exported constants of package wire, which lies in dir,
// in the order of files and lines.
func readConstants(dir string) ([]fact, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("%s: no files: %v", dir, err)
	}
	sort.Strings(names)
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, name, src, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	if _, err := conf.Check(wire, set, files, info); err != nil {
		return nil, err
	}
	return constantsOf(files, info), nil
}

func constantsOf(files []*ast.File, info *types.Info) (facts []fact) {
	for _, file := range files {
		for _, d := range file.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				s := spec.(*ast.ValueSpec)
				for _, name := range s.Names {
					if c, ok := info.Defs[name].(*types.Const); ok && name.IsExported() {
						facts = append(facts, fact{name.Name, c.Type().String(), strings.TrimSpace(s.Comment.Text()), c.Val()})
					}
				}
			}
		}
	}
	return facts
}
