package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program is what the page hands to Go's loader.
type program struct {
	Argv []string          `json:"argv"`
	Env  map[string]string `json:"env"`
}

// testArgs returns the program's arguments without those that make it open a
// file: the page has none. Without the test log, go test only forgoes caching.
func testArgs(args []string) []string {
	kept := []string{filepath.Base(args[0])}
	for _, arg := range args[1:] {
		if !strings.HasPrefix(arg, "-test.testlogfile=") && !strings.HasPrefix(arg, "-test.gocoverdir=") {
			kept = append(kept, arg)
		}
	}
	return kept
}

// testEnv keeps the variables that are meant for tests. The loader allows 12
// KiB of arguments and environment in all, which a usual shell exceeds.
func testEnv(environ []string) map[string]string {
	env := map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "WAYBILL_") || name == "GODEBUG" || name == "GOTRACEBACK" || name == "TZ" {
			env[name] = value
		}
	}
	return env
}

// toolchainLoader reads wasm_exec.js of the Go that runs now: loader and
// binary must be of one version.
func toolchainLoader() ([]byte, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("ask go for GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lib", "wasm", "wasm_exec.js"))
}
