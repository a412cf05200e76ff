package i18n

// ButtonTexts are the texts of what most buttons say.
type ButtonTexts struct {
	_ [0]func() // see Words

	Save        string
	Saving      string
	SaveAndSend string
	SaveAsFile  string
	SendNow     string
	SendAnyway  string
	Cancel      string
	Close       string
	Later       string
	Edit        string
	Remove      string
	Search      string
	ShowMore    string
	Details     string
	Copy        string
	Copied      string
	CopyFailed  string
	PullNow     string
}

var buttonEN = ButtonTexts{
	Save:        "Save",
	Saving:      "Saving…",
	SaveAndSend: "Save and send",
	SaveAsFile:  "Save as file",
	SendNow:     "Send now",
	SendAnyway:  "Send anyway",
	Cancel:      "Cancel",
	Close:       "Close",
	Later:       "Later",
	Edit:        "Edit",
	Remove:      "Remove",
	Search:      "Search",
	ShowMore:    "Show more",
	Details:     "Details",
	Copy:        "Copy",
	Copied:      "Copied.",
	CopyFailed:  "This browser does not copy. Please select the text.",
	PullNow:     "Update customers and products",
}

var buttonDE = ButtonTexts{
	Save:        "Speichern",
	Saving:      "Wird gespeichert…",
	SaveAndSend: "Speichern und senden",
	SaveAsFile:  "Als Datei sichern",
	SendNow:     "Jetzt senden",
	SendAnyway:  "Trotzdem senden",
	Cancel:      "Abbrechen",
	Close:       "Schließen",
	Later:       "Später",
	Edit:        "Bearbeiten",
	Remove:      "Entfernen",
	Search:      "Suchen",
	ShowMore:    "Mehr anzeigen",
	Details:     "Details",
	Copy:        "Kopieren",
	Copied:      "Kopiert.",
	CopyFailed:  "Dieser Browser kopiert nicht. Bitte den Text markieren.",
	PullNow:     "Kunden und Artikel aktualisieren",
}
