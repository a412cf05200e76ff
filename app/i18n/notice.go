package i18n

// NoticeTexts are the texts of notifications.
type NoticeTexts struct {
	_ [0]func() // see Words

	Notifications string
	NotifyOffer   string
	NotifyMe      string
	NotifyStop    string
	NotifyOn      string
	NotifyNone    string
	NotifyDenied  string
	NotNow        string
	NoticeTitle   string
	NoticeText    Forms
}

var noticeEN = NoticeTexts{
	Notifications: "Notifications",
	NotifyOffer:   "This device can tell you when something you saved needs you while the app is not in front of you. It shows how many, never whose.",
	NotifyMe:      "Notify me",
	NotifyStop:    "Stop notifying me",
	NotifyOn:      "You are notified when something you saved needs you while the app is not in front of you.",
	NotifyNone:    "This browser shows no notifications here. What needs you is on the status bar when you open the app.",
	NotifyDenied:  "Notifications are switched off for this app in the browser's settings. What needs you is on the status bar when you open the app.",
	NotNow:        "Not now",
	NoticeTitle:   "Waybill needs you",
	NoticeText:    Forms{One: "{n} entry could not go out by itself. Tap to see it.", Other: "{n} entries could not go out by themselves. Tap to see them."},
}

var noticeDE = NoticeTexts{
	Notifications: "Benachrichtigungen",
	NotifyOffer:   "Dieses Gerät kann sich melden, wenn etwas Gespeichertes Sie braucht und die App nicht vor Ihnen liegt. Gezeigt wird nur, wie viel es ist, nie von wem.",
	NotifyMe:      "Benachrichtigen",
	NotifyStop:    "Nicht mehr benachrichtigen",
	NotifyOn:      "Sie werden benachrichtigt, wenn etwas Gespeichertes Sie braucht und die App nicht vor Ihnen liegt.",
	NotifyNone:    "Dieser Browser zeigt hier keine Benachrichtigungen. Was Sie braucht, steht beim Öffnen der App in der Statuszeile.",
	NotifyDenied:  "Benachrichtigungen sind für diese App in den Einstellungen des Browsers ausgeschaltet. Was Sie braucht, steht beim Öffnen der App in der Statuszeile.",
	NotNow:        "Jetzt nicht",
	NoticeTitle:   "Waybill braucht Sie",
	NoticeText:    Forms{One: "{n} Eintrag konnte nicht von selbst hinausgehen. Zum Ansehen tippen.", Other: "{n} Einträge konnten nicht von selbst hinausgehen. Zum Ansehen tippen."},
}
