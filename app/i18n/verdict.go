package i18n

// VerdictTexts are the texts of why a write is where it is.
type VerdictTexts struct {
	_ [0]func() // see Words

	DiscardRep          string
	DiscardTheirs       string
	DiscardSame         string
	DiscardHeld         string
	AttentionBudget     Forms
	AttentionFailing    string
	AttentionWay        string
	AttentionSwallowed  string
	AttentionParent     string
	AttentionParentGone string
	AttentionChanged    string
	AttentionRestored   string
	AttentionCancelled  string
	AttentionOther      string
	ConflictEarlier     string
	ConflictCancelled   string
	ConflictCancelling  string
	ConflictTaken       string
	ConflictCode        string
	ConflictReference   string
	ConflictMoved       string
	ConflictApart       string
	ConflictUnclear     string
	ConflictOther       string
	RejectedText        string
	RejectedForbidden   string
	RejectedGone        string
	RejectedLarge       string
	FieldSays           string
}

var verdictEN = VerdictTexts{
	DiscardRep:          "Discarded {time}.",
	DiscardTheirs:       "The office's version was used, {time}.",
	DiscardSame:         "The office has it already, {time}.",
	DiscardHeld:         "You discarded this, but the office has it after all. Please tell the office if it must not go ahead.",
	AttentionBudget:     Forms{One: "Tried {n} time, and the office does not take it. Look at the details, or try again.", Other: "Tried {n} times, and the office does not take it. Look at the details, or try again."},
	AttentionFailing:    "The office's server is failing. It is tried again by itself.",
	AttentionWay:        "The office, or something on the way to it, is failing. It is tried again by itself.",
	AttentionSwallowed:  "This one does not get through here. It is still tried; another network may help.",
	AttentionParent:     "It waits for “{what}”, which needs you first.",
	AttentionParentGone: "What it waited for is no longer here. Choose another customer.",
	AttentionChanged:    "In the file this was not what had been saved. Look at it: correct and send it, or try it again as it is.",
	AttentionRestored:   "The office's records were restored, and this is missing there. Send it again.",
	AttentionCancelled:  "It arrived, and the office has cancelled it. Send it as a new order, or discard it.",
	AttentionOther:      "A person should look at this. The details may help.",
	ConflictEarlier:     "The office has an earlier version of this. Compare, and choose one.",
	ConflictCancelled:   "The office's earlier version of this is cancelled. Send yours, or discard it.",
	ConflictCancelling:  "The office has an earlier version of this. Whether your cancel reached it is not known: we are asking the office.",
	ConflictTaken:       "The office has something else under this number.",
	ConflictCode:        "The office has another record with this code. Compare, and choose one.",
	ConflictReference:   "It names something that the office does not have.",
	ConflictMoved:       "The office has moved on with this. Look at what it has now.",
	ConflictApart:       "You say “{mine}”, the office says “{office}”. Yours stays here: please talk to the office, then try again or discard it.",
	ConflictUnclear:     "It is not clear what became of this at the office. Look at what it has now.",
	ConflictOther:       "It clashes with what the office has. Compare, and choose.",
	RejectedText:        "Not accepted. It stays here: correct and send it, or discard it.",
	RejectedForbidden:   "Not accepted: you may not do this. It stays here.",
	RejectedGone:        "Not accepted: the office has no such record. It stays here.",
	RejectedLarge:       "Not accepted: it is too large. It stays here.",
	FieldSays:           "{field}: {text}",
}

var verdictDE = VerdictTexts{
	DiscardRep:          "Verworfen {time}.",
	DiscardTheirs:       "Die Büro-Version wurde genommen, {time}.",
	DiscardSame:         "Das Büro hat es bereits, {time}.",
	DiscardHeld:         "Verworfen, aber das Büro hat es doch. Bitte dem Büro sagen, falls es nicht ausgeführt werden soll.",
	AttentionBudget:     Forms{One: "{n} Mal versucht, das Büro nimmt es nicht an. Details ansehen oder erneut versuchen.", Other: "{n} Mal versucht, das Büro nimmt es nicht an. Details ansehen oder erneut versuchen."},
	AttentionFailing:    "Der Server des Büros ist gestört. Es wird von selbst erneut versucht.",
	AttentionWay:        "Das Büro oder etwas auf dem Weg dorthin ist gestört. Es wird von selbst erneut versucht.",
	AttentionSwallowed:  "Dieses kommt hier nicht durch. Es wird weiter versucht; ein anderes Netz kann helfen.",
	AttentionParent:     "Es wartet auf „{what}“, das zuerst dich braucht.",
	AttentionParentGone: "Worauf es wartete, ist nicht mehr da. Bitte anderen Kunden wählen.",
	AttentionChanged:    "In der Datei stand etwas anderes, als gespeichert worden war. Bitte ansehen: korrigieren und senden, oder unverändert erneut versuchen.",
	AttentionRestored:   "Die Daten des Büros wurden wiederhergestellt, und dies fehlt dort. Bitte erneut senden.",
	AttentionCancelled:  "Es ist angekommen, und das Büro hat es storniert. Als neuen Auftrag senden oder verwerfen.",
	AttentionOther:      "Bitte ansehen. Die Details können helfen.",
	ConflictEarlier:     "Das Büro hat eine frühere Fassung davon. Bitte vergleichen und wählen.",
	ConflictCancelled:   "Die frühere Fassung davon im Büro ist storniert. Deine senden oder verwerfen.",
	ConflictCancelling:  "Das Büro hat eine frühere Fassung davon. Ob deine Stornierung dort ankam, ist nicht bekannt: wir fragen im Büro nach.",
	ConflictTaken:       "Das Büro hat unter dieser Nummer etwas anderes.",
	ConflictCode:        "Das Büro hat einen anderen Eintrag mit dieser Nummer. Bitte vergleichen und wählen.",
	ConflictReference:   "Es nennt etwas, das das Büro nicht hat.",
	ConflictMoved:       "Im Büro ging es damit schon weiter. Bitte den Stand dort ansehen.",
	ConflictApart:       "Du sagst „{mine}“, das Büro sagt „{office}“. Deine Meldung bleibt hier: bitte mit dem Büro klären, dann erneut versuchen oder verwerfen.",
	ConflictUnclear:     "Unklar, was im Büro daraus wurde. Bitte den Stand dort ansehen.",
	ConflictOther:       "Es passt nicht zum Stand im Büro. Bitte vergleichen und wählen.",
	RejectedText:        "Nicht angenommen. Es bleibt hier: korrigieren und senden, oder verwerfen.",
	RejectedForbidden:   "Nicht angenommen: dafür fehlt dir das Recht. Es bleibt hier.",
	RejectedGone:        "Nicht angenommen: das Büro hat keinen solchen Eintrag. Es bleibt hier.",
	RejectedLarge:       "Nicht angenommen: es ist zu groß. Es bleibt hier.",
	FieldSays:           "{field}: {text}",
}
