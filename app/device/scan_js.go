package device

import (
	"context"
	"time"

	"github.com/hack-pad/safejs"

	"waybill/app/port"
	"waybill/idbqueue/idb"
)

// Badge puts a number on the app's icon. Where that is not possible nothing
// depends on it.
func (b *jsDevice) Badge(n int) {
	nav := Get("navigator")
	if f, err := nav.Get("setAppBadge"); err != nil || !truthy(f) {
		return
	}
	if p, err := nav.Call("setAppBadge", n); err == nil {
		go func() { _, _ = idb.Await(context.Background(), p) }()
	}
}

// CanScan says whether this browser reads barcodes.
func (b *jsDevice) CanScan() bool {
	return truthy(Get("BarcodeDetector")) && truthy(Get("navigator", "mediaDevices"))
}

// Scan looks at the camera's picture five times a second.
func (b *jsDevice) Scan(ctx context.Context, videoID string) (string, error) {
	video, err := Get("document").Call("getElementById", videoID)
	if err != nil || !truthy(video) {
		return "", port.ErrNoBrowser
	}
	stream, err := idb.Call(ctx, Get("navigator", "mediaDevices"), "getUserMedia", map[string]any{
		"video": map[string]any{"facingMode": "environment"},
	})
	if err != nil {
		return "", err
	}
	defer stopTracks(stream)
	if err := video.Set("srcObject", stream); err != nil {
		return "", err
	}
	if _, err := idb.Call(ctx, video, "play"); err != nil {
		return "", err
	}
	reader, err := Get("BarcodeDetector").New()
	if err != nil {
		return "", err
	}
	return firstCode(ctx, reader, video)
}

func firstCode(ctx context.Context, reader, video safejs.Value) (string, error) {
	for {
		found, err := idb.Call(ctx, reader, "detect", video)
		if err != nil {
			return "", err
		}
		if n, err := found.Length(); err == nil && n > 0 {
			first, err := found.Index(0)
			if err != nil {
				return "", err
			}
			return Str(first.Get("rawValue")), nil
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// stopTracks switches the camera off.
func stopTracks(stream safejs.Value) {
	tracks, err := stream.Call("getTracks")
	if err != nil {
		return
	}
	n, _ := tracks.Length()
	for i := range n {
		if track, err := tracks.Index(i); err == nil {
			_, _ = track.Call("stop")
		}
	}
}
