package wire

// Limits of a new password. The form checks them before the server does, with
// the same function.
const (
	PasswordMin = 8    // characters of a new password, at least
	PasswordMax = 1024 // bytes of a new password: more is not hashed
)

// PasswordFits says whether a password may be given to a user. Whoever gives
// one asks here: the office's command line, the route and the form.
func PasswordFits(password string) bool {
	return Length(password) >= PasswordMin && len(password) <= PasswordMax
}

// PasswordBody is the body of POST /session/password: a user changes their own.
type PasswordBody struct {
	Current string `json:"current"`
	New     string `json:"new"`
}

// Check lists what needs correcting, nil if nothing does. Whether Current is
// right only the office knows.
func (b PasswordBody) Check() []FieldError {
	var f fields
	if b.Current == "" {
		f.add("/current", FieldRequired, nil, "is required")
	}
	const fits = "must have %d characters or more, and at most %d bytes"
	switch {
	case Length(b.New) < PasswordMin:
		f.add("/new", FieldTooShort, Params{ParamLimit: PasswordMin}, fits, PasswordMin, PasswordMax)
	case !PasswordFits(b.New):
		f.add("/new", FieldTooLarge, Params{ParamLimit: PasswordMax}, fits, PasswordMin, PasswordMax)
	case b.New == b.Current:
		f.add("/new", FieldSamePassword, nil, "is the current password")
	}
	return f.list
}

// Clean changes nothing: a password is what was typed.
func (b PasswordBody) Clean() PasswordBody { return b }
