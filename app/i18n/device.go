package i18n

// DeviceTexts are the texts of this device and this version.
type DeviceTexts struct {
	_ [0]func() // see Words

	OfflineYes      string
	OfflineSoon     string
	OfflineNo       string
	NewerNotStored  string
	CoreNotStored   string
	FileAltered     string
	FileStatus      string
	FileUnreachable string
	FileFull        string
	FilePolicy      string
	FileWorker      string
	FileUnsupported string
	FileUnknown     string
	TakenTitle      string
	TabFirst        Forms
	HomeFresh       string
	ClockOff        string
	TakenUncertain  string
	ThisDevice      string
	CopyHome        string
	CopyTab         string
	Version         string
	Diagnostics     string
	UpdateReady     string
	UpdateApply     string
	UpdateFailed    string
}

var deviceEN = DeviceTexts{
	OfflineYes:      "The app starts here without a connection.",
	OfflineSoon:     "The app is still being stored on this phone. Until then it needs a connection to start.",
	OfflineNo:       "The app cannot start without a connection here. What is entered while it is open is saved all the same.",
	NewerNotStored:  "A newer version of the app could not be stored; this one goes on.",
	CoreNotStored:   "While the app is closed nothing is sent.",
	FileAltered:     "{file} arrived altered ({detail}): something between this phone and the server changes it. Please tell your office.",
	FileStatus:      "{file} was answered with {detail}. Please tell your office.",
	FileUnreachable: "{file} could not be loaded ({detail}).",
	FileFull:        "{file} could not be stored ({detail}): the phone may be full.",
	FilePolicy:      "This site's server or a proxy forbids {file} ({detail}). Please tell your office.",
	FileWorker:      "The browser refuses {file} ({detail}). Please tell your office.",
	FileUnsupported: "This browser cannot do it, perhaps in a private window.",
	FileUnknown:     "The browser does not say why.",
	TakenTitle:      "Taken – not saved on this phone",
	TabFirst:        Forms{One: "{n} write waits in this copy in the browser. Send it here: the copy on the home screen does not have it.", Other: "{n} writes wait in this copy in the browser. Send them here: the copy on the home screen does not have them."},
	HomeFresh:       "This copy on the home screen has its own store. Orders saved in the browser before are there: open the app in the browser to send them.",
	ClockOff:        "This phone's clock is wrong: at the office it is {time}. Nothing is lost by that; what you save carries this phone's time, and the office notes its own.",
	TakenUncertain:  "{time} by the phone, whose clock was wrong; received by the office {received}",
	ThisDevice:      "This device",
	CopyHome:        "This is the copy on the home screen. What a browser tab saved may be kept apart.",
	CopyTab:         "This is the copy in a browser tab. A copy on the home screen may keep its own.",
	Version:         "Version",
	Diagnostics:     "Diagnostics",
	UpdateReady:     "New version ready.",
	UpdateApply:     "Use it now",
	UpdateFailed:    "The new version could not be started. Close all tabs of this app and open it again.",
}

var deviceDE = DeviceTexts{
	OfflineYes:      "Die App startet hier auch ohne Verbindung.",
	OfflineSoon:     "Die App wird noch auf diesem Gerät abgelegt. Bis dahin braucht sie zum Starten eine Verbindung.",
	OfflineNo:       "Die App kann hier ohne Verbindung nicht starten. Was bei offener App eingegeben wird, ist trotzdem gespeichert.",
	NewerNotStored:  "Eine neuere Version der App konnte nicht abgelegt werden; diese läuft weiter.",
	CoreNotStored:   "Solange die App geschlossen ist, wird nichts gesendet.",
	FileAltered:     "{file} ist verändert angekommen ({detail}): etwas zwischen diesem Gerät und dem Server ändert die Datei. Bitte im Büro melden.",
	FileStatus:      "{file} wurde mit {detail} beantwortet. Bitte im Büro melden.",
	FileUnreachable: "{file} konnte nicht geladen werden ({detail}).",
	FileFull:        "{file} konnte nicht gespeichert werden ({detail}): vielleicht ist das Gerät voll.",
	FilePolicy:      "Der Server dieser Seite oder ein Proxy verbietet {file} ({detail}). Bitte im Büro melden.",
	FileWorker:      "Der Browser lehnt {file} ab ({detail}). Bitte im Büro melden.",
	FileUnsupported: "Dieser Browser kann das nicht, vielleicht in einem privaten Fenster.",
	FileUnknown:     "Der Browser sagt nicht, warum.",
	TakenTitle:      "Aufgenommen – nicht auf diesem Gerät gespeichert",
	TabFirst:        Forms{One: "{n} Eintrag wartet in dieser Kopie im Browser. Hier senden: die Kopie auf dem Startbildschirm hat ihn nicht.", Other: "{n} Einträge warten in dieser Kopie im Browser. Hier senden: die Kopie auf dem Startbildschirm hat sie nicht."},
	HomeFresh:       "Diese Kopie auf dem Startbildschirm hat ihren eigenen Speicher. Früher im Browser gespeicherte Aufträge sind dort: zum Senden die App im Browser öffnen.",
	ClockOff:        "Die Uhr dieses Geräts geht falsch: im Büro ist es {time}. Dadurch geht nichts verloren; was du sicherst, trägt die Zeit dieses Geräts, und das Büro notiert seine eigene.",
	TakenUncertain:  "{time} laut Gerät, dessen Uhr falsch ging; im Büro eingegangen {received}",
	ThisDevice:      "Dieses Gerät",
	CopyHome:        "Dies ist die Kopie auf dem Startbildschirm. Was ein Browser-Tab speicherte, liegt vielleicht getrennt.",
	CopyTab:         "Dies ist die Kopie im Browser-Tab. Eine Kopie auf dem Startbildschirm hat vielleicht ihre eigenen Daten.",
	Version:         "Version",
	Diagnostics:     "Diagnose",
	UpdateReady:     "Neue Version bereit.",
	UpdateApply:     "Jetzt nutzen",
	UpdateFailed:    "Die neue Version ließ sich nicht starten. Alle Tabs dieser App schließen und neu öffnen.",
}
