package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// Give is `waybill give`: an order or a delivery gets another user.
func Give(ctx context.Context, args []string, out io.Writer) error {
	t := newTask("give", "order|dispatch ID --to NAME", out)
	to := t.fs.String("to", "", "`name` of the user who gets it")
	fit := func(words []string) bool { return len(words) == 2 && givable[words[0]] != "" && *to != "" }
	return t.run(ctx, args, fit, func(st *store.DB, words []string) error {
		u, err := st.UserNamed(ctx, *to)
		if err := known(*to, err); err != nil {
			return err
		}
		err = st.Give(ctx, time.Now(), givable[words[0]], words[1], u.ID)
		if errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("there is no %s %s", words[0], words[1])
		}
		return err
	})
}

// givable are the words of give for kinds that have an owner.
var givable = map[string]wire.Kind{"order": wire.KindOrders, "dispatch": wire.KindDispatches}
