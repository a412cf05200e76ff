package admin

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/oklog/ulid/v2"

	"waybill/server/password"
	"waybill/server/store"
	"waybill/server/wire"
)

// Stdin is where passwords are read from: an argument would stay in the
// shell's history and in the list of processes.
var Stdin io.Reader = os.Stdin

// Users is `waybill user`: adds, lists and disables users, and sets passwords.
func Users(ctx context.Context, args []string, out io.Writer) error {
	t := newTask("user", "add NAME --role rep|manager | passwd NAME | disable NAME | enable NAME | list", out)
	role := t.fs.String("role", wire.RoleRep, "role of a new user: rep or manager")
	return t.run(ctx, args, userWords, func(st *store.DB, words []string) error {
		switch words[0] {
		case "list":
			return listUsers(ctx, st, out)
		case "add":
			return addUser(ctx, st, words[1], *role, out)
		case "passwd":
			return changePassword(ctx, st, words[1], out)
		}
		return known(words[1], st.SetDisabled(ctx, words[1], words[0] == "disable"))
	})
}

// userWords are a verb, and a name unless it is list.
func userWords(words []string) bool {
	if len(words) == 1 {
		return words[0] == "list"
	}
	return len(words) == 2 && slices.Contains([]string{"add", "passwd", "disable", "enable"}, words[0])
}

// known puts the name into an error that says nobody has it.
func known(name string, err error) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no user %q", name)
	}
	return err
}

func addUser(ctx context.Context, st *store.DB, name, role string, out io.Writer) error {
	if role != wire.RoleRep && role != wire.RoleManager {
		return fmt.Errorf("--role is rep or manager, not %q", role)
	}
	if _, bad := wire.BadRune(name, false); bad || store.LoginName(name) == "" || wire.Length(name) > wire.CodeMax {
		return fmt.Errorf("%q is no name to sign in with", name)
	}
	hash, err := newPassword()
	if err != nil {
		return err
	}
	u := store.User{User: wire.User{ID: ulid.Make().String(), Name: name, Role: role}, Password: hash}
	if err := st.AddUser(ctx, time.Now(), u); err != nil {
		if errors.Is(err, store.ErrTaken) {
			return fmt.Errorf("there is a user %q already", name)
		}
		return err
	}
	fmt.Fprintf(out, "added %s as %s\n", store.LoginName(name), role)
	return nil
}

func changePassword(ctx context.Context, st *store.DB, name string, out io.Writer) error {
	hash, err := newPassword()
	if err != nil {
		return err
	}
	if err := known(name, st.SetPassword(ctx, name, hash)); err != nil {
		return err
	}
	fmt.Fprintf(out, "changed; every session of %s has ended\n", store.LoginName(name))
	return nil
}

// newPassword reads one line.
func newPassword() (hash string, err error) {
	line, err := bufio.NewReader(io.LimitReader(Stdin, password.MaxLength+2)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	line = strings.TrimRight(line, "\r\n")
	if !wire.PasswordFits(line) {
		return "", fmt.Errorf("a password has %d to %d characters; give it on standard input", wire.PasswordMin, wire.PasswordMax)
	}
	return password.Hash(line), nil
}

func listUsers(ctx context.Context, st *store.DB, out io.Writer) error {
	all, err := st.Users(ctx)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tROLE\tSTATE\tID")
	for _, u := range all {
		state := "active"
		if u.Disabled {
			state = "disabled"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", u.Name, u.Role, state, u.ID)
	}
	return w.Flush()
}

// Devices shows trouble before the rep calls: who has unsent work, since
// when, and was last heard of when.
func Devices(ctx context.Context, args []string, out io.Writer) error {
	return newTask("device", "list", out).run(ctx, args, only("list"), func(st *store.DB, _ []string) error {
		all, err := st.Devices(ctx)
		if err != nil {
			return err
		}
		w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "DEVICE\tUSER\tLAST CONTACT\tUNSENT\tOLDEST\tCLIENT")
		for _, d := range all {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", d.ID, d.UserID, d.LastContact.UTC().Format(time.RFC3339), d.Unsent, d.Oldest, d.Client)
		}
		return w.Flush()
	})
}
