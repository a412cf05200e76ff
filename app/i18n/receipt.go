package i18n

// ReceiptTexts are the texts of the customer's copy.
type ReceiptTexts struct {
	_ [0]func() // see Words

	CustomerCopy string
	SavedOn      string
	TakenBy      string
	ShareText    string
	SaveText     string
	SharePDF     string
	SavePDF      string
	Print        string
	Shared       string
	PDFLetters   string
	CopyNotMade  string
}

var receiptEN = ReceiptTexts{
	CustomerCopy: "Copy for the customer",
	SavedOn:      "Date",
	TakenBy:      "Taken by",
	ShareText:    "Share as text",
	SaveText:     "Save as text",
	SharePDF:     "Share as PDF",
	SavePDF:      "Save as PDF",
	Print:        "Print",
	Shared:       "The copy was handed on.",
	PDFLetters:   "A PDF made here cannot hold some of these letters. Printing can, also into a PDF.",
	CopyNotMade:  "The copy could not be made. Nothing else has changed.",
}

var receiptDE = ReceiptTexts{
	CustomerCopy: "Kopie für den Kunden",
	SavedOn:      "Datum",
	TakenBy:      "Aufgenommen von",
	ShareText:    "Als Text teilen",
	SaveText:     "Als Text sichern",
	SharePDF:     "Als PDF teilen",
	SavePDF:      "Als PDF sichern",
	Print:        "Drucken",
	Shared:       "Die Kopie ist weitergegeben.",
	PDFLetters:   "Ein hier gemachtes PDF kennt einige dieser Buchstaben nicht. Beim Drucken gehen alle, auch in ein PDF.",
	CopyNotMade:  "Die Kopie ließ sich nicht machen. Sonst hat sich nichts geändert.",
}
