package i18n

// StateTexts are the texts of the states of a write, and what holds all of them.
type StateTexts struct {
	_ [0]func() // see Words

	StatePending    string
	StateSending    string
	StateRetrying   string
	StateDoubt      string
	StateAttention  string
	StateConflict   string
	StateRejected   string
	StateSent       string
	StateDiscarded  string
	CountPending    string
	CountRetrying   string
	CountAttention  string
	CountConflict   string
	CountRejected   string
	CountSent       string
	NoConnection    string
	HoldIntercepted string
	HoldUnmarked    string
	HoldProxy       string
	HoldSignedOut   string
	HoldWrongUser   string
	HoldUpdate      string
	HoldMisfit      string
	HoldRetryAfter  string
	HoldFailing     string
	HoldWayWait     string
	HoldWayFailing  string
	HoldStorage     string
	HoldOther       string
}

var stateEN = StateTexts{
	StatePending:    "Waiting to send",
	StateSending:    "Sending…",
	StateRetrying:   "Trying again",
	StateDoubt:      "Checking if it arrived",
	StateAttention:  "Needs your attention",
	StateConflict:   "Different at the office",
	StateRejected:   "Not accepted by the office",
	StateSent:       "Sent, received by the office",
	StateDiscarded:  "Discarded",
	CountPending:    "waiting",
	CountRetrying:   "trying again",
	CountAttention:  "need attention",
	CountConflict:   "different at the office",
	CountRejected:   "not accepted",
	CountSent:       "sent today",
	NoConnection:    "No connection.",
	HoldIntercepted: "This network answers in the office's place. Is a Wi-Fi login page open?",
	HoldUnmarked:    "Something on the way removes the office's mark.",
	HoldProxy:       "Something between this phone and the office wants a sign-in of its own.",
	HoldSignedOut:   "Please sign in again. Nothing is lost, and it goes out then.",
	HoldWrongUser:   "Someone else is signed in at the office. Please sign in again.",
	HoldUpdate:      "This app is too old for the office. Please update it.",
	HoldMisfit:      "App and office do not fit together just now. It is tried again with a newer app.",
	HoldRetryAfter:  "The office asked to wait until {time}.",
	HoldFailing:     "The office's server is failing since {time}.",
	HoldWayWait:     "Something on the way asked to wait until {time}.",
	HoldWayFailing:  "The office, or something on the way to it, is failing since {time}.",
	HoldStorage:     "This phone could not keep its books, so nothing is sent just now. Nothing is lost.",
	HoldOther:       "Sending is paused.",
}

var stateDE = StateTexts{
	StatePending:    "Wartet auf Versand",
	StateSending:    "Wird gesendet…",
	StateRetrying:   "Neuer Versuch läuft",
	StateDoubt:      "Prüfen, ob angekommen",
	StateAttention:  "Bitte prüfen",
	StateConflict:   "Im Büro anders",
	StateRejected:   "Vom Büro nicht angenommen",
	StateSent:       "Gesendet, im Büro eingegangen",
	StateDiscarded:  "Verworfen",
	CountPending:    "wartend",
	CountRetrying:   "neuer Versuch",
	CountAttention:  "zu prüfen",
	CountConflict:   "im Büro anders",
	CountRejected:   "nicht angenommen",
	CountSent:       "heute gesendet",
	NoConnection:    "Keine Verbindung.",
	HoldIntercepted: "Dieses Netz antwortet an Stelle des Büros. WLAN-Anmeldeseite offen?",
	HoldUnmarked:    "Etwas unterwegs entfernt das Kennzeichen des Büros.",
	HoldProxy:       "Etwas zwischen diesem Telefon und dem Büro verlangt eine eigene Anmeldung.",
	HoldSignedOut:   "Bitte neu anmelden. Nichts ist verloren, danach geht es raus.",
	HoldWrongUser:   "Im Büro ist jemand anderes angemeldet. Bitte neu anmelden.",
	HoldUpdate:      "Diese App ist zu alt für das Büro. Bitte aktualisieren.",
	HoldMisfit:      "App und Büro passen gerade nicht zusammen. Mit einer neueren App wird es erneut versucht.",
	HoldRetryAfter:  "Das Büro bat, bis {time} zu warten.",
	HoldFailing:     "Der Server des Büros ist seit {time} gestört.",
	HoldWayWait:     "Etwas unterwegs bat, bis {time} zu warten.",
	HoldWayFailing:  "Das Büro oder etwas auf dem Weg dorthin ist seit {time} gestört.",
	HoldStorage:     "Dieses Gerät konnte nicht Buch führen, daher wird gerade nichts gesendet. Nichts ist verloren.",
	HoldOther:       "Das Senden pausiert.",
}
