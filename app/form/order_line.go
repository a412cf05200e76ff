package form

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"waybill/app/i18n"
	"waybill/app/order"
	"waybill/app/port"
	"waybill/app/ui"
	"waybill/server/wire"
	"waybill/server/wire/money"
)

// LineWish says how a line of the order shall be.
type LineWish struct {
	Index      int
	Remove     bool
	Join       bool // with the line that it is equal to
	Quantity   int64
	PriceMinor int64
}

// LineView is one line of an order: product, quantity with steppers, the price
// that was agreed, and the sum.
type LineView struct {
	app.Compo
	Ports         *port.Ports
	Index         int
	Item          order.Line
	Rules         wire.QuantityRules
	QuantityError string // what the office says
	OtherError    string
	Twin          bool // it is equal to a line above

	quantity string // as typed, while it stands for the item's
	rev      int    // raised when a button has changed the quantity
	price    string
	pricing  bool
}

// CompoID keeps a line's typed text with it when a line above goes.
func (l *LineView) CompoID() string { return strconv.Itoa(l.Item.Key) }

// OnMount listens to its fields.
func (l *LineView) OnMount(ctx app.Context) { l.start(ctx) }

// OnPreRender does the same where components are tested.
func (l *LineView) OnPreRender(ctx app.Context) { l.start(ctx) }

func (l *LineView) start(ctx app.Context) {
	ctx.Handle(ui.ActionText, l.onText)
	ctx.Handle(ui.ActionKey, l.onKey)
}

func (l *LineView) id(what string) string { return "line-" + what + "-" + strconv.Itoa(l.Item.Key) }

// Render shows the line.
func (l *LineView) Render() app.UI {
	t := l.Ports.Words()
	x := l.Item
	check := l.check(t)
	return app.Li().Class("line").DataSet("testid", "order-line").DataSet("id", x.ProductID).DataSet("quantity", order.Itoa(x.Quantity)).Body(
		app.Div().Class("line-name").Body(
			app.Strong().Dir("ltr").Text(x.Code), app.Span().Dir("auto").Text(" "+x.Name),
			app.Span().Class("line-sum").Text(l.sum()),
		),
		app.Div().Class("line-edit").Body(
			ui.Button("−", "line-less", "stepper", l.less() == 0, l.onLess).Aria("label", i18n.Fill(t.FewerOf, "what", x.Code)),
			&ui.Field{
				ID: l.id("quantity"), TestID: "line-quantity", Label: i18n.Fill(t.QuantityOf, "what", x.Code), Kind: "text", Mode: "numeric", Auto: "off", Steps: true,
				Value: l.quantityText(), Rev: l.rev, Error: i18n.First(check.Wrong, l.QuantityError), Hint: check.Hint,
			},
			ui.Button("+", "line-more", "stepper", l.more() == 0, l.onMore).Aria("label", i18n.Fill(t.MoreOf, "what", x.Code)),
			app.Button().Type("button").Class("btn", "quiet").Aria("expanded", strconv.FormatBool(l.pricing)).
				Text(l.priceEach(t)).OnClick(l.onPricing),
			ui.Button(t.Remove, "line-remove", "quiet", false, l.onRemove).Aria("label", i18n.Fill(t.RemoveLine, "what", x.Code)),
		),
		ui.NearButtons(t, check, x.Code, "line-take", l.onTake),
		ui.When(l.pricing, func() app.UI { return l.priceField(t) }),
		ui.When(x.WasMinor > 0 && x.WasMinor != x.PriceMinor, func() app.UI {
			return app.P().Class("hint", "changed").Text(i18n.Fill(t.PriceWas, "price", l.Ports.Money(x.WasMinor, x.Currency)))
		}),
		ui.When(x.ListMinor > 0 && x.ListMinor != x.PriceMinor, func() app.UI {
			return app.P().Class("hint", "changed").Text(i18n.Fill(t.PriceList, "price", l.Ports.Money(x.ListMinor, x.Currency)))
		}),
		ui.When(l.OtherError != "", func() app.UI {
			return app.P().Class("field-error").Body(ui.Icon(ui.GlyphOctagon), app.Span().Text(l.OtherError))
		}),
		ui.When(l.Twin, func() app.UI { return ui.Button(t.PutTogether, "line-join", "chip", false, l.onJoin, x.Key) }),
	)
}

func (l *LineView) priceField(t *i18n.Words) app.UI {
	x := l.Item
	return &ui.Field{
		ID: l.id("price"), TestID: "line-price", Label: i18n.Fill(t.PriceAgreed, "currency", x.Currency), Kind: "text", Mode: "decimal", Auto: "off",
		Value: l.priceText(t), Error: l.priceError(t), Hint: l.echo(t),
	}
}

// check holds what stands in the field to the rules.
func (l *LineView) check(t *i18n.Words) order.QuantityCheck {
	return order.CheckQuantity(t, l.quantityText(), l.Rules)
}

// quantityText is what was typed as long as it means the item's quantity: "03"
// or a half-typed text is not overwritten under the fingers.
func (l *LineView) quantityText() string {
	t := l.Ports.Words()
	n, ok := lineQuantity(t, l.quantity)
	if ok && n == l.Item.Quantity || !ok && l.Item.Quantity == 0 {
		return l.quantity
	}
	return order.Itoa(l.Item.Quantity)
}

// lineQuantity reads a line's quantity. What cannot be read is 0, which no
// order is saved with: the old number must not go out behind the new text.
func lineQuantity(t *i18n.Words, text string) (int64, bool) {
	n, err := order.ParseQuantity(text, t.DecimalPoint())
	return n, err == nil
}

// less and more are the allowed quantities below and above, 0 for none.
func (l *LineView) less() int64 { return l.Rules.AtMost(l.Item.Quantity - 1) }
func (l *LineView) more() int64 { return l.Rules.AtLeast(l.Item.Quantity + 1) }

// noPrice stands for a price that cannot be read.
const noPrice = -1

func (l *LineView) linePrice(t *i18n.Words, text string) (int64, error) {
	n, err := money.Parse(text, money.Decimals(l.Item.Currency), t.DecimalPoint())
	if err != nil {
		return noPrice, err
	}
	return n, nil
}

func (l *LineView) priceText(t *i18n.Words) string {
	if n, _ := l.linePrice(t, l.price); l.price != "" && n == l.Item.PriceMinor || l.Item.PriceMinor == noPrice {
		return l.price
	}
	return money.Format(l.Item.PriceMinor, money.Decimals(l.Item.Currency), t.Point, "")
}

func (l *LineView) priceError(t *i18n.Words) string {
	if _, err := l.linePrice(t, l.price); err != nil && l.Item.PriceMinor == noPrice {
		return t.SayAmount(err)
	}
	return ""
}

func (l *LineView) echo(t *i18n.Words) string {
	if l.Item.PriceMinor == noPrice {
		return ""
	}
	return i18n.Fill(t.ReadAs, "amount", l.Ports.Money(l.Item.PriceMinor, l.Item.Currency))
}

func (l *LineView) priceEach(t *i18n.Words) string {
	if l.Item.PriceMinor == noPrice {
		return t.Price
	}
	return i18n.Fill(t.PriceEach, "price", l.Ports.Money(l.Item.PriceMinor, l.Item.Currency))
}

func (l *LineView) sum() string {
	v, ok := order.Times(l.Item.PriceMinor, l.Item.Quantity)
	if !ok || v < 0 {
		return "–"
	}
	return l.Ports.Money(v, l.Item.Currency)
}

func (l *LineView) wish(ctx app.Context, quantity, price int64) {
	ctx.NewActionWithValue(ui.ActionLine, LineWish{Index: l.Index, Quantity: quantity, PriceMinor: price})
}

func (l *LineView) onText(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	t := l.Ports.Words()
	v, _ := a.Value.(ui.TextTyped)
	switch v.ID {
	case l.id("quantity"):
		l.quantity = v.Text
		if n, _ := lineQuantity(t, v.Text); n != l.Item.Quantity {
			l.wish(ctx, n, l.Item.PriceMinor)
		}
	case l.id("price"):
		l.price = v.Text
		if n, _ := l.linePrice(t, v.Text); n != l.Item.PriceMinor {
			l.wish(ctx, l.Item.Quantity, n)
		}
	}
}

// onKey steps with the arrows, and leads back to the next product with Enter.
func (l *LineView) onKey(ctx app.Context, a app.Action) {
	defer ui.Caught(ctx)
	k, _ := a.Value.(ui.KeyPressed)
	switch {
	case k.ID != l.id("quantity"):
	case k.Key == "ArrowUp":
		l.take(ctx, l.more())
	case k.Key == "ArrowDown":
		l.take(ctx, l.less())
	case k.Key == "Enter":
		ui.Focus(ctx, idProduct)
	}
}

func (l *LineView) onLess(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	l.take(ctx, l.less())
}

func (l *LineView) onMore(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	l.take(ctx, l.more())
}

func (l *LineView) onTake(n int64) app.EventHandler {
	return func(ctx app.Context, _ app.Event) {
		defer ui.Caught(ctx)
		l.take(ctx, n)
		ui.Focus(ctx, l.id("quantity")) // the button goes with the fault
	}
}

// take puts a number in, whatever is typed.
func (l *LineView) take(ctx app.Context, n int64) {
	if n > 0 {
		l.quantity = ""
		l.rev++
		l.wish(ctx, n, l.Item.PriceMinor)
	}
}

func (l *LineView) onRemove(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ctx.NewActionWithValue(ui.ActionLine, LineWish{Index: l.Index, Remove: true})
}

func (l *LineView) onJoin(ctx app.Context, _ app.Event) {
	defer ui.Caught(ctx)
	ctx.NewActionWithValue(ui.ActionLine, LineWish{Index: l.Index, Join: true})
}

func (l *LineView) onPricing(ctx app.Context, _ app.Event) {
	if l.pricing = !l.pricing; l.pricing {
		ui.Focus(ctx, l.id("price"))
	}
}

// rulesOf are the phone's copy of a product's quantity rules, none where the
// product is not here.
func rulesOf(p *port.Ports, productID string) wire.QuantityRules {
	v, _ := p.Catalogue.Get(wire.KindProducts, productID).(wire.Product)
	return v.QuantityRules
}

// currentLine is a line with what the copy says of its product now: a draft may be
// older than the price list.
func currentLine(p *port.Ports, l order.Line) (order.Line, wire.Product) {
	v, ok := p.Catalogue.Get(wire.KindProducts, l.ProductID).(wire.Product)
	if ok && v.Currency == l.Currency {
		l.ListMinor = v.PriceMinor
	}
	return l, v
}
