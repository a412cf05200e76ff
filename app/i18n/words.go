package i18n

// Words is every text that people read, one field each, so that a language
// that lacks one is seen. {name} stands for a value.
type Words struct {
	_ [0]func() // nobody compares two: the code for it would be 56 kB of every load

	Lang      string // BCP 47
	Point     string // decimal point
	Group     string // between thousands
	DayFormat string // a day, in Go's layout

	TransferTexts
	ResolveTexts
	QuantityTexts
	FieldRuleTexts
	VerdictTexts
	StorageTexts
	NoticeTexts
	NavTexts
	SignInTexts
	ButtonTexts
	FieldTexts
	OrderTexts
	RecordTexts
	DispatchTexts
	StateTexts
	DeliveryTexts
	OutboxTexts
	TroubleTexts
	CopyTexts
	DayTexts
	ReceiptTexts
	DeviceTexts
}

// English are the English texts.
func English() Words {
	return Words{
		Lang: "en", Point: ".", Group: ",", DayFormat: "Mon 2 Jan 2006",

		TransferTexts:  transferEN,
		ResolveTexts:   resolveEN,
		QuantityTexts:  quantityEN,
		FieldRuleTexts: fieldRuleEN,
		VerdictTexts:   verdictEN,
		StorageTexts:   storageEN,
		NoticeTexts:    noticeEN,
		NavTexts:       navEN,
		SignInTexts:    signInEN,
		ButtonTexts:    buttonEN,
		FieldTexts:     fieldEN,
		OrderTexts:     orderEN,
		RecordTexts:    recordEN,
		DispatchTexts:  dispatchEN,
		StateTexts:     stateEN,
		DeliveryTexts:  deliveryEN,
		OutboxTexts:    outboxEN,
		TroubleTexts:   troubleEN,
		CopyTexts:      copyEN,
		DayTexts:       dayEN,
		ReceiptTexts:   receiptEN,
		DeviceTexts:    deviceEN,
	}
}

// German are the German texts.
func German() Words {
	return Words{
		Lang: "de", Point: ",", Group: ".", DayFormat: "02.01.2006",

		TransferTexts:  transferDE,
		ResolveTexts:   resolveDE,
		QuantityTexts:  quantityDE,
		FieldRuleTexts: fieldRuleDE,
		VerdictTexts:   verdictDE,
		StorageTexts:   storageDE,
		NoticeTexts:    noticeDE,
		NavTexts:       navDE,
		SignInTexts:    signInDE,
		ButtonTexts:    buttonDE,
		FieldTexts:     fieldDE,
		OrderTexts:     orderDE,
		RecordTexts:    recordDE,
		DispatchTexts:  dispatchDE,
		StateTexts:     stateDE,
		DeliveryTexts:  deliveryDE,
		OutboxTexts:    outboxDE,
		TroubleTexts:   troubleDE,
		CopyTexts:      copyDE,
		DayTexts:       dayDE,
		ReceiptTexts:   receiptDE,
		DeviceTexts:    deviceDE,
	}
}
