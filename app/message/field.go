package message

import (
	"fmt"
	"strings"

	"waybill/app/i18n"
	"waybill/app/order"
	"waybill/server/wire"
)

// SayField says why a field needs correcting, in the user's words with the
// numbers that came. What this version has no words for, or not the numbers, is
// said as the office does.
func SayField(t *i18n.Words, e wire.FieldError) string {
	text := reasonText(t, e.Code)
	for p, n := range e.Params {
		text = i18n.Fill(text, p, paramText(t, p, n))
	}
	if e.Code == wire.FieldQuantityRule {
		text = i18n.Fill(text, "rules", order.SayLimits(t, wire.RulesOf(e.Params)))
	}
	if text == "" || strings.Contains(text, "{") {
		return e.Message
	}
	return text
}

// paramText writes a number of a reason.
func paramText(t *i18n.Words, p wire.Param, n int) string {
	if p == wire.ParamChar {
		return fmt.Sprintf("U+%04X", n)
	}
	return t.Number(int64(n))
}

// reasonText is the text of each reason that the office may give, empty for one
// that this version does not know. {rules} are the rules of a product.
func reasonText(t *i18n.Words, c wire.FieldCode) string {
	return map[wire.FieldCode]string{
		wire.FieldRequired:         t.FieldMissing,
		wire.FieldNull:             t.FieldMissing,
		wire.FieldTooLong:          t.TooLong,
		wire.FieldTooLarge:         t.TooLarge,
		wire.FieldTooShort:         t.PasswordShort,
		wire.FieldControlCharacter: t.HiddenCharacter,
		wire.FieldNotAnID:          t.NotAnID,
		wire.FieldNotACurrency:     t.CurrencyUnknown,
		wire.FieldNotATime:         t.NotATime,
		wire.FieldNotADay:          t.NotADay,
		wire.FieldOutOfRange:       t.OutOfRange,
		wire.FieldNegativeAmount:   t.AmountNone,
		wire.FieldAmountTooLarge:   t.AmountTooLarge,
		wire.FieldNoLines:          t.NoLines,
		wire.FieldTooManyLines:     t.TooManyLines,
		wire.FieldSameLine:         t.EqualLine,
		wire.FieldQuantityRule:     t.QuantityNotSold,
		wire.FieldNoQuantityLeft:   t.RulesLeaveNone,
		wire.FieldUnknownCustomer:  t.CustomerUnknown,
		wire.FieldUnknownProduct:   t.ProductUnknown,
		wire.FieldCustomerClosed:   t.CustomerClosed,
		wire.FieldNoLongerSold:     t.NoLongerSold,
		wire.FieldCodeTaken:        t.CodeTaken,
		wire.FieldSamePassword:     t.PasswordSame,
		wire.FieldWrongPassword:    t.PasswordWrong,
		wire.FieldUnknown:          t.FieldStrange,
		wire.FieldWrongType:        t.FieldUnreadable,
		wire.FieldTwice:            t.FieldTwice,
		wire.FieldNotUnique:        t.FieldTwice,
	}[c]
}
