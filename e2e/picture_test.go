package e2e

import (
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
)

// picture makes a photo of a delivery note, more or less.
func picture(t *testing.T) string {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 800, 600))
	for y := range 600 {
		for x := range 800 {
			img.Set(x, y, color.RGBA{uint8(x), uint8(y), uint8(x ^ y), 255})
		}
	}
	name := filepath.Join(t.TempDir(), "note.jpg")
	f, err := os.Create(name)
	must(t, err)
	must(t, jpeg.Encode(f, img, nil))
	must(t, f.Close())
	return name
}
