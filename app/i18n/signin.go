package i18n

// SignInTexts are the texts of signing in, and the password.
type SignInTexts struct {
	_ [0]func() // see Words

	SignIn           string
	SigningIn        string
	SignOut          string
	UserName         string
	Password         string
	SignInBoth       string
	SignInWrong      string
	SignInSlow       string
	SignInNoAnswer   string
	SignInFirst      string
	SignInFirstText  string
	SignOutKeep      string
	SignOutFailed    string
	Hello            string
	PasswordHead     string
	PasswordExplains string
	OnlineOnlyPass   string
	PasswordCurrent  string
	PasswordNew      string
	PasswordRule     string
	PasswordShow     string
	PasswordChange   string
	PasswordChanging string
	PasswordDone     string
	PasswordWrong    string
	PasswordShort    string
	PasswordSame     string
	PasswordNotKnown string
}

var signInEN = SignInTexts{
	SignIn:           "Sign in",
	SigningIn:        "Signing in…",
	SignOut:          "Sign out",
	UserName:         "User name",
	Password:         "Password",
	SignInBoth:       "Please enter user name and password.",
	SignInWrong:      "User name or password is wrong.",
	SignInSlow:       "Too many tries. Please wait a minute.",
	SignInNoAnswer:   "The office does not answer. Signing in needs a connection; what is saved on this phone is safe.",
	SignInFirst:      "Please sign in",
	SignInFirstText:  "What you saved on this phone is kept, and goes out after you have signed in.",
	SignOutKeep:      "Sign out, keep them",
	SignOutFailed:    "Signing out could not be saved on this phone.",
	Hello:            "Signed in as {name}",
	PasswordHead:     "Your password",
	PasswordExplains: "A new password counts at the office at once, so this needs a connection. Your other devices are signed out; what waits on them is kept.",
	OnlineOnlyPass:   "There is no connection. A new password needs the office's answer at once, so it cannot be saved for later.",
	PasswordCurrent:  "Current password",
	PasswordNew:      "New password",
	PasswordRule:     "{n} characters or more. Spaces count.",
	PasswordShow:     "Show what I type",
	PasswordChange:   "Change password",
	PasswordChanging: "Asking the office…",
	PasswordDone:     "The new password counts. This device stays signed in; your other devices need it at their next sign-in.",
	PasswordWrong:    "This is not your current password.",
	PasswordShort:    "Please take {limit} characters or more.",
	PasswordSame:     "This is your current password.",
	PasswordNotKnown: "The answer was lost. The new password may count already: sign in with it next time, and with the old one if it is refused.",
}

var signInDE = SignInTexts{
	SignIn:           "Anmelden",
	SigningIn:        "Anmeldung läuft…",
	SignOut:          "Abmelden",
	UserName:         "Benutzername",
	Password:         "Passwort",
	SignInBoth:       "Bitte Benutzername und Passwort eingeben.",
	SignInWrong:      "Benutzername oder Passwort ist falsch.",
	SignInSlow:       "Zu viele Versuche. Bitte eine Minute warten.",
	SignInNoAnswer:   "Das Büro antwortet nicht. Zum Anmelden ist eine Verbindung nötig; was auf diesem Gerät gespeichert ist, ist sicher.",
	SignInFirst:      "Bitte anmelden",
	SignInFirstText:  "Was auf diesem Gerät gespeichert ist, bleibt erhalten und geht nach der Anmeldung raus.",
	SignOutKeep:      "Abmelden, behalten",
	SignOutFailed:    "Die Abmeldung konnte auf diesem Gerät nicht gespeichert werden.",
	Hello:            "Angemeldet als {name}",
	PasswordHead:     "Dein Passwort",
	PasswordExplains: "Ein neues Passwort gilt im Büro sofort, darum braucht es eine Verbindung. Deine anderen Geräte werden abgemeldet; was dort wartet, bleibt erhalten.",
	OnlineOnlyPass:   "Keine Verbindung. Ein neues Passwort braucht sofort die Antwort des Büros und lässt sich nicht für später speichern.",
	PasswordCurrent:  "Aktuelles Passwort",
	PasswordNew:      "Neues Passwort",
	PasswordRule:     "Mindestens {n} Zeichen. Leerzeichen zählen.",
	PasswordShow:     "Eingabe zeigen",
	PasswordChange:   "Passwort ändern",
	PasswordChanging: "Das Büro wird gefragt…",
	PasswordDone:     "Das neue Passwort gilt. Dieses Gerät bleibt angemeldet; deine anderen Geräte brauchen es bei der nächsten Anmeldung.",
	PasswordWrong:    "Das ist nicht dein aktuelles Passwort.",
	PasswordShort:    "Bitte mindestens {limit} Zeichen.",
	PasswordSame:     "Das ist dein aktuelles Passwort.",
	PasswordNotKnown: "Die Antwort ging verloren. Vielleicht gilt das neue Passwort schon: melde dich beim nächsten Mal damit an, und mit dem alten, falls es abgelehnt wird.",
}
