package sw

import (
	"errors"

	"waybill/idbqueue/entry"
)

// Fault is what is wrong with this device's store, as the rep is told it.
type Fault string

// The faults. Under all of them the app goes on.
const (
	FaultNone     Fault = ""
	FaultPrivate  Fault = "private"  // nothing can be saved here: a private window, or no database
	FaultDamaged  Fault = "damaged"  // the store cannot be read any more, or in part
	FaultOutdated Fault = "outdated" // another tab runs a newer version: this page can record nothing
	FaultFull     Fault = "full"     // the disk is full, also after everything that can go has gone
	FaultWiped    Fault = "wiped"    // the store was emptied under the app: nobody is signed in any more
	FaultNewer    Fault = "newer"    // a newer version has been here: it is read, sent and carried away, an update is asked for
)

// Condition is how the store was found at opening and since.
type Condition struct {
	Off   error // why nothing can be saved here, nil: it can
	Newer bool  // a newer version has been here
	Wiped bool  // it was emptied under the app
}

// FaultOf names the one fault that matters most. trouble is why the books could
// not be kept in the latest step, signedIn says that somebody is.
func FaultOf(c Condition, trouble error, signedIn bool) Fault {
	switch {
	case errors.Is(c.Off, entry.ErrDamaged), errors.Is(trouble, entry.ErrDamaged):
		return FaultDamaged
	case c.Off != nil:
		return FaultPrivate
	case errors.Is(trouble, entry.ErrOutdated):
		return FaultOutdated
	case errors.Is(trouble, entry.ErrQuota):
		return FaultFull
	case c.Wiped && !signedIn:
		return FaultWiped
	case c.Newer:
		return FaultNewer
	}
	return FaultNone
}
