package i18n

// OutboxTexts are the texts of the outbox and its counts.
type OutboxTexts struct {
	_ [0]func() // see Words

	Waiting         Forms
	Since           string
	NeedYou         Forms
	NeedsYou        string
	AllDone         Forms
	Others          Forms
	Unowned         Forms
	Adopt           string
	SignOutGuard    Forms
	CorrectFields   Forms
	DiscardChildren Forms
	OrderTitle      Forms
	Photos          Forms
	NothingWaiting  string
	ListUnsent      string
	ListSent        string
	ListDiscarded   string
	NotSentYet      string
	DraftsHead      string
	DraftContinue   string
	StrangeAsk      string
	Strange         string
	OneWrite        string
	WhatItSays      string
	NoSuchWrite     string
	Another         string
	SeeInOutbox     string
	Reference       string
	NotConfirmed    string
}

var outboxEN = OutboxTexts{
	Waiting:         Forms{One: "{n} waiting to send", Other: "{n} waiting to send"},
	Since:           "{what}, oldest since {time}",
	NeedYou:         Forms{One: "{n} needs you.", Other: "{n} need you."},
	NeedsYou:        "Needs you",
	AllDone:         Forms{One: "Nothing waiting. {n} sent today.", Other: "Nothing waiting. {n} sent today."},
	Others:          Forms{One: "{n} write of another user waits here.", Other: "{n} writes of another user wait here."},
	Unowned:         Forms{One: "{n} write here has no owner. Is it yours?", Other: "{n} writes here have no owner. Are they yours?"},
	Adopt:           "Yes, mine",
	SignOutGuard:    Forms{One: "{n} write is still on this phone only.", Other: "{n} writes are still on this phone only."},
	CorrectFields:   Forms{One: "{n} field needs correcting. Nothing was saved yet.", Other: "{n} fields need correcting. Nothing was saved yet."},
	DiscardChildren: Forms{One: "{n} order waits for this. It stays, and needs another customer then.", Other: "{n} orders wait for this. They stay, and need another customer then."},
	OrderTitle:      Forms{One: "{customer} · {n} line · {total}", Other: "{customer} · {n} lines · {total}"},
	Photos:          Forms{One: "{n} photo at the office", Other: "{n} photos at the office"},
	NothingWaiting:  "Nothing is waiting.",
	ListUnsent:      "Not sent yet",
	ListSent:        "Sent",
	ListDiscarded:   "Discarded",
	NotSentYet:      "Not sent yet",
	DraftsHead:      "Begun and not saved",
	DraftContinue:   "Continue: {what}",
	StrangeAsk:      "Remove this for good? It cannot be taken back here; the file still has it.",
	Strange:         "This version cannot read this one. It is kept as it is, and can be saved as a file.",
	OneWrite:        "One write",
	WhatItSays:      "What it says",
	NoSuchWrite:     "There is nothing under this number on this phone.",
	Another:         "Enter another",
	SeeInOutbox:     "See it in the outbox",
	Reference:       "Reference {ref}",
	NotConfirmed:    "Not yet confirmed by the office.",
}

var outboxDE = OutboxTexts{
	Waiting:         Forms{One: "{n} wartet auf Versand", Other: "{n} warten auf Versand"},
	Since:           "{what}, ältester seit {time}",
	NeedYou:         Forms{One: "{n} braucht dich.", Other: "{n} brauchen dich."},
	NeedsYou:        "Braucht dich",
	AllDone:         Forms{One: "Nichts offen. {n} heute gesendet.", Other: "Nichts offen. {n} heute gesendet."},
	Others:          Forms{One: "{n} Eintrag eines anderen Benutzers wartet hier.", Other: "{n} Einträge eines anderen Benutzers warten hier."},
	Unowned:         Forms{One: "{n} Eintrag hier hat keinen Besitzer. Ist es deiner?", Other: "{n} Einträge hier haben keinen Besitzer. Sind es deine?"},
	Adopt:           "Ja, meine",
	SignOutGuard:    Forms{One: "{n} Eintrag ist nur auf diesem Gerät.", Other: "{n} Einträge sind nur auf diesem Gerät."},
	CorrectFields:   Forms{One: "{n} Feld bitte korrigieren. Noch nichts gespeichert.", Other: "{n} Felder bitte korrigieren. Noch nichts gespeichert."},
	DiscardChildren: Forms{One: "{n} Auftrag wartet darauf. Er bleibt und braucht dann einen anderen Kunden.", Other: "{n} Aufträge warten darauf. Sie bleiben und brauchen dann einen anderen Kunden."},
	OrderTitle:      Forms{One: "{customer} · {n} Zeile · {total}", Other: "{customer} · {n} Zeilen · {total}"},
	Photos:          Forms{One: "{n} Foto im Büro", Other: "{n} Fotos im Büro"},
	NothingWaiting:  "Nichts wartet.",
	ListUnsent:      "Noch nicht gesendet",
	ListSent:        "Gesendet",
	ListDiscarded:   "Verworfen",
	NotSentYet:      "Noch nicht gesendet",
	DraftsHead:      "Angefangen und nicht gespeichert",
	DraftContinue:   "Weiter: {what}",
	StrangeAsk:      "Endgültig entfernen? Hier lässt es sich nicht zurückholen; in der Datei bleibt es.",
	Strange:         "Diese Version kann dies nicht lesen. Es bleibt, wie es ist, und lässt sich als Datei sichern.",
	OneWrite:        "Ein Eintrag",
	WhatItSays:      "Was darin steht",
	NoSuchWrite:     "Unter dieser Nummer ist nichts auf diesem Gerät.",
	Another:         "Weiteren eingeben",
	SeeInOutbox:     "Im Postausgang ansehen",
	Reference:       "Referenz {ref}",
	NotConfirmed:    "Vom Büro noch nicht bestätigt.",
}
