package wire

import "time"

// LocalDay is the device's local day of a moment.
func LocalDay(t time.Time) string { return t.Format("2006-01-02") }
