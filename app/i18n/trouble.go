package i18n

// TroubleTexts are the texts of what went wrong.
type TroubleTexts struct {
	_ [0]func() // see Words

	NotSaved         string
	NotSavedFull     string
	NotSavedNobody   string
	OutboxFull       string
	OutboxUnreadable string
	TooLarge         string
	OpenRecord       string
	BeingSent        string
	MovedOn          string
	SavedElsewhere   string
	NotKnown         string
	KeepCancelled    string
	KeepCancelling   string // {time}
	KeepNotKnown     string
	OfficeRefused    string
	RefusedSignIn    string
	RefusedUser      string
	RefusedRight     string
	RefusedGone      string
	RefusedMoved     string
	RefusedFields    string
	RefusedLarge     string
	RefusedTaken     string
	RefusedNames     string
	RefusedUpdate    string
	RefusedOften     string
	RefusedBusy      string
	RefusedBroken    string
	OfficeNoAnswer   string
	DidNotWork       string
	BrokenText       string
	Correcting       string
}

var troubleEN = TroubleTexts{
	NotSaved:         "This could not be saved on this phone. What you typed is still here; try again.",
	NotSavedFull:     "This phone is full, so this could not be saved. What you typed is still here; free some space and try again.",
	NotSavedNobody:   "Nobody is signed in on this phone any more, so this was not saved. What you typed is still here; sign in and save again.",
	OutboxFull:       "The outbox is full: 10,000 writes wait. Nothing more can be saved until some are sent.",
	OutboxUnreadable: "The outbox cannot be read just now.",
	TooLarge:         "This is too large to be sent. Please shorten it.",
	OpenRecord:       "Something else of this delivery still waits to be sent. One at a time.",
	BeingSent:        "It is being sent just now. Try again in a moment.",
	MovedOn:          "This has changed meanwhile. Look again before you choose.",
	SavedElsewhere:   "Another tab saved this form with other content. Yours is not saved yet: press save again to save it as a new one.",
	NotKnown:         "The answer was lost. It is not known what happened; we are asking the office.",
	KeepCancelled:    "The office has cancelled its version: it cannot be kept.",
	KeepCancelling:   "Your cancel may still reach the office. Its version can be kept after {time}, if it stands then.",
	KeepNotKnown:     "The office did not answer. It must say first whether its version still stands.",
	OfficeRefused:    "The office did not do it: {text}",
	RefusedSignIn:    "please sign in again",
	RefusedUser:      "somebody else is signed in",
	RefusedRight:     "you may not do this",
	RefusedGone:      "there is no such record",
	RefusedMoved:     "it has moved on there",
	RefusedFields:    "some fields need correcting",
	RefusedLarge:     "it is too large",
	RefusedTaken:     "this number is taken",
	RefusedNames:     "it names something that is not there",
	RefusedUpdate:    "please update the app",
	RefusedOften:     "that was too often, please wait a little",
	RefusedBusy:      "it is busy just now, please try again in a moment",
	RefusedBroken:    "something went wrong there",
	OfficeNoAnswer:   "The office does not answer. This page needs a connection.",
	DidNotWork:       "That did not work. Nothing was changed.",
	BrokenText:       "Something broke on this page. What is saved is safe, and what you typed is still here.",
	Correcting:       "You are correcting a saved write. It keeps its reference.",
}

var troubleDE = TroubleTexts{
	NotSaved:         "Das konnte auf diesem Gerät nicht gespeichert werden. Die Eingaben sind noch da; bitte erneut versuchen.",
	NotSavedFull:     "Dieses Gerät ist voll, daher nicht gespeichert. Die Eingaben sind noch da; bitte Platz schaffen und erneut versuchen.",
	NotSavedNobody:   "Auf diesem Gerät ist niemand mehr angemeldet, daher nicht gespeichert. Die Eingaben sind noch da; bitte anmelden und erneut speichern.",
	OutboxFull:       "Der Postausgang ist voll: 10.000 Einträge warten. Erst wenn welche gesendet sind, lässt sich mehr speichern.",
	OutboxUnreadable: "Der Postausgang ist gerade nicht lesbar.",
	TooLarge:         "Das ist zu groß zum Senden. Bitte kürzen.",
	OpenRecord:       "Zu dieser Lieferung wartet noch ein anderer Eintrag. Bitte eins nach dem anderen.",
	BeingSent:        "Es wird gerade gesendet. Bitte gleich noch einmal.",
	MovedOn:          "Das hat sich inzwischen geändert. Bitte vor der Wahl noch einmal ansehen.",
	SavedElsewhere:   "Ein anderer Tab hat dieses Formular mit anderem Inhalt gespeichert. Deine Fassung ist noch nicht gespeichert: erneut auf Speichern tippen, um sie als neue zu sichern.",
	NotKnown:         "Die Antwort ging verloren. Was geschah, ist nicht bekannt; wir fragen im Büro nach.",
	KeepCancelled:    "Das Büro hat seine Fassung storniert: sie kann nicht behalten werden.",
	KeepCancelling:   "Deine Stornierung kann das Büro noch erreichen. Dessen Fassung kann nach {time} behalten werden, wenn sie dann noch gilt.",
	KeepNotKnown:     "Das Büro hat nicht geantwortet. Es muss erst sagen, ob seine Fassung noch gilt.",
	OfficeRefused:    "Das Büro hat es nicht getan: {text}",
	RefusedSignIn:    "bitte neu anmelden",
	RefusedUser:      "jemand anderes ist angemeldet",
	RefusedRight:     "dafür fehlt dir das Recht",
	RefusedGone:      "diesen Eintrag gibt es dort nicht",
	RefusedMoved:     "damit ging es dort schon weiter",
	RefusedFields:    "einige Felder müssen berichtigt werden",
	RefusedLarge:     "es ist zu groß",
	RefusedTaken:     "diese Nummer ist vergeben",
	RefusedNames:     "es nennt etwas, das es dort nicht gibt",
	RefusedUpdate:    "bitte die App aktualisieren",
	RefusedOften:     "das war zu oft, bitte kurz warten",
	RefusedBusy:      "es ist gerade überlastet, bitte gleich noch einmal",
	RefusedBroken:    "dort ist etwas schiefgegangen",
	OfficeNoAnswer:   "Das Büro antwortet nicht. Diese Seite braucht eine Verbindung.",
	DidNotWork:       "Das hat nicht geklappt. Nichts wurde geändert.",
	BrokenText:       "Auf dieser Seite ging etwas schief. Gespeichertes ist sicher, die Eingaben sind noch da.",
	Correcting:       "Du korrigierst einen gespeicherten Eintrag. Er behält seine Referenz.",
}
