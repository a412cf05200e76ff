package i18n

// TransferTexts are the texts of the file that takes what waits to another device.
type TransferTexts struct {
	_ [0]func() // see Words

	Export          string
	ExportDone      string
	ExportFailed    string
	Import          string
	ImportFull      string
	ImportEmpty     string
	ImportEntry     string
	ImportKeepFile  string
	FlawKind        string
	FlawShape       string
	FlawWaits       string
	FlawDiffers     string
	FlawField       string
	ImportFailed    string
	ImportAdded     Forms
	ImportChanged   Forms
	ImportWaiting   Forms
	ImportSent      Forms
	ImportDiscarded Forms
	ImportDiffer    Forms
	ImportOthers    Forms
	ImportKept      Forms
	ImportLeft      Forms
	ExportPart      string
	Carry           string
	CarryText       string
}

var transferEN = TransferTexts{
	Export:          "Save unsent work as file",
	ExportDone:      "The file is in your downloads.",
	ExportFailed:    "The file could not be made.",
	Import:          "Read a file",
	ImportFull:      "There is no room here for all of the file. Nothing was changed.",
	ImportEmpty:     "There is nothing in this file.",
	ImportEntry:     "No. {n} in the file ({what}): {text}",
	ImportKeepFile:  "Please keep the file.",
	FlawKind:        "It is of a kind that this version does not know.",
	FlawShape:       "It cannot be read as a write.",
	FlawWaits:       "Another report of the same delivery waits here.",
	FlawDiffers:     "It is here already with other content. What is here was not changed.",
	FlawField:       "“{field}” holds what cannot be.",
	ImportFailed:    "This file could not be read. Nothing was changed.",
	ImportAdded:     Forms{One: "{n} added.", Other: "{n} added."},
	ImportChanged:   Forms{One: "{n} was changed in the file. It is added, and waits until you have looked at it.", Other: "{n} were changed in the file. They are added, and wait until you have looked at them."},
	ImportWaiting:   Forms{One: "{n} waits here already.", Other: "{n} wait here already."},
	ImportSent:      Forms{One: "{n} was sent from here already.", Other: "{n} were sent from here already."},
	ImportDiscarded: Forms{One: "{n} was discarded here. You can take it back.", Other: "{n} were discarded here. You can take them back."},
	ImportDiffer:    Forms{One: "{n} is here already, with other content.", Other: "{n} are here already, with other content."},
	ImportOthers:    Forms{One: "{n} belongs to another user, who can read the file in after signing in.", Other: "{n} belong to other users, who can read the file in after signing in."},
	ImportKept:      Forms{One: "{n} was not understood. It is kept as it came, and shown in the outbox.", Other: "{n} were not understood. They are kept as they came, and shown in the outbox."},
	ImportLeft:      Forms{One: "{n} could not be taken in, and is only in the file.", Other: "{n} could not be taken in, and are only in the file."},
	ExportPart:      "The file has what could be read. A part could not be read and is kept as it is.",
	Carry:           "To another device",
	CarryText:       "Unsent work can be saved as one file and read on any device. Reading it twice makes nothing double.",
}

var transferDE = TransferTexts{
	Export:          "Ungesendetes als Datei sichern",
	ExportDone:      "Die Datei liegt in den Downloads.",
	ExportFailed:    "Die Datei konnte nicht erstellt werden.",
	Import:          "Datei einlesen",
	ImportFull:      "Für die ganze Datei ist hier kein Platz. Nichts wurde geändert.",
	ImportEmpty:     "In dieser Datei ist nichts.",
	ImportEntry:     "Nr. {n} in der Datei ({what}): {text}",
	ImportKeepFile:  "Bitte die Datei aufbewahren.",
	FlawKind:        "Diese Art kennt diese Version nicht.",
	FlawShape:       "Das ist nicht als Eintrag lesbar.",
	FlawWaits:       "Eine andere Meldung zu derselben Lieferung wartet hier.",
	FlawDiffers:     "Es ist schon hier, mit anderem Inhalt. Was hier ist, wurde nicht geändert.",
	FlawField:       "In „{field}“ steht, was nicht sein kann.",
	ImportFailed:    "Diese Datei konnte nicht gelesen werden. Nichts wurde geändert.",
	ImportAdded:     Forms{One: "{n} hinzugefügt.", Other: "{n} hinzugefügt."},
	ImportChanged:   Forms{One: "{n} wurde in der Datei geändert. Es ist hinzugefügt und wartet, bis du es angesehen hast.", Other: "{n} wurden in der Datei geändert. Sie sind hinzugefügt und warten, bis du sie angesehen hast."},
	ImportWaiting:   Forms{One: "{n} wartet hier schon.", Other: "{n} warten hier schon."},
	ImportSent:      Forms{One: "{n} wurde von hier schon gesendet.", Other: "{n} wurden von hier schon gesendet."},
	ImportDiscarded: Forms{One: "{n} wurde hier verworfen und lässt sich zurückholen.", Other: "{n} wurden hier verworfen und lassen sich zurückholen."},
	ImportDiffer:    Forms{One: "{n} ist schon hier, mit anderem Inhalt.", Other: "{n} sind schon hier, mit anderem Inhalt."},
	ImportOthers:    Forms{One: "{n} gehört einem anderen Benutzer; der kann die Datei nach seiner Anmeldung einlesen.", Other: "{n} gehören anderen Benutzern; die können die Datei nach ihrer Anmeldung einlesen."},
	ImportKept:      Forms{One: "{n} wurde nicht verstanden. Es wird unverändert aufbewahrt und im Postausgang gezeigt.", Other: "{n} wurden nicht verstanden. Sie werden unverändert aufbewahrt und im Postausgang gezeigt."},
	ImportLeft:      Forms{One: "{n} ließ sich nicht übernehmen und ist nur in der Datei.", Other: "{n} ließen sich nicht übernehmen und sind nur in der Datei."},
	ExportPart:      "In der Datei ist, was lesbar war. Ein Teil war nicht lesbar und bleibt, wie er ist.",
	Carry:           "Auf ein anderes Gerät",
	CarryText:       "Ungesendetes lässt sich als eine Datei sichern und auf jedem Gerät einlesen. Zweimal einlesen verdoppelt nichts.",
}
