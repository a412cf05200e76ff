package wire

// FieldError names one field that needs correcting. Field is a JSON Pointer
// into the request's body ("/lines/6/quantity"). Code and Params say why to
// programs, which have words of their own; Message says it in English, for logs
// and for clients that do not know the code.
type FieldError struct {
	Field   string    `json:"field"`
	Code    FieldCode `json:"code"`
	Params  Params    `json:"params,omitempty"`
	Message string    `json:"message"`
}

// Params are the numbers that belong to a reason, by name. They are whole
// numbers and nothing else, so that any language can write them its own way.
// Both names are aliases: the worker has a map from text to number already, and
// need not load another kind.
type Params = map[Param]int

// Param names a number of a reason.
type Param = string

// The numbers that reasons carry.
const (
	ParamHave  Param = "have"  // what came
	ParamLimit Param = "limit" // the most, or the least where the code says so
	ParamMin   Param = "min"
	ParamMax   Param = "max"
	ParamPack  Param = "pack" // pieces of a pack
	ParamLine  Param = "line" // counted from 1
	ParamChar  Param = "char" // a code point of Unicode
)

// FieldCode is a reason why a field needs correcting.
type FieldCode string

// The reasons. A newer server may know more.
const (
	FieldRequired         FieldCode = "required"
	FieldTooLong          FieldCode = "too_long" // in characters
	FieldControlCharacter FieldCode = "control_character"
	FieldNotAnID          FieldCode = "not_an_id"
	FieldNotACurrency     FieldCode = "not_a_currency"
	FieldNotATime         FieldCode = "not_a_time"
	FieldNotADay          FieldCode = "not_a_day"
	FieldOutOfRange       FieldCode = "out_of_range"
	FieldNegativeAmount   FieldCode = "negative_amount"
	FieldAmountTooLarge   FieldCode = "amount_too_large"
	FieldNoLines          FieldCode = "no_lines"
	FieldTooManyLines     FieldCode = "too_many_lines"
	FieldSameLine         FieldCode = "same_line"
	FieldQuantityRule     FieldCode = "quantity_rule" // pack, min and max where there is such a rule
	FieldNoQuantityLeft   FieldCode = "no_quantity_left"
	FieldUnknownCustomer  FieldCode = "unknown_customer"
	FieldUnknownProduct   FieldCode = "unknown_product"
	FieldCustomerClosed   FieldCode = "customer_closed"
	FieldNoLongerSold     FieldCode = "no_longer_sold"
	FieldCodeTaken        FieldCode = "code_taken"
	FieldTooShort         FieldCode = "too_short" // in characters
	FieldTooLarge         FieldCode = "too_large" // in bytes
	FieldSamePassword     FieldCode = "same_password"
	FieldWrongPassword    FieldCode = "wrong_password"
	FieldNull             FieldCode = "null"
	FieldUnknown          FieldCode = "unknown_field"
	FieldWrongType        FieldCode = "wrong_type"
	FieldTwice            FieldCode = "twice"
	FieldNotUnique        FieldCode = "not_unique" // missing, or as another one
)

// FieldCodeSpec is one row of the table of reasons: the numbers that always
// come with it, and those that may.
type FieldCodeSpec struct {
	Code   FieldCode
	Always []Param
	Maybe  []Param
}

// Spec returns the row of a reason; ok is false for one that this contract does
// not name.
func (c FieldCode) Spec() (spec FieldCodeSpec, ok bool) {
	for _, s := range FieldCodes {
		if s.Code == c {
			return s, true
		}
	}
	return FieldCodeSpec{}, false
}

// FieldCodes is every reason of this contract.
var FieldCodes = []FieldCodeSpec{
	{Code: FieldRequired},
	{FieldTooLong, []Param{ParamHave, ParamLimit}, nil},
	{FieldControlCharacter, []Param{ParamChar}, nil},
	{Code: FieldNotAnID},
	{Code: FieldNotACurrency},
	{Code: FieldNotATime},
	{Code: FieldNotADay},
	{FieldOutOfRange, []Param{ParamMin, ParamMax}, nil},
	{Code: FieldNegativeAmount},
	{Code: FieldAmountTooLarge},
	{Code: FieldNoLines},
	{FieldTooManyLines, []Param{ParamHave, ParamLimit}, nil},
	{FieldSameLine, []Param{ParamLine}, nil},
	{FieldQuantityRule, []Param{ParamHave}, []Param{ParamPack, ParamMin, ParamMax}},
	{Code: FieldNoQuantityLeft},
	{Code: FieldUnknownCustomer},
	{Code: FieldUnknownProduct},
	{Code: FieldCustomerClosed},
	{Code: FieldNoLongerSold},
	{Code: FieldCodeTaken},
	{FieldTooShort, []Param{ParamLimit}, nil},
	{FieldTooLarge, []Param{ParamLimit}, nil},
	{Code: FieldSamePassword},
	{Code: FieldWrongPassword},
	{Code: FieldNull},
	{Code: FieldUnknown},
	{Code: FieldWrongType},
	{Code: FieldTwice},
	{Code: FieldNotUnique},
}
