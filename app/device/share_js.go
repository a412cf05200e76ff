package device

import (
	"context"

	"github.com/hack-pad/safejs"

	"waybill/app/port"
	"waybill/idbqueue/idb"
)

// CanShare asks the browser with an empty file of that type.
func (b *jsDevice) CanShare(mime string) bool {
	n := Get("navigator")
	if f, err := n.Get("share"); err != nil || !truthy(f) {
		return false
	}
	if mime == "" {
		return true
	}
	if f, err := n.Get("canShare"); err != nil || !truthy(f) {
		return false
	}
	data, err := shareData(port.Sheet{File: &port.File{Name: "copy.pdf", Mime: mime}})
	if err != nil {
		return false
	}
	ok, err := n.Call("canShare", data)
	return err == nil && truthy(ok)
}

// Share opens the sheet. A sheet that is closed rejects its promise with an
// AbortError: that is the rep's choice and no fault.
func (b *jsDevice) Share(ctx context.Context, s port.Sheet) error {
	mime := ""
	if s.File != nil {
		mime = s.File.Mime
	}
	if !b.CanShare(mime) {
		return port.ErrNoBrowser
	}
	data, err := shareData(s)
	if err != nil {
		return err
	}
	p, err := Get("navigator").Call("share", data)
	if err != nil {
		return err
	}
	return shareEnd(ctx, p)
}

// shareEnd waits for the sheet to close.
func shareEnd(ctx context.Context, p safejs.Value) error {
	// The name tells a closed sheet from a refused one; a message would not.
	named, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		if len(args) == 0 {
			return ""
		}
		return Str(args[0].Get("name"))
	})
	if err != nil {
		return err
	}
	defer named.Release()
	end, err := p.Call("then", safejs.Undefined(), named.Value())
	if err != nil {
		return err
	}
	v, err := idb.Await(ctx, end)
	switch {
	case err != nil:
		return err
	case v.IsUndefined():
		return nil
	case Str(v, nil) == "AbortError":
		return port.ErrClosed
	}
	return port.ErrNoBrowser
}

// Print opens the browser's own printing, which can also make a PDF.
func (b *jsDevice) Print() { _, _ = safejs.Global().Call("print") }

func shareData(s port.Sheet) (map[string]any, error) {
	if s.File == nil {
		return map[string]any{"title": s.Title, "text": s.Text}, nil
	}
	bytes, err := bytesOf(s.File.Data)
	if err != nil {
		return nil, err
	}
	f, err := Get("File").New([]any{bytes}, s.File.Name, map[string]any{"type": s.File.Mime})
	if err != nil {
		return nil, err
	}
	return map[string]any{"title": s.Title, "files": []any{f}}, nil
}
