package i18n

// NavTexts are the texts of the places of the app.
type NavTexts struct {
	_ [0]func() // see Words

	Today         string
	NavToday      string
	NavOrders     string
	NavDispatches string
	NavCustomers  string
	NavProducts   string
	NavOutbox     string
	NavSettings   string
	NavOffice     string
	Navigation    string
	Shortcuts     string
	Status        string
	Notices       string
	SkipToContent string
	BackToOutbox  string
}

var navEN = NavTexts{
	Today:         "Today",
	NavToday:      "Today",
	NavOrders:     "Orders",
	NavDispatches: "Deliveries",
	NavCustomers:  "Customers",
	NavProducts:   "Products",
	NavOutbox:     "Outbox",
	NavSettings:   "Settings",
	NavOffice:     "Office",
	Navigation:    "Main pages",
	Shortcuts:     "Shortcuts",
	Status:        "Status",
	Notices:       "Notices",
	SkipToContent: "Skip to content",
	BackToOutbox:  "Back to the outbox",
}

var navDE = NavTexts{
	Today:         "Heute",
	NavToday:      "Heute",
	NavOrders:     "Aufträge",
	NavDispatches: "Lieferungen",
	NavCustomers:  "Kunden",
	NavProducts:   "Artikel",
	NavOutbox:     "Postausgang",
	NavSettings:   "Einstellungen",
	NavOffice:     "Büro",
	Navigation:    "Hauptseiten",
	Shortcuts:     "Schnellzugriff",
	Status:        "Stand",
	Notices:       "Hinweise",
	SkipToContent: "Zum Inhalt",
	BackToOutbox:  "Zurück zum Postausgang",
}
