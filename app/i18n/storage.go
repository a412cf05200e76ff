package i18n

// StorageTexts are the texts of the store on this device.
type StorageTexts struct {
	_ [0]func() // see Words

	Storage         string
	StorageKept     string
	StorageAtRisk   string
	StorageUnknown  string
	StorageUsed     string
	StorageVolatile string
	StorageOff      string
	StorageInsecure string
	LostWrites      Forms
	OldWrites       Forms
	StorageBlocked  string
	StorageOutdated string
	StorageFull     string
	StorageLow      string
	StorageDamaged  string
	StorageAsk      string
	StoreNewer      string
	StoreDamaged    string
	StoreWiped      string
	Rescue          string
	RescueFailed    string
	Reload          string
	NotKept         string
}

var storageEN = StorageTexts{
	Storage:         "Storage",
	StorageKept:     "The browser keeps what is saved here.",
	StorageAtRisk:   "The browser may remove what is saved here if the phone runs out of space or the app is not used for long. Add the app to the home screen.",
	StorageUnknown:  "The browser does not say whether it keeps what is saved here.",
	StorageUsed:     "{used} used of {quota}",
	StorageVolatile: "The browser may remove what is saved here. Send it soon, and add the app to the home screen.",
	StorageOff:      "Saving is off here, perhaps a private window. What you enter goes out only while this page stays open.",
	StorageInsecure: "Saving offline is off: insecure address. Open the app by its https address.",
	LostWrites:      Forms{One: "{n} write may be lost from this device: the office was told of it, and it is not here any more. Please check with the office.", Other: "{n} writes may be lost from this device: the office was told of them, and they are not here any more. Please check with the office."},
	OldWrites:       Forms{One: "{n} write waits since {time}. Send it soon, or save unsent work as a file.", Other: "{n} writes wait, the oldest since {time}. Send them soon, or save unsent work as a file."},
	StorageBlocked:  "Another tab of an older version keeps the storage. Please close it.",
	StorageOutdated: "A newer version is open in another tab. Please reload this one when you have finished.",
	StorageFull:     "This phone is full. Free some space so that orders can be saved.",
	StorageLow:      "This phone is nearly full: {free} left. Free some space so that orders can be saved.",
	StorageDamaged:  "What is saved on this phone cannot be read. What you enter now goes out only while this page stays open.",
	StorageAsk:      "Ask the browser to keep it",
	StoreNewer:      "A newer version of this app has been used on this phone. What it saved is shown, sent and can be saved as a file; please update.",
	StoreDamaged:    "The store on this phone is damaged. You can go on with a connection. Nothing was deleted: save what can be read as a file.",
	StoreWiped:      "What was saved on this phone has been removed by the browser. Sign in: the office may know what is missing.",
	Rescue:          "Save what can be read",
	RescueFailed:    "Nothing could be read. Nothing was changed; try again after starting the phone anew.",
	Reload:          "Reload",
	NotKept:         "Taken, but not saved on this phone. Keep this page open until it is sent.",
}

var storageDE = StorageTexts{
	Storage:         "Speicher",
	StorageKept:     "Der Browser bewahrt auf, was hier gespeichert ist.",
	StorageAtRisk:   "Der Browser kann Gespeichertes entfernen, wenn der Platz knapp wird oder die App lange nicht genutzt wird. App zum Startbildschirm hinzufügen.",
	StorageUnknown:  "Der Browser sagt nicht, ob er Gespeichertes behält.",
	StorageUsed:     "{used} von {quota} belegt",
	StorageVolatile: "Der Browser kann Gespeichertes entfernen. Bald senden und die App zum Startbildschirm hinzufügen.",
	StorageOff:      "Speichern ist hier nicht möglich, vielleicht ein privates Fenster. Was du eingibst, geht nur raus, solange diese Seite offen bleibt.",
	StorageInsecure: "Offline speichern ist aus: unsichere Adresse. Bitte die App über ihre https-Adresse öffnen.",
	LostWrites:      Forms{One: "{n} Eintrag dieses Geräts ist vielleicht verloren: das Büro wusste davon, und er ist nicht mehr hier. Bitte im Büro nachfragen.", Other: "{n} Einträge dieses Geräts sind vielleicht verloren: das Büro wusste davon, und sie sind nicht mehr hier. Bitte im Büro nachfragen."},
	OldWrites:       Forms{One: "{n} Eintrag wartet seit {time}. Bald senden oder als Datei sichern.", Other: "{n} Einträge warten, der älteste seit {time}. Bald senden oder als Datei sichern."},
	StorageBlocked:  "Ein anderer Tab mit älterer Version hält den Speicher. Bitte schließen.",
	StorageOutdated: "In einem anderen Tab ist eine neuere Version offen. Bitte diesen neu laden, wenn du fertig bist.",
	StorageFull:     "Dieses Gerät ist voll. Bitte Platz schaffen, damit Aufträge gespeichert werden können.",
	StorageLow:      "Dieses Gerät ist fast voll: noch {free}. Bitte Platz schaffen, damit Aufträge gespeichert werden können.",
	StorageDamaged:  "Was auf diesem Gerät gespeichert ist, lässt sich nicht lesen. Was du jetzt eingibst, geht nur raus, solange diese Seite offen bleibt.",
	StorageAsk:      "Den Browser bitten, es zu behalten",
	StoreNewer:      "Auf diesem Gerät lief schon eine neuere Version dieser App. Was sie gespeichert hat, wird gezeigt, gesendet und lässt sich als Datei sichern; bitte aktualisieren.",
	StoreDamaged:    "Der Speicher auf diesem Gerät ist beschädigt. Mit Verbindung geht es weiter. Es wurde nichts gelöscht: Lesbares als Datei sichern.",
	StoreWiped:      "Der Browser hat entfernt, was auf diesem Gerät gespeichert war. Bitte anmelden: das Büro weiß vielleicht, was fehlt.",
	Rescue:          "Lesbares sichern",
	RescueFailed:    "Es ließ sich nichts lesen. Es wurde nichts geändert; nach einem Neustart des Geräts noch einmal versuchen.",
	Reload:          "Neu laden",
	NotKept:         "Aufgenommen, aber nicht auf diesem Gerät gespeichert. Diese Seite offen lassen, bis es gesendet ist.",
}
