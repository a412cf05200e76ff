package i18n

// RecordTexts are the texts of customers, products and the kinds of write.
type RecordTexts struct {
	_ [0]func() // see Words

	NewCustomer     string
	NewProduct      string
	ManagersOnly    string
	SearchNarrows   string
	NoMatch         string
	NoSuchRecord    string
	NotOnDevice     string
	RecordActive    string
	RecordInactive  string
	RecordPlaced    string
	RecordExported  string
	RecordCancelled string
	RecordOut       string
	RecordDelivered string
	RecordFailed    string
	OpCustomer      string
	OpProduct       string
	OpOrder         string
	OpDeliver       string
	OpFail          string
	OpOther         string
}

var recordEN = RecordTexts{
	NewCustomer:     "New customer",
	NewProduct:      "New product",
	ManagersOnly:    "This page is for managers.",
	SearchNarrows:   "There are more. Type a part of code or name.",
	NoMatch:         "Nothing matches.",
	NoSuchRecord:    "The office has no such record, or it is not yours to see.",
	NotOnDevice:     "This is not on this phone yet. It shows when there is a connection.",
	RecordActive:    "Active",
	RecordInactive:  "No longer active",
	RecordPlaced:    "Received by the office",
	RecordExported:  "In the ERP",
	RecordCancelled: "Cancelled",
	RecordOut:       "On its way",
	RecordDelivered: "Delivered",
	RecordFailed:    "Not delivered",
	OpCustomer:      "New customer",
	OpProduct:       "New product",
	OpOrder:         "Order",
	OpDeliver:       "Delivered",
	OpFail:          "Not delivered",
	OpOther:         "Something that this version does not know",
}

var recordDE = RecordTexts{
	NewCustomer:     "Neuer Kunde",
	NewProduct:      "Neuer Artikel",
	ManagersOnly:    "Diese Seite ist für die Leitung.",
	SearchNarrows:   "Es gibt mehr. Teil von Nummer oder Name eingeben.",
	NoMatch:         "Nichts gefunden.",
	NoSuchRecord:    "Das Büro hat keinen solchen Eintrag, oder er ist nicht für dich.",
	NotOnDevice:     "Noch nicht auf diesem Gerät. Erscheint, sobald Verbindung da ist.",
	RecordActive:    "Aktiv",
	RecordInactive:  "Nicht mehr aktiv",
	RecordPlaced:    "Im Büro eingegangen",
	RecordExported:  "Im ERP",
	RecordCancelled: "Storniert",
	RecordOut:       "Unterwegs",
	RecordDelivered: "Zugestellt",
	RecordFailed:    "Nicht zugestellt",
	OpCustomer:      "Neuer Kunde",
	OpProduct:       "Neuer Artikel",
	OpOrder:         "Auftrag",
	OpDeliver:       "Zugestellt",
	OpFail:          "Nicht zugestellt",
	OpOther:         "Etwas, das diese Version nicht kennt",
}
