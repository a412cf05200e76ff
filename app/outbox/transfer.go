package outbox

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/layout"
	"waybill/app/message"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/idbqueue/entry"
	"waybill/sw/client"
)

// Carrying offers export and import of unsent work, and says what became of
// each entry of the file that was read.
type Carrying struct {
	app.Compo
	Ports *port.Ports

	busy   bool
	report []string
	back   []string // keys that can be taken back from the discarded
}

// Render shows two buttons; the file input is the second one's.
func (c *Carrying) Render() app.UI {
	t := c.Ports.Words()
	input := app.Input().ID("import-file").Class("unseen").Type("file").Accept("application/json,.json").
		DataSet("testid", "outbox-import").OnChange(c.onFile)
	if c.busy {
		input = input.Disabled(true)
	}
	return app.Div().Class("row").Body(
		ui.Button(t.Export, "outbox-export", "", c.busy, c.onExport),
		app.Div().Class("file").Body(input, app.Label().For("import-file").Class("btn").Text(t.Import)),
		ui.When(len(c.report) > 0, func() app.UI {
			return app.Div().Attr("role", "status").DataSet("testid", "carry-report").Body(
				app.Range(c.report).Slice(func(i int) app.UI { return app.P().Text(c.report[i]) }),
			)
		}),
		ui.When(len(c.back) > 0, func() app.UI { return ui.Button(t.Restore, "carry-restore", "", c.busy, c.onRestore) }),
	)
}

func (c *Carrying) onExport(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.busy, c.back = true, nil
	layout.ExportFile(ctx, c.Ports, func(_ app.Context, err error) {
		c.busy, c.report = false, []string{layout.SayExport(c.Ports.Words(), err)}
	})
}

func (c *Carrying) onFile(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.busy, c.report, c.back = true, nil, nil
	ui.Work(ctx, func(x context.Context) (client.Imported, error) {
		data, err := c.Ports.Device.File(x, "import-file")
		if err != nil {
			return client.Imported{}, err
		}
		return c.Ports.Carry.Import(x, data)
	}, func(_ app.Context, made client.Imported, err error) {
		t := c.Ports.Words()
		c.busy = false
		switch {
		case errors.Is(err, entry.ErrFull):
			c.report = []string{t.ImportFull}
		case err != nil:
			c.report = []string{t.ImportFailed}
		default:
			c.report, c.back = message.SayImport(t, made, c.Ports.Device), made.Discarded
		}
	})
}

// onRestore takes back what the file holds and was discarded here.
func (c *Carrying) onRestore(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	c.busy = true
	keys := c.back
	ui.Work(ctx, func(x context.Context) (left []string, err error) {
		for _, key := range keys {
			if e := c.Ports.Mend.Restore(x, key); e != nil {
				left, err = append(left, key), e
			}
		}
		return left, err
	}, func(_ app.Context, left []string, err error) {
		c.busy, c.back = false, left
		if err != nil {
			c.report = append(c.report, c.Ports.Words().DidNotWork)
		}
	})
}
