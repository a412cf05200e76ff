package admin

import (
	"context"
	"fmt"
	"io"

	"waybill/server/internal/command"
	"waybill/server/store"
)

// Backup is `waybill backup FILE`.
func Backup(ctx context.Context, args []string, out io.Writer) error {
	return newTask("backup", "FILE", out).run(ctx, args, exactly(1), func(st *store.DB, words []string) error {
		if err := st.Backup(ctx, words[0]); err != nil {
			return err
		}
		fmt.Fprintf(out, "wrote %s\n", words[0])
		return nil
	})
}

// Restore is `waybill restore FILE`.
func Restore(ctx context.Context, args []string, out io.Writer) error {
	return newTask("restore", "FILE", out).run(ctx, args, exactly(1), func(st *store.DB, words []string) error {
		if err := st.Restore(ctx, words[0]); err != nil {
			return err
		}
		fmt.Fprintln(out, "restored under a new history: devices will ask for their receipts and offer again what is missing")
		return nil
	})
}

// Check is for a timer in the night: it ends non-zero if anything is
// not as it must be.
func Check(ctx context.Context, args []string, out io.Writer) error {
	return newTask("check", "", out).run(ctx, args, exactly(0), func(st *store.DB, _ []string) error {
		settings, err := st.Settings(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s, store %s, %s\n", st.Dialect(), st.ID(), command.Listed(settings))
		found, err := st.Check(ctx)
		if err != nil {
			return err
		}
		for _, f := range found {
			fmt.Fprintln(out, f)
		}
		if len(found) > 0 {
			return fmt.Errorf("the store has %d faults", len(found))
		}
		fmt.Fprintln(out, "no faults")
		return nil
	})
}
