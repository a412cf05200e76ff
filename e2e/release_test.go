package e2e

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"waybill/e2e/faultproxy"
	"waybill/e2e/stage"
	"waybill/web"
)

// release is a server of the app's files that can be given another version
// while phones look at it.
type release struct {
	t    testing.TB
	net  *faultproxy.Proxy
	site atomic.Pointer[web.Site]
	told atomic.Value // what the next passes of the worker's core are told
}

// programs builds the stand-in once for all stories.
var programs = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "waybill-stub-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "stub.wasm")
	ctx, cancel := context.WithTimeout(context.Background(), buildWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "build", "-ldflags", "-s -w", "-o", out, "./stubapp")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=nogreenteagc")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
})

// newRelease serves the app's own files with stand-in programs.
func newRelease(t testing.TB) *release {
	t.Helper()
	r := &release{t: t}
	r.told.Store("ok")
	r.deploy(nil)
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	proxy, err := faultproxy.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(proxy.Close)
	stage.Keep(t, "network.txt", proxy.Log)
	r.net = proxy
	return r
}

// deploy puts a version in place: the app's files with some of them changed.
func (r *release) deploy(change map[string]string) *web.Site {
	r.t.Helper()
	stub, err := programs()
	if err != nil {
		r.t.Fatal(err)
	}
	files := fstest.MapFS{}
	static := web.Static()
	err = fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(static, name)
		files[name] = &fstest.MapFile{Data: raw}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	for _, name := range []string{"app.wasm", "worker.wasm"} {
		files[name] = &fstest.MapFile{Data: stub}
		delete(files, name+".br")
		delete(files, name+".gz")
	}
	for name, text := range change {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	site, err := web.Load(files)
	if err != nil {
		r.t.Fatal(err)
	}
	r.site.Store(site)
	return site
}

// wasmWith returns the stand-in with a custom section at its end: another
// program by its bytes, the same by what it does.
func wasmWith(note string) string {
	stub, _ := programs() // deploy has reported its error
	section := append([]byte{byte(len(note))}, note...)
	return string(bytes.Join([][]byte{stub, {0, byte(len(section))}, section}, nil))
}

// ServeHTTP serves the files, the neutral page at every address of a page, and
// an API that counts and tells the core what to do.
func (r *release) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	site := r.site.Load()
	switch {
	case len(req.URL.Path) > 5 && req.URL.Path[:5] == "/api/":
		_, _ = io.WriteString(w, r.told.Load().(string))
	case site.Has(req.URL.Path) || filepath.Ext(req.URL.Path) != "":
		site.ServeHTTP(w, req)
	default:
		req.URL.Path = site.Shell()
		site.ServeHTTP(w, req)
	}
}
