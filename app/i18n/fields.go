package i18n

// FieldTexts are the texts of the names of fields.
type FieldTexts struct {
	_ [0]func() // see Words

	Customer     string
	CustomerCode string
	Name         string
	Contact      string
	Phone        string
	Address      string
	Product      string
	ProductCode  string
	Price        string
	Currency     string
	Unit         string
	UnitHolder   string
	Quantity     string
	Lines        string
	Line         string
	Note         string
	DeliverOn    string
	Total        string
	State        string
	When         string
	Reason       string
	ReceivedBy   string
	Goods        string
	Field        string
	CodeOrName   string
	Scan         string
	ScanStop     string
	ScanFailed   string
	Usual        string
}

var fieldEN = FieldTexts{
	Customer:     "Customer",
	CustomerCode: "Customer code",
	Name:         "Name",
	Contact:      "Contact",
	Phone:        "Phone",
	Address:      "Address",
	Product:      "Product",
	ProductCode:  "Product code",
	Price:        "Price",
	Currency:     "Currency",
	Unit:         "Unit",
	UnitHolder:   "pcs",
	Quantity:     "Quantity",
	Lines:        "Lines",
	Line:         "Line {n}",
	Note:         "Note",
	DeliverOn:    "Deliver on",
	Total:        "Total",
	State:        "State",
	When:         "When",
	Reason:       "Reason",
	ReceivedBy:   "Received by",
	Goods:        "Goods",
	Field:        "Field",
	CodeOrName:   "Code or name",
	Scan:         "Scan a barcode",
	ScanStop:     "Stop the camera",
	ScanFailed:   "The camera cannot be used. Please type the code.",
	Usual:        "Usual for this customer",
}

var fieldDE = FieldTexts{
	Customer:     "Kunde",
	CustomerCode: "Kundennummer",
	Name:         "Name",
	Contact:      "Ansprechpartner",
	Phone:        "Telefon",
	Address:      "Adresse",
	Product:      "Artikel",
	ProductCode:  "Artikelnummer",
	Price:        "Preis",
	Currency:     "Währung",
	Unit:         "Einheit",
	UnitHolder:   "Stk",
	Quantity:     "Menge",
	Lines:        "Zeilen",
	Line:         "Zeile {n}",
	Note:         "Notiz",
	DeliverOn:    "Liefern am",
	Total:        "Summe",
	State:        "Stand",
	When:         "Wann",
	Reason:       "Grund",
	ReceivedBy:   "Empfangen von",
	Goods:        "Ware",
	Field:        "Feld",
	CodeOrName:   "Nummer oder Name",
	Scan:         "Barcode scannen",
	ScanStop:     "Kamera beenden",
	ScanFailed:   "Die Kamera ist nicht nutzbar. Bitte die Nummer eingeben.",
	Usual:        "Üblich bei diesem Kunden",
}
