package i18n

// DayTexts are the texts of the day in money.
type DayTexts struct {
	_ [0]func() // see Words

	DayTotal    string
	DayReceived string
	DayNone     string
	DayWaiting  string
	DayNeeds    string
	DayRefused  string
	DayPartial  string
	OrdersCount Forms
}

var dayEN = DayTexts{
	DayTotal:    "Orders today",
	DayReceived: "Received by the office",
	DayNone:     "The office has received no order from you today.",
	DayWaiting:  "Not counted: not sent yet",
	DayNeeds:    "Not counted: needs you",
	DayRefused:  "Not counted: not accepted",
	DayPartial:  "More is unsent; only the newest {n} are added up here.",
	OrdersCount: Forms{One: "{n} order", Other: "{n} orders"},
}

var dayDE = DayTexts{
	DayTotal:    "Aufträge heute",
	DayReceived: "Im Büro eingegangen",
	DayNone:     "Im Büro ist heute noch kein Auftrag von dir eingegangen.",
	DayWaiting:  "Nicht mitgezählt: noch nicht gesendet",
	DayNeeds:    "Nicht mitgezählt: braucht dich",
	DayRefused:  "Nicht mitgezählt: nicht angenommen",
	DayPartial:  "Es ist noch mehr nicht gesendet; nur die neuesten {n} sind hier addiert.",
	OrdersCount: Forms{One: "{n} Auftrag", Other: "{n} Aufträge"},
}
