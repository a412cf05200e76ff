// Command icons draws the app's icons into web/static/icons. Run it by hand
// after a change of the drawing: `go run ./web/icons`. Its PNG files are kept
// in the repository, so that no build depends on it.
package main

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
)

// size is the side of the drawing's own grid.
const size = 64

// shape is one filled polygon of the drawing, painted in order.
type shape struct {
	fill   color.NRGBA
	points [][2]float64
}

var (
	blue   = color.NRGBA{0x0b, 0x3d, 0x5c, 0xff}
	paper  = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	fold   = color.NRGBA{0x9f, 0xc3, 0xd9, 0xff}
	orange = color.NRGBA{0xe0, 0x7b, 0x1a, 0xff}
)

// waybill is a sheet with a folded corner and an arrow that leaves it.
var waybill = []shape{
	{paper, [][2]float64{{18, 12}, {38, 12}, {46, 20}, {46, 52}, {18, 52}}},
	{fold, [][2]float64{{38, 12}, {38, 20}, {46, 20}}},
	{orange, [][2]float64{{24, 32}, {36, 32}, {36, 26}, {46, 35}, {36, 44}, {36, 38}, {24, 38}}},
}

func main() {
	dir := filepath.Join("web", "static", "icons")
	for name, icon := range map[string]struct {
		pixels int
		scale  float64 // of the sheet: a maskable icon keeps to the inner 80 %
	}{
		"icon-192.png":         {192, 1},
		"icon-512.png":         {512, 1},
		"maskable-512.png":     {512, 0.8},
		"apple-touch-icon.png": {180, 0.9},
	} {
		if err := write(filepath.Join(dir, name), draw(icon.pixels, icon.scale)); err != nil {
			fmt.Fprintln(os.Stderr, "icons:", err)
			os.Exit(1)
		}
	}
}

// draw paints the icon. Each pixel is the mean of 4 × 4 samples, which
// smooths the edges.
func draw(pixels int, scale float64) *image.NRGBA {
	const samples = 4
	img := image.NewNRGBA(image.Rect(0, 0, pixels, pixels))
	for y := range pixels {
		for x := range pixels {
			var r, g, b int
			for i := range samples * samples {
				px := (float64(x) + (float64(i%samples)+0.5)/samples) * size / float64(pixels)
				py := (float64(y) + (float64(i/samples)+0.5)/samples) * size / float64(pixels)
				c := at((px-size/2)/scale+size/2, (py-size/2)/scale+size/2)
				r, g, b = r+int(c.R), g+int(c.G), b+int(c.B)
			}
			const n = samples * samples
			img.SetNRGBA(x, y, color.NRGBA{uint8(r / n), uint8(g / n), uint8(b / n), 0xff})
		}
	}
	return img
}

// at is the colour of one point: that of the last shape over it.
func at(x, y float64) color.NRGBA {
	c := blue
	for _, s := range waybill {
		if inside(s.points, x, y) {
			c = s.fill
		}
	}
	return c
}

// inside counts the polygon's edges to the right of the point: odd is inside.
func inside(points [][2]float64, x, y float64) bool {
	in := false
	for i, p := range points {
		q := points[(i+1)%len(points)]
		if (p[1] > y) != (q[1] > y) && x < (q[0]-p[0])*(y-p[1])/(q[1]-p[1])+p[0] {
			in = !in
		}
	}
	return in
}

func write(name string, img image.Image) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
