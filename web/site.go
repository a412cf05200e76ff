package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
)

// placeholder is what app.js and worker.js hold where their build goes.
const placeholder = "__WAYBILL_BUILD__"

// Site is every file of one build. It is read-only after [Load] and safe for
// concurrent use.
type Site struct {
	files map[string]*file
	build string
	shell string
	wasm  *file
	core  *file
}

// pageBuild is what app.js knows of its build.
type pageBuild struct {
	ID     string `json:"id"`
	Wasm   string `json:"wasm"`   // address of the page's program
	Bytes  int    `json:"bytes"`  // its length once decoded, for the progress bar
	Policy string `json:"policy"` // the content policy of its pages
}

// workerBuild is what worker.js knows of its build: literal bytes, since a
// browser compares only this script to find that there is a new version.
type workerBuild struct {
	ID      string            `json:"id"`
	Shell   string            `json:"shell"`   // the page that starts offline, whatever the address
	Loader  string            `json:"loader"`  // wasm_exec.js of this build
	Core    string            `json:"core"`    // the worker's program
	Headers map[string]string `json:"headers"` // of everything that it stores
	Files   []shellFile       `json:"files"`
}

// shellFile is one file that an install stores.
type shellFile struct {
	URL    string `json:"url"`
	Hash   string `json:"hash"`             // SHA-256 of the decoded body, hex
	Type   string `json:"type"`             // its media type
	Needed bool   `json:"needed,omitempty"` // without it nothing starts offline
}

// Load reads a static folder and lays out the site. Errors: a hand-written
// file is missing or unreadable. Wasm that was never built is no error, so
// that the server's own tests need no wasm build.
func Load(static fs.FS) (*Site, error) {
	src, err := readAll(static)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"app.js", "app.css", "worker.js", "shell.html", "manifest.webmanifest"} {
		if src[name] == nil {
			return nil, fmt.Errorf("web: %s is missing", name)
		}
	}
	src["app.js"] = pageScript(src)
	s := &Site{files: map[string]*file{}, build: buildID(src)}
	s.layOut(src)
	return s, nil
}

// pageScript is the page's script as one file: its parts in page/ by their
// names, then app.js, which starts what they define.
func pageScript(src map[string][]byte) []byte {
	var names []string
	for name := range src {
		if strings.HasPrefix(name, "page/") {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	var script []byte
	for _, name := range append(names, "app.js") {
		script = append(append(script, src[name]...), '\n')
	}
	return script
}

// readAll returns the folder's files by their slash-separated names.
func readAll(static fs.FS) (map[string][]byte, error) {
	src := map[string][]byte{}
	err := fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src[name], err = fs.ReadFile(static, name)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("web: read static files: %w", err)
	}
	return src, nil
}

// buildID names the content as a whole, the headers with it. The compressed
// forms are left out: they say the same, and a build without them is the same
// build.
func buildID(src map[string][]byte) string {
	var names []string
	for name := range src {
		if ext := path.Ext(name); ext != ".br" && ext != ".gz" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	var list strings.Builder
	fmt.Fprintln(&list, Headers) // a map prints in the order of its keys
	for _, name := range names {
		fmt.Fprintf(&list, "%s %s\n", hashOf(src[name]), name)
	}
	return hashOf([]byte(list.String()))[:hashDigits]
}

// layOut gives every file its address. The page's script comes before the
// worker's, which carries the hashes of all others.
func (s *Site) layOut(src map[string][]byte) {
	s.wasm = s.addWasm(src, "app")
	s.core = s.addWasm(src, "worker")
	loader := newFile("/wasm_exec.js", src["wasm_exec.js"])
	hashedLoader := loader.named("/web/", "wasm_exec", ".js")
	shell := newFile("/web/shell.html", src["shell.html"]).named("/web/", "shell", ".html")
	s.shell = shell.path
	s.add(loader, hashedLoader, shell)
	s.add(newFile("/app.css", src["app.css"]), newFile("/manifest.webmanifest", src["manifest.webmanifest"]))
	s.add(newFile("/app.js", fill(src["app.js"], pageBuild{ID: s.build, Wasm: s.wasm.path, Bytes: len(s.wasm.raw), Policy: Policy})))
	for name, raw := range src {
		if strings.HasPrefix(name, "icons/") || strings.HasPrefix(name, "screenshots/") {
			s.add(newFile("/web/"+name, raw))
		}
	}
	worker := newFile("/app-worker.js", fill(src["worker.js"], workerBuild{
		ID: s.build, Shell: shell.path, Loader: hashedLoader.path, Core: s.core.path, Headers: Headers,
		Files: s.shellFiles("/app.js", "/app.css", loader.path, hashedLoader.path, shell.path, s.wasm.path),
	}))
	worker.csp = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
	s.add(worker)
}

// addWasm adds a program under its hashed name, and under its plain one for
// people and tools. The hashed one is returned.
func (s *Site) addWasm(src map[string][]byte, stem string) *file {
	plain := newFile("/web/"+stem+".wasm", src[stem+".wasm"])
	plain.br, plain.gz = src[stem+".wasm.br"], src[stem+".wasm.gz"]
	hashed := plain.named("/web/", stem, ".wasm")
	if len(plain.raw) > 0 {
		s.files[plain.path], s.files[hashed.path] = plain, hashed
	}
	return hashed
}

func (s *Site) add(files ...*file) {
	for _, f := range files {
		f.compress()
		s.files[f.path] = f
	}
}

// shellFiles lists what a phone keeps. Nothing starts offline without the
// needed ones; the others (pictures, the manifest, the worker's program, which
// sends what is entered) may come later. Screenshots are for the install dialog
// alone, and plain twins of hashed names for people.
func (s *Site) shellFiles(needed ...string) []shellFile {
	var list []shellFile
	for address, f := range s.files {
		twin := address == "/web/app.wasm" || address == "/web/worker.wasm"
		if !twin && !strings.HasPrefix(address, "/web/screenshots/") {
			list = append(list, shellFile{URL: address, Hash: f.hash, Type: f.mediaType, Needed: slices.Contains(needed, address)})
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].URL < list[j].URL })
	return list
}

// fill puts a build into a script as a JSON literal, which is valid JavaScript.
func fill(script []byte, build any) []byte {
	literal, err := json.Marshal(build)
	if err != nil {
		panic(err) // strings and integers always encode
	}
	return []byte(strings.Replace(string(script), placeholder, string(literal), 1))
}

// ErrNotBuilt says that the server was linked without the wasm programs.
var ErrNotBuilt = errors.New("the app's wasm is not built into this server: run `make build`")

// Built returns [ErrNotBuilt] for a site without its programs.
func (s *Site) Built() error {
	if len(s.wasm.raw) == 0 || len(s.core.raw) == 0 {
		return ErrNotBuilt
	}
	return nil
}

// Build is the build id: 16 hex digits over all content.
func (s *Site) Build() string { return s.build }

// Shell is the address of the neutral page that starts at any address.
func (s *Site) Shell() string { return s.shell }

// WasmBytes is the decoded length of the page's program.
func (s *Site) WasmBytes() int { return len(s.wasm.raw) }

// Resolve maps the plain name of a file to the address that this build serves
// it under. It makes Site a resource resolver for go-app.
func (s *Site) Resolve(name string) string {
	if name == "/web/app.wasm" {
		return s.wasm.path
	}
	return name
}
