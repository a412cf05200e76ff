package message

import (
	"waybill/app/i18n"
	"waybill/server/wire"
)

// SayRefusal says that the office did not do what was asked of it just now, and
// why. A code that this version has no words for is said as the office does.
func SayRefusal(t *i18n.Words, p *wire.Problem) string {
	text := refusalText(t, p.Code)
	if text == "" {
		text = p.Title
	}
	return i18n.Fill(t.OfficeRefused, "text", text)
}

// refusalText is the text of each code that a person may meet, empty for those that
// only a broken program would.
func refusalText(t *i18n.Words, c wire.Code) string {
	return map[wire.Code]string{
		wire.CodeUnauthenticated:   t.RefusedSignIn,
		wire.CodeWrongUser:         t.RefusedUser,
		wire.CodeForbidden:         t.RefusedRight,
		wire.CodeNotFound:          t.RefusedGone,
		wire.CodeInvalidTransition: t.RefusedMoved,
		wire.CodeValidationFailed:  t.RefusedFields,
		wire.CodePayloadTooLarge:   t.RefusedLarge,
		wire.CodeDuplicateCode:     t.RefusedTaken,
		wire.CodeForeignKey:        t.RefusedNames,
		wire.CodeUpgradeRequired:   t.RefusedUpdate,
		wire.CodeRateLimited:       t.RefusedOften,
		wire.CodeOverloaded:        t.RefusedBusy,
		wire.CodeBusy:              t.RefusedBusy,
		wire.CodeDraining:          t.RefusedBusy,
		wire.CodeContractAhead:     t.RefusedBusy,
		wire.CodeInternal:          t.RefusedBroken,
	}[c]
}
