package i18n

// QuantityTexts are the texts of quantities and prices.
type QuantityTexts struct {
	_ [0]func() // see Words

	PackSize        string
	MinQuantity     string
	MaxQuantity     string
	PriceEach       string
	PriceAgreed     string
	PriceList       string
	PriceWas        string
	PriceOffice     string
	PriceDiffers    string
	ReadAs          string
	QuantityAt      string
	BadQuantity     string
	QuantityTwoWays string
	QuantityNotSold string
	QuantityRules   string
	QuantityPack    string
	QuantityMin     string
	QuantityMax     string
	QuantityInstead string
	QuantityTake    string
	QuantityTakeOf  string
	QuantityOf      string
	NoRule          string
	RulesLeaveNone  string
	LastQuantity    string
}

var quantityEN = QuantityTexts{
	PackSize:        "Pack size",
	MinQuantity:     "Least quantity",
	MaxQuantity:     "Greatest quantity",
	PriceEach:       "{price} each",
	PriceAgreed:     "Agreed price, {currency}",
	PriceList:       "List price {price}. The office will see the difference.",
	PriceWas:        "Last time {price}.",
	PriceOffice:     "The office's price is {price}.",
	PriceDiffers:    "Price differs",
	ReadAs:          "Read as {amount}",
	QuantityAt:      "{n} × {price}",
	BadQuantity:     "Please enter a whole number, 1 or more.",
	QuantityTwoWays: "This can be read in two ways. Please enter it without separators.",
	QuantityNotSold: "{have} is not possible: {rules}.",
	QuantityRules:   "Sold as: {rules}.",
	QuantityPack:    "packs of {n}",
	QuantityMin:     "at least {n}",
	QuantityMax:     "at most {n}",
	QuantityInstead: "Possible quantities",
	QuantityTake:    "Take {n}",
	QuantityTakeOf:  "Take {n} of {what}",
	QuantityOf:      "Quantity of {what}",
	NoRule:          "no rule",
	RulesLeaveNone:  "These rules leave no quantity that can be ordered.",
	LastQuantity:    "{n} as last time",
}

var quantityDE = QuantityTexts{
	PackSize:        "Packungsgröße",
	MinQuantity:     "Mindestmenge",
	MaxQuantity:     "Höchstmenge",
	PriceEach:       "je {price}",
	PriceAgreed:     "Vereinbarter Preis, {currency}",
	PriceList:       "Listenpreis {price}. Das Büro sieht den Unterschied.",
	PriceWas:        "Letztes Mal {price}.",
	PriceOffice:     "Der Preis im Büro ist {price}.",
	PriceDiffers:    "Preis weicht ab",
	ReadAs:          "Gelesen als {amount}",
	QuantityAt:      "{n} × {price}",
	BadQuantity:     "Bitte eine ganze Zahl eingeben, mindestens 1.",
	QuantityTwoWays: "Das lässt sich auf zwei Arten lesen. Bitte ohne Trennzeichen eingeben.",
	QuantityNotSold: "{have} geht nicht: {rules}.",
	QuantityRules:   "Verkauf: {rules}.",
	QuantityPack:    "Packungen zu {n}",
	QuantityMin:     "mindestens {n}",
	QuantityMax:     "höchstens {n}",
	QuantityInstead: "Mögliche Mengen",
	QuantityTake:    "{n} nehmen",
	QuantityTakeOf:  "{n} von {what} nehmen",
	QuantityOf:      "Menge von {what}",
	NoRule:          "keine Regel",
	RulesLeaveNone:  "Mit diesen Regeln lässt sich keine Menge bestellen.",
	LastQuantity:    "{n} wie zuletzt",
}
