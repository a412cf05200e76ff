package i18n

// DispatchTexts are the texts of deliveries.
type DispatchTexts struct {
	_ [0]func() // see Words

	Dispatch        string
	DispatchNumber  string
	DeliverHead     string
	DeliverSave     string
	DeliverTitle    string
	FailHead        string
	FailReason      string
	FailUsual       string
	FailSave        string
	FailTitle       string
	Photo           string
	PhotoPick       string
	PhotoExplains   string
	OnlineOnlyPhoto string
	PhotoSending    string
	PhotoDone       string
	PhotoOf         string
	PhotosOnline    string
	PhotoUnreadable string
	PhotoNotKnown   string
}

var dispatchEN = DispatchTexts{
	Dispatch:        "Delivery",
	DispatchNumber:  "Delivery {number}",
	DeliverHead:     "Handed over",
	DeliverSave:     "Save as delivered",
	DeliverTitle:    "Delivered {number} to {name}",
	FailHead:        "Could not be handed over",
	FailReason:      "Reason",
	FailUsual:       "Nobody was there",
	FailSave:        "Save as not delivered",
	FailTitle:       "Not delivered {number}: {reason}",
	Photo:           "Photo of the signed note",
	PhotoPick:       "Take or choose a photo",
	PhotoExplains:   "A photo goes to the office at once, so it needs a connection. It is not saved for later.",
	OnlineOnlyPhoto: "There is no connection. A photo is too large to wait on this phone; take it when there is one.",
	PhotoSending:    "Sending the photo…",
	PhotoDone:       "The office has the photo.",
	PhotoOf:         "Photo received {time}",
	PhotosOnline:    "The photos are at the office. They are shown when there is a connection.",
	PhotoUnreadable: "This picture cannot be read. Please take another.",
	PhotoNotKnown:   "The answer was lost. It is not known whether the photo arrived: look at the count of photos.",
}

var dispatchDE = DispatchTexts{
	Dispatch:        "Lieferung",
	DispatchNumber:  "Lieferung {number}",
	DeliverHead:     "Übergeben",
	DeliverSave:     "Als zugestellt speichern",
	DeliverTitle:    "{number} zugestellt an {name}",
	FailHead:        "Nicht übergeben",
	FailReason:      "Grund",
	FailUsual:       "Niemand angetroffen",
	FailSave:        "Als nicht zugestellt speichern",
	FailTitle:       "{number} nicht zugestellt: {reason}",
	Photo:           "Foto des Lieferscheins",
	PhotoPick:       "Foto aufnehmen oder wählen",
	PhotoExplains:   "Ein Foto geht sofort ins Büro und braucht eine Verbindung. Es wird nicht für später gespeichert.",
	OnlineOnlyPhoto: "Keine Verbindung. Ein Foto ist zu groß, um auf diesem Gerät zu warten; bitte mit Verbindung aufnehmen.",
	PhotoSending:    "Foto wird gesendet…",
	PhotoDone:       "Das Büro hat das Foto.",
	PhotoOf:         "Foto, eingegangen {time}",
	PhotosOnline:    "Die Fotos sind im Büro. Sie werden gezeigt, sobald eine Verbindung da ist.",
	PhotoUnreadable: "Dieses Bild ist nicht lesbar. Bitte ein anderes aufnehmen.",
	PhotoNotKnown:   "Die Antwort ging verloren. Ob das Foto ankam, ist nicht bekannt: bitte auf die Anzahl der Fotos sehen.",
}
