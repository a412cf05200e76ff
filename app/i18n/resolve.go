package i18n

// ResolveTexts are the texts of what a rep can do about a write.
type ResolveTexts struct {
	_ [0]func() // see Words

	Restore        string
	RetryNow       string
	RetryUnchanged string
	CheckNow       string
	CorrectAndSend string
	KeepTheirs     string
	MineInstead    string
	LooksLikeMine  string
	SameAsk        string
	SameYes        string
	Repoint        string
	RepointTo      string
	RepointYes     string
	Discard        string
	DiscardYes     string
	DiscardAsk     string
	BothVersions   string
	OnThisPhone    string
	AtTheOffice    string
	Differs        string
	OfficeLoading  string
	OfficeUnknown  string
	ChildMoves     string
	MineExplains   string
	OnlineOnlyMine string
	SendAsNew      string
	SentCancelled  string
}

var resolveEN = ResolveTexts{
	Restore:        "Take it back",
	RetryNow:       "Try again",
	RetryUnchanged: "Try again unchanged",
	CheckNow:       "Check now",
	CorrectAndSend: "Correct and send",
	KeepTheirs:     "Use the office's",
	MineInstead:    "Mine instead",
	LooksLikeMine:  "That looks like mine",
	SameAsk:        "Leave this to the office's record? Yours is put among the discarded, where you can take it back for 30 days.",
	SameYes:        "Yes, it is mine",
	Repoint:        "Choose another customer",
	RepointTo:      "The order goes to",
	RepointYes:     "Use this customer",
	Discard:        "Discard",
	DiscardYes:     "Yes, discard",
	DiscardAsk:     "Discard this? You can take it back for 30 days.",
	BothVersions:   "Both versions",
	OnThisPhone:    "On this phone",
	AtTheOffice:    "At the office",
	Differs:        "differs",
	OfficeLoading:  "Asking the office what it has…",
	OfficeUnknown:  "What the office has cannot be shown just now. Choosing needs a connection.",
	ChildMoves:     "“{what}” then goes to {to}.",
	MineExplains:   "The office's order is cancelled first, then yours goes out. This needs a connection.",
	OnlineOnlyMine: "There is no connection. The office's order must be cancelled first, and that needs its answer.",
	SendAsNew:      "Send as a new order",
	SentCancelled:  "The office has cancelled this order since.",
}

var resolveDE = ResolveTexts{
	Restore:        "Zurückholen",
	RetryNow:       "Erneut versuchen",
	RetryUnchanged: "Unverändert erneut versuchen",
	CheckNow:       "Jetzt nachfragen",
	CorrectAndSend: "Korrigieren und senden",
	KeepTheirs:     "Büro-Version nehmen",
	MineInstead:    "Meine stattdessen",
	LooksLikeMine:  "Das ist wohl meine",
	SameAsk:        "Gilt, was das Büro schon hat? Deine Meldung liegt dann 30 Tage lang unter Verworfen und lässt sich zurückholen.",
	SameYes:        "Ja, das ist meine",
	Repoint:        "Anderen Kunden wählen",
	RepointTo:      "Der Auftrag geht an",
	RepointYes:     "Diesen Kunden nehmen",
	Discard:        "Verwerfen",
	DiscardYes:     "Ja, verwerfen",
	DiscardAsk:     "Wirklich verwerfen? 30 Tage lang lässt es sich zurückholen.",
	BothVersions:   "Beide Fassungen",
	OnThisPhone:    "Auf diesem Gerät",
	AtTheOffice:    "Im Büro",
	Differs:        "anders",
	OfficeLoading:  "Das Büro wird nach seinem Stand gefragt…",
	OfficeUnknown:  "Der Stand im Büro ist gerade nicht zu sehen. Zum Wählen ist eine Verbindung nötig.",
	ChildMoves:     "„{what}“ geht dann an {to}.",
	MineExplains:   "Erst wird der Auftrag im Büro storniert, dann geht deiner raus. Das braucht eine Verbindung.",
	OnlineOnlyMine: "Keine Verbindung. Der Auftrag im Büro muss zuerst storniert werden, und das braucht dessen Antwort.",
	SendAsNew:      "Als neuen Auftrag senden",
	SentCancelled:  "Das Büro hat diesen Auftrag seitdem storniert.",
}
