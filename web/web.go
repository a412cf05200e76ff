package web

import (
	"embed"
	"io/fs"
)

//go:embed static
var embedded embed.FS

// Static returns the embedded files, hand-written and built.
func Static() fs.FS {
	static, err := fs.Sub(embedded, "static")
	if err != nil {
		panic(err) // the name is a constant of this file
	}
	return static
}
