package device

import (
	"context"

	"github.com/hack-pad/safejs"

	"waybill/app/port"
	"waybill/idbqueue/idb"
)

// bytesOf makes a Uint8Array.
func bytesOf(data []byte) (safejs.Value, error) {
	a, err := Get("Uint8Array").New(len(data))
	if err != nil {
		return a, err
	}
	_, err = safejs.CopyBytesToJS(a, data)
	return a, err
}

// bytesIn reads a Blob.
func bytesIn(ctx context.Context, blob safejs.Value) ([]byte, error) {
	buffer, err := idb.Call(ctx, blob, "arrayBuffer")
	if err != nil {
		return nil, err
	}
	a, err := Get("Uint8Array").New(buffer)
	if err != nil {
		return nil, err
	}
	n, err := a.Length()
	if err != nil {
		return nil, err
	}
	data := make([]byte, n)
	_, err = safejs.CopyBytesToGo(data, a)
	return data, err
}

// Save offers a file: a link with a download name is pressed for the rep.
func (b *jsDevice) Save(name, mime string, data []byte) error {
	a, err := bytesOf(data)
	if err != nil {
		return err
	}
	blob, err := Get("Blob").New([]any{a}, map[string]any{"type": mime})
	if err != nil {
		return err
	}
	address, err := Get("URL").Call("createObjectURL", blob)
	if err != nil {
		return err
	}
	link, err := Get("document").Call("createElement", "a")
	if err != nil {
		return err
	}
	for k, v := range map[string]any{"href": address, "download": name} {
		if err := link.Set(k, v); err != nil {
			return err
		}
	}
	_, err = link.Call("click")
	// The browser reads the address after the click; it is given up later.
	_, _ = safejs.Global().Call("setTimeout", revoker(address), 60_000)
	return err
}

func revoker(address safejs.Value) safejs.Value {
	f, err := Get("URL", "revokeObjectURL").Call("bind", Get("URL"), address)
	if err != nil {
		return safejs.Undefined()
	}
	return f
}

// chosen is the file in a file input; the input is emptied, so that the same
// file can be chosen again.
func chosen(inputID string) (safejs.Value, error) {
	input, err := Get("document").Call("getElementById", inputID)
	if err != nil || !truthy(input) {
		return safejs.Undefined(), port.ErrNoBrowser
	}
	files, err := input.Get("files")
	if err != nil {
		return safejs.Undefined(), err
	}
	file, err := files.Call("item", 0)
	if err != nil || !truthy(file) {
		return safejs.Undefined(), port.ErrNoBrowser
	}
	return file, input.Set("value", "")
}

// File reads the file chosen in the file input with that id.
func (b *jsDevice) File(ctx context.Context, inputID string) ([]byte, error) {
	file, err := chosen(inputID)
	if err != nil {
		return nil, err
	}
	return bytesIn(ctx, file)
}

// Picture draws the chosen picture anew: smaller, and without what the camera
// wrote beside it, the place above all.
func (b *jsDevice) Picture(ctx context.Context, inputID string, limit int) ([]byte, error) {
	file, err := chosen(inputID)
	if err != nil {
		return nil, err
	}
	bitmap, err := idb.Call(ctx, safejs.Global(), "createImageBitmap", file)
	if err != nil {
		return nil, err
	}
	for _, side := range []float64{2400, 1600, 1000} {
		data, err := drawn(ctx, bitmap, side)
		if err != nil {
			return nil, err
		}
		if len(data) <= limit {
			return data, nil
		}
	}
	return nil, port.ErrNoBrowser
}

// drawn is the picture as JPEG, its longer side at most side pixels.
func drawn(ctx context.Context, bitmap safejs.Value, side float64) ([]byte, error) {
	w, h := num(bitmap.Get("width")), num(bitmap.Get("height"))
	scale := min(1, side/max(w, h, 1))
	w, h = max(1, w*scale), max(1, h*scale)
	canvas, err := Get("OffscreenCanvas").New(int(w), int(h))
	if err != nil {
		return nil, err
	}
	pen, err := canvas.Call("getContext", "2d")
	if err != nil {
		return nil, err
	}
	if _, err := pen.Call("drawImage", bitmap, 0, 0, int(w), int(h)); err != nil {
		return nil, err
	}
	blob, err := idb.Call(ctx, canvas, "convertToBlob", map[string]any{"type": "image/jpeg", "quality": 0.82})
	if err != nil {
		return nil, err
	}
	return bytesIn(ctx, blob)
}
