package i18n

// DeliveryTexts are the texts of what happens to a write on its way.
type DeliveryTexts struct {
	_ [0]func() // see Words

	Opening          string
	SavedTitle       string
	SavedHere        string
	SavedAt          string
	SayingSending    string
	WaitsFor         string
	DoubtText        string
	DoubtLater       string
	DoubtHeld        string
	AskNow           string
	AskLater         string
	TryingNow        string
	DoNotEnterAgain  string
	NotThrough       string
	OfficeAskedWait  string
	OfficeAskedUntil string
	NextTry          string
	NextTryNow       string
	InSeconds        string
	Received         string
	ReceivedNumber   string
	ReceivedShort    string
	ChainSaved       string
	ChainReceived    string
	ChainExported    string
}

var deliveryEN = DeliveryTexts{
	Opening:          "Opening what is saved here…",
	SavedTitle:       "Saved on this phone",
	SavedHere:        "Saved on this phone. It goes out when there is a connection.",
	SavedAt:          "saved {time}",
	SayingSending:    "It is on its way to the office.",
	WaitsFor:         "Waits for “{what}” and goes out after it.",
	DoubtText:        "It may have arrived. We are asking the office.",
	DoubtLater:       "It may have arrived. We will ask the office when there is a connection.",
	DoubtHeld:        "It may have arrived. We will ask the office.",
	AskNow:           "Saved on this phone. We are asking the office whether it has it.",
	AskLater:         "Saved on this phone. We will ask the office when there is a connection.",
	TryingNow:        "Saved on this phone. We are trying to reach the office.",
	DoNotEnterAgain:  "Please do not enter it again.",
	NotThrough:       "Not through yet. It is tried again by itself.",
	OfficeAskedWait:  "The office asked to wait a little. It is tried again by itself.",
	OfficeAskedUntil: "The office asked to wait until {time}.",
	NextTry:          "Next try at {time}.",
	NextTryNow:       "Next try any moment.",
	InSeconds:        "In {n} s.",
	Received:         "Received by the office {time}.",
	ReceivedNumber:   "Received by the office {time}, no. {number}.",
	ReceivedShort:    "received {time}",
	ChainSaved:       "Saved",
	ChainReceived:    "Received by the office",
	ChainExported:    "In the ERP",
}

var deliveryDE = DeliveryTexts{
	Opening:          "Gespeichertes wird geöffnet…",
	SavedTitle:       "Auf diesem Gerät gespeichert",
	SavedHere:        "Auf diesem Gerät gespeichert. Geht raus, sobald Verbindung da ist.",
	SavedAt:          "gespeichert {time}",
	SayingSending:    "Ist auf dem Weg ins Büro.",
	WaitsFor:         "Wartet auf „{what}“ und geht danach raus.",
	DoubtText:        "Vielleicht schon angekommen. Wir fragen im Büro nach.",
	DoubtLater:       "Vielleicht schon angekommen. Wir fragen im Büro nach, sobald Verbindung da ist.",
	DoubtHeld:        "Vielleicht schon angekommen. Wir fragen dann im Büro nach.",
	AskNow:           "Auf diesem Gerät gespeichert. Wir fragen im Büro nach, ob es da ist.",
	AskLater:         "Auf diesem Gerät gespeichert. Wir fragen im Büro nach, sobald Verbindung da ist.",
	TryingNow:        "Auf diesem Gerät gespeichert. Wir versuchen, das Büro zu erreichen.",
	DoNotEnterAgain:  "Bitte nicht neu eingeben.",
	NotThrough:       "Noch nicht durch. Es wird von selbst erneut versucht.",
	OfficeAskedWait:  "Das Büro bat um etwas Geduld. Es wird von selbst erneut versucht.",
	OfficeAskedUntil: "Das Büro bat, bis {time} zu warten.",
	NextTry:          "Nächster Versuch {time}.",
	NextTryNow:       "Nächster Versuch jeden Moment.",
	InSeconds:        "In {n} s.",
	Received:         "Im Büro eingegangen {time}.",
	ReceivedNumber:   "Im Büro eingegangen {time}, Nr. {number}.",
	ReceivedShort:    "eingegangen {time}",
	ChainSaved:       "Gespeichert",
	ChainReceived:    "Im Büro eingegangen",
	ChainExported:    "Im ERP",
}
