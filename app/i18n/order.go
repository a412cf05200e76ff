package i18n

// OrderTexts are the texts of entering and withdrawing an order.
type OrderTexts struct {
	_ [0]func() // see Words

	NewOrder         string
	NewOrderFor      string
	CorrectOrder     string
	Order            string
	OrderNumber      string
	AddLine          string
	RemoveLine       string
	FewerOf          string
	MoreOf           string
	NoLongerSold     string
	LineNotAdded     string
	LastTime         string
	EqualLine        string
	PutTogether      string
	PickProductFirst string
	TooManyLines     string
	NoLines          string
	SameAgain        string
	SameAgainShort   string
	SimilarAsk       string
	CustomerWaits    string
	NoOrders         string
	OrdersIn         string
	CancelOrder      string
	CancelReason     string
	CancelNoReason   string
	CancelExplains   string
	OnlineOnlyCancel string
	CancelDone       string
	AskingOffice     string
}

var orderEN = OrderTexts{
	NewOrder:         "New order",
	NewOrderFor:      "New order for {what}",
	CorrectOrder:     "Correct the order",
	Order:            "Order",
	OrderNumber:      "Order {number}",
	AddLine:          "Add line",
	RemoveLine:       "Remove {what}",
	FewerOf:          "Fewer of {what}",
	MoreOf:           "More of {what}",
	NoLongerSold:     "This product is no longer sold. Please remove the line.",
	LineNotAdded:     "This product is not in the order yet. Add it, or empty the field.",
	LastTime:         "last {line}",
	EqualLine:        "This is the same as line {line}.",
	PutTogether:      "Put the quantities together",
	PickProductFirst: "Please choose a product first.",
	TooManyLines:     "An order takes at most {limit} lines.",
	NoLines:          "Please add at least one line.",
	SameAgain:        "Same again as {number}",
	SameAgainShort:   "Same order again",
	SimilarAsk:       "You saved the same order a few minutes ago. Save it once more? Then press save again.",
	CustomerWaits:    "This customer is not at the office yet. The order follows it.",
	NoOrders:         "No orders yet.",
	OrdersIn:         "Orders that came in",
	CancelOrder:      "Cancel the order",
	CancelReason:     "Reason for cancelling",
	CancelNoReason:   "Cancelled by the rep",
	CancelExplains:   "Cancelling happens at the office at once, so it needs a connection. It is not saved for later.",
	OnlineOnlyCancel: "There is no connection. Cancelling needs the office's answer at once: the order may be in work already.",
	CancelDone:       "The office has cancelled the order.",
	AskingOffice:     "Asking the office…",
}

var orderDE = OrderTexts{
	NewOrder:         "Neuer Auftrag",
	NewOrderFor:      "Neuer Auftrag für {what}",
	CorrectOrder:     "Auftrag korrigieren",
	Order:            "Auftrag",
	OrderNumber:      "Auftrag {number}",
	AddLine:          "Zeile hinzufügen",
	RemoveLine:       "{what} entfernen",
	FewerOf:          "Weniger von {what}",
	MoreOf:           "Mehr von {what}",
	NoLongerSold:     "Dieser Artikel wird nicht mehr verkauft. Bitte die Zeile entfernen.",
	LineNotAdded:     "Dieser Artikel ist noch nicht im Auftrag. Bitte hinzufügen oder das Feld leeren.",
	LastTime:         "zuletzt {line}",
	EqualLine:        "Das ist dasselbe wie Zeile {line}.",
	PutTogether:      "Mengen zusammenlegen",
	PickProductFirst: "Bitte zuerst einen Artikel wählen.",
	TooManyLines:     "Ein Auftrag hat höchstens {limit} Zeilen.",
	NoLines:          "Bitte mindestens eine Zeile hinzufügen.",
	SameAgain:        "Noch einmal wie {number}",
	SameAgainShort:   "Auftrag noch einmal",
	SimilarAsk:       "Derselbe Auftrag wurde vor wenigen Minuten gespeichert. Noch einmal speichern? Dann erneut auf Speichern tippen.",
	CustomerWaits:    "Dieser Kunde ist noch nicht im Büro. Der Auftrag folgt ihm.",
	NoOrders:         "Noch keine Aufträge.",
	OrdersIn:         "Eingegangene Aufträge",
	CancelOrder:      "Auftrag stornieren",
	CancelReason:     "Grund der Stornierung",
	CancelNoReason:   "Vom Außendienst storniert",
	CancelExplains:   "Stornieren geschieht sofort im Büro und braucht eine Verbindung. Es wird nicht für später gespeichert.",
	OnlineOnlyCancel: "Keine Verbindung. Zum Stornieren muss das Büro sofort antworten: der Auftrag könnte schon in Arbeit sein.",
	CancelDone:       "Das Büro hat den Auftrag storniert.",
	AskingOffice:     "Büro wird gefragt…",
}
