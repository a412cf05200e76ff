package sw

// Reason says why a write, or the whole device, is where it is. The words are
// fixed: pages, logs and tests use the same.
type Reason = string

// Reasons of a hold and of attention (data-reason, data-hold).
const (
	ReasonNoAnswer    Reason = "no_answer"   // nothing came back
	ReasonIntercepted Reason = "intercepted" // this network answers in the office's place
	ReasonSignedOut   Reason = "signed_out"  // the session has ended
	ReasonWrongUser   Reason = "wrong_user"  // another user is signed in at the office
	ReasonUpdate      Reason = "update"      // the app is too old for the office
	ReasonMisfit      Reason = "misfit"      // app and server do not fit together
	ReasonRetryAfter  Reason = "retry_after" // the office said when to come back
	ReasonFailing     Reason = "failing"     // the office's server is failing
	ReasonBudget      Reason = "budget"      // tried often enough: a person should look
	ReasonSwallowed   Reason = "swallowed"   // this one does not get through here
	ReasonParent      Reason = "parent"      // it waits for a write that needs help
	ReasonRestored    Reason = "restored"    // missing at the office since its restore
	ReasonCancelled   Reason = "cancelled"   // it arrived, and the office has cancelled it
	ReasonStorage     Reason = "storage"     // the books cannot be kept
	ReasonChanged     Reason = "changed"     // read from a file with other content than was saved
)

// Cause tells apart what has one reason and several words. Empty: the reason
// says it all.
type Cause = string

// The causes. A newer version may know more.
const (
	CauseUnmarked Cause = "unmarked" // intercepted: something on the way removes the office's mark
	CauseSignIn   Cause = "sign_in"  // intercepted: something on the way wants a sign-in of its own
	CauseWay      Cause = "way"      // failing, retry_after: nobody said that it was the office
)

// Reasons of a conflict. A conflict that an answer named carries that answer's
// code (duplicate_code, foreign_key, invalid_transition …).
const (
	ReasonEarlier Reason = "earlier"   // the office has an earlier version of this write
	ReasonTaken   Reason = "id_reused" // the id is taken by other content
	ReasonUnclear Reason = "unclear"   // nothing proves what became of it
)

// Reasons of a discard.
const (
	DiscardByRep  Reason = "rep"    // given up by the rep
	DiscardTheirs Reason = "theirs" // the office's record was kept instead
	DiscardSame   Reason = "same"   // a transition that the office already has
)
