package i18n

// FieldRuleTexts are the texts of why a field cannot stay as it is.
type FieldRuleTexts struct {
	_ [0]func() // see Words

	TooLong         string
	CurrencyUnknown string
	AmountTooLarge  string
	OutOfRange      string
	HiddenCharacter string
	NotAnID         string
	NotATime        string
	NotADay         string
	CustomerUnknown string
	ProductUnknown  string
	CustomerClosed  string
	CodeTaken       string
	FieldStrange    string
	FieldUnreadable string
	FieldTwice      string
	FieldMissing    string
	AmountNone      string
	AmountTwoWays   string
	AmountTooFine   string
}

var fieldRuleEN = FieldRuleTexts{
	TooLong:         "{have} characters, at most {limit} are possible.",
	CurrencyUnknown: "This is no currency. Please enter its three letters, as EUR.",
	AmountTooLarge:  "That is more than an order can hold.",
	OutOfRange:      "Possible is {min} to {max}.",
	HiddenCharacter: "Holds an invisible character ({char}). Please type it anew.",
	NotAnID:         "This is not a valid reference.",
	NotATime:        "This is not a time that the office can read.",
	NotADay:         "There is no such day.",
	CustomerUnknown: "The office does not have this customer.",
	ProductUnknown:  "The office does not have this product.",
	CustomerClosed:  "This customer is closed at the office. Please choose another.",
	CodeTaken:       "Another record has this code already.",
	FieldStrange:    "The office does not know this field.",
	FieldUnreadable: "The office cannot read this.",
	FieldTwice:      "This is there twice.",
	FieldMissing:    "Please fill this in.",
	AmountNone:      "Please enter an amount.",
	AmountTwoWays:   "This can be read in two ways. Please enter it with its decimals, or without separators.",
	AmountTooFine:   "That is finer than the currency has.",
}

var fieldRuleDE = FieldRuleTexts{
	TooLong:         "{have} Zeichen, höchstens {limit} sind möglich.",
	CurrencyUnknown: "Das ist keine Währung. Bitte die drei Buchstaben eingeben, etwa EUR.",
	AmountTooLarge:  "Das ist mehr, als ein Auftrag fassen kann.",
	OutOfRange:      "Möglich ist {min} bis {max}.",
	HiddenCharacter: "Enthält ein unsichtbares Zeichen ({char}). Bitte neu eingeben.",
	NotAnID:         "Das ist keine gültige Kennung.",
	NotATime:        "Diese Zeit kann das Büro nicht lesen.",
	NotADay:         "Diesen Tag gibt es nicht.",
	CustomerUnknown: "Das Büro hat diesen Kunden nicht.",
	ProductUnknown:  "Das Büro hat diesen Artikel nicht.",
	CustomerClosed:  "Dieser Kunde ist im Büro geschlossen. Bitte einen anderen wählen.",
	CodeTaken:       "Diese Nummer ist schon vergeben.",
	FieldStrange:    "Dieses Feld kennt das Büro nicht.",
	FieldUnreadable: "Das kann das Büro nicht lesen.",
	FieldTwice:      "Das steht zweimal da.",
	FieldMissing:    "Bitte ausfüllen.",
	AmountNone:      "Bitte einen Betrag eingeben.",
	AmountTwoWays:   "Das lässt sich auf zwei Arten lesen. Bitte mit Nachkommastellen oder ohne Trennzeichen eingeben.",
	AmountTooFine:   "So kleine Beträge hat die Währung nicht.",
}
