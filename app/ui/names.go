package ui

// Names of states: facts that every page may show. Values are of the type in
// the comment.
const (
	StateBar    = "waybill/bar"    // sw.Bar: the last look at the outbox
	StateUser   = "waybill/user"   // wire.User, zero: nobody is signed in
	StateBroken = "waybill/broken" // string: what a recovered panic said
	StateFault  = "waybill/fault"  // string: the store's fault that the rep has read of
)

// Names of actions: what components want. Values are of the type in the
// comment.
const (
	ActionText    = "waybill/text"    // TextTyped: a field's text has changed
	ActionKey     = "waybill/key"     // KeyPressed: Enter, an arrow or Escape in a field
	ActionScan    = "waybill/scan"    // TextTyped: the camera has read a code
	ActionPick    = "waybill/pick"    // Pick: a record was chosen
	ActionLine    = "waybill/line"    // LineWish: an order's line shall change
	ActionCard    = "waybill/card"    // CardWish: something about a write
	ActionSignOut = "waybill/signout" // nil
)
