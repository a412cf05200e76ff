package sw

// Act is what a rep can do about a write; the card offers just these.
type Act string

// The acts of section 4.
const (
	ActRetry   Act = "retry"   // try again now, unchanged
	ActEdit    Act = "edit"    // correct and send
	ActDiscard Act = "discard" // give it up, restorable for 30 days
	ActRestore Act = "restore"
	ActTheirs  Act = "keep-theirs"
	ActMine    Act = "mine" // mine instead: orders, online only
	ActRepoint Act = "repoint"
	ActSame    Act = "same" // that looks like mine
	ActSignIn  Act = "sign-in"
	ActUpdate  Act = "update"
	ActCheck   Act = "check" // in doubt: ask the office now
)
