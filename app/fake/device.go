package fake

import (
	"context"

	"waybill/app/device"
	"waybill/app/i18n"
	"waybill/app/port"
)

// Device is the native twin with a clock that stands still.
type Device struct {
	device.Native
	Offline bool
	TabName string   // names the tab
	Tabs    []string // those that are open
	Ahead   int64
	Saved   []string
	SaveErr error // of Save

	IsApart, Home, Insecure, kept bool
	Used, Quota                   int64
	RescueErr                     error
	Start                         port.OfflineStart // empty: all is well
	OnStart                       func()

	Sheet    bool // it has a share sheet
	SheetErr error
	Shared   []port.Sheet
	Printed  int
	Noticed  string // what the browser says to them; empty: none
	Granted  string // what it says once it was asked
	Asked    int
	Badged   int
}

func (d *Device) Now() int64 { return Now + d.Ahead }

func (d *Device) Today() string { return d.Day(d.Now()) }

func (d *Device) Badge(n int) { d.Badged = n }

func (d *Device) Notices() string {
	return i18n.First(d.Noticed, port.NoticesNone)
}

func (d *Device) AskNotices(context.Context) (string, error) {
	d.Asked++
	d.Noticed = i18n.First(d.Granted, d.Noticed)
	return d.Noticed, nil
}

func (d *Device) Tab(context.Context) (name string, open []string) { return d.TabName, d.Tabs }

func (d *Device) Online() bool { return !d.Offline }

func (d *Device) Picture(context.Context, string, int) ([]byte, error) {
	return []byte("jpeg"), nil
}

func (d *Device) File(context.Context, string) ([]byte, error) { return []byte("{}"), nil }

func (d *Device) Save(name, _ string, _ []byte) error {
	if d.SaveErr == nil {
		d.Saved = append(d.Saved, name)
	}
	return d.SaveErr
}

func (d *Device) CanShare(string) bool { return d.Sheet }

func (d *Device) Share(_ context.Context, s port.Sheet) error {
	if !d.Sheet {
		return port.ErrNoBrowser
	}
	d.Shared = append(d.Shared, s)
	return d.SheetErr
}

func (d *Device) Print() { d.Printed++ }

func (d *Device) Apart() bool { return d.IsApart }

func (d *Device) Standalone() bool { return d.Home }

func (d *Device) Secure() bool { return !d.Insecure }

func (d *Device) Storage(context.Context) (bool, int64, int64, error) {
	if d.Quota == 0 {
		return false, 0, 0, port.ErrNoBrowser
	}
	return d.kept, d.Used, d.Quota, nil
}

func (d *Device) Persist(context.Context) (bool, error) {
	d.kept = true
	return true, nil
}

func (d *Device) OfflineStart() port.OfflineStart {
	if d.Start.State == "" {
		return d.Native.OfflineStart()
	}
	return d.Start
}

func (d *Device) WatchOfflineStart(f func()) (stop func()) {
	d.OnStart = f
	return func() { d.OnStart = nil }
}

func (d *Device) Rescue(context.Context) error { return d.RescueErr }

// Now is a moment of a working day.
const Now = 1796040000000
