package i18n

// CopyTexts are the texts of how fresh the local copy is.
type CopyTexts struct {
	_ [0]func() // see Words

	CopyLoading  string
	CopyLoaded   string
	CopyLoadedOf string
	CopyPart     string
	CopyNone     string
	CopyOffline  string
	CopyBusy     string
	CopySignIn   string
	CopyAgain    string
	CopyNever    string
	CopyEmpty    string
	CopyFresh    string
	CopyStale    string
	CopyNoAnswer string
	AsOf         string
	PullDone     string
	PullFailed   string
	PriceOf      string
}

var copyEN = CopyTexts{
	CopyLoading:  "Loading customers and products…",
	CopyLoaded:   "{n} records so far",
	CopyLoadedOf: "{n} of {total} records",
	CopyPart:     "Only a part of the customers and products is here yet.",
	CopyNone:     "None of these are here yet.",
	CopyOffline:  "There is no connection just now.",
	CopyBusy:     "The office is busy just now.",
	CopySignIn:   "Please sign in again.",
	CopyAgain:    "The app tries again by itself.",
	CopyNever:    "Customers and products come with the first connection.",
	CopyEmpty:    "Customers and products are not here yet.",
	CopyFresh:    "Customers, products and prices from {time}.",
	CopyStale:    "Customers, products and prices from {time}. They may have changed.",
	CopyNoAnswer: "The office cannot be reached just now. Does this network ask for a sign-in first (a Wi-Fi login page)?",
	AsOf:         "As the office had it, {time}.",
	PullDone:     "Up to date.",
	PullFailed:   "The office does not answer. What is here stays usable.",
	PriceOf:      "price of {time}",
}

var copyDE = CopyTexts{
	CopyLoading:  "Kunden und Artikel werden geladen…",
	CopyLoaded:   "bisher {n} Einträge",
	CopyLoadedOf: "{n} von {total} Einträgen",
	CopyPart:     "Erst ein Teil der Kunden und Artikel ist da.",
	CopyNone:     "Davon ist noch nichts hier.",
	CopyOffline:  "Gerade ist keine Verbindung da.",
	CopyBusy:     "Das Büro ist gerade überlastet.",
	CopySignIn:   "Bitte neu anmelden.",
	CopyAgain:    "Die App versucht es von selbst wieder.",
	CopyNever:    "Kunden und Artikel kommen mit der ersten Verbindung.",
	CopyEmpty:    "Kunden und Artikel sind noch nicht da.",
	CopyFresh:    "Kunden, Artikel und Preise von {time}.",
	CopyStale:    "Kunden, Artikel und Preise von {time}. Können sich geändert haben.",
	CopyNoAnswer: "Das Büro ist gerade nicht erreichbar. Verlangt dieses Netz erst eine Anmeldung (WLAN-Anmeldeseite)?",
	AsOf:         "Stand im Büro, {time}.",
	PullDone:     "Auf dem neuesten Stand.",
	PullFailed:   "Das Büro antwortet nicht. Was hier ist, bleibt benutzbar.",
	PriceOf:      "Preis von {time}",
}
