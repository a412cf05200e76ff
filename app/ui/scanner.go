package ui

import (
	"context"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/port"
)

// Scanner reads a barcode with the camera, where the browser can. The picker
// whose id it has takes the code as if it had been typed.
type Scanner struct {
	app.Compo
	Ports *port.Ports
	ID    string

	stop   context.CancelFunc // not nil: the camera is on
	failed bool
}

// OnDismount ends the camera.
func (s *Scanner) OnDismount() { s.end() }

func (s *Scanner) end() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
}

func (s *Scanner) video() string { return s.ID + "-camera" }

// Render is a button, and the camera's picture while it is on.
func (s *Scanner) Render() app.UI {
	t := s.Ports.Words()
	label := t.Scan
	if s.stop != nil {
		label = t.ScanStop
	}
	return app.Div().Class("scanner").Body(
		Button(label, s.ID+"-scan", "quiet", false, s.onPress),
		When(s.stop != nil, func() app.UI {
			return app.Video().ID(s.video()).Attr("playsinline", "true").Muted(true).Aria("label", t.Scan)
		}),
		When(s.failed, func() app.UI { return Note(LookNeutral, t.ScanFailed) }),
	)
}

func (s *Scanner) onPress(ctx app.Context, _ app.Event) {
	defer Caught(ctx)
	if s.stop != nil {
		s.end()
		return
	}
	camera, stop := context.WithCancel(ctx)
	s.stop, s.failed = stop, false
	// The picture's element is there after the next rendering.
	ctx.Defer(func(ctx app.Context) {
		Work(ctx, func(context.Context) (string, error) { return s.Ports.Device.Scan(camera, s.video()) }, s.Read)
	})
}

// Read takes what the camera has read, or why it has read nothing.
func (s *Scanner) Read(ctx app.Context, code string, err error) {
	pressed := s.stop == nil // by the rep: no fault
	s.end()
	switch {
	case err == nil:
		ctx.NewActionWithValue(ActionScan, TextTyped{s.ID, code})
	case !pressed:
		s.failed = true
	}
}
