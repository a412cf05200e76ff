package admin

import (
	"context"
	"errors"
	"flag"
	"io"

	"waybill/server/internal/command"
	"waybill/server/store"
)

// task is a command that works on a store: flags, words, open, do, close.
type task struct {
	fs *flag.FlagSet
	db *string
}

func newTask(name, words string, out io.Writer) task {
	fs := command.Flags(name, words, out)
	return task{fs, command.DBFlag(fs)}
}

// run reads the arguments, shows the usage unless the words fit, and calls f
// with the open store.
func (t task) run(ctx context.Context, args []string, fit func(words []string) bool, f func(st *store.DB, words []string) error) (err error) {
	words, err := command.Parse(t.fs, args)
	if err != nil {
		return err
	}
	if !fit(words) {
		t.fs.Usage()
		return command.ErrUsage
	}
	st, err := command.Open(ctx, *t.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return f(st, words)
}

// exactly fits a number of words.
func exactly(n int) func([]string) bool {
	return func(words []string) bool { return len(words) == n }
}

// only fits one given word.
func only(word string) func([]string) bool {
	return func(words []string) bool { return len(words) == 1 && words[0] == word }
}
