package benchkit

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"waybill/idbqueue/entry"
	"waybill/server/demo"
	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
	"waybill/sw/client"
)

// Order is one order as a form would have saved it.
type Order struct {
	ID          string
	Body        string
	Fingerprint string
	MadeAt      time.Time
}

// notes are what reps type, or do not.
var notes = []string{"", "", "", "Ring twice", "Leave at the back door, please; the shop opens at ten", ""}

// Orders makes n orders over the demo's customers and products: one to five
// lines each, some with a note, half a minute apart.
func Orders(n int) []Order {
	from := time.Now().Add(-time.Duration(n) * 30 * time.Second)
	orders := make([]Order, n)
	for i := range orders {
		orders[i] = makeOrder(i, from.Add(time.Duration(i)*30*time.Second))
	}
	return orders
}

func makeOrder(i int, at time.Time) Order {
	id := ulid.MustNew(ulid.Timestamp(at), rand.Reader).String()
	body := wire.OrderBody{
		ID: id, CustomerID: demo.CustomerID(1 + i*7%demo.Customers),
		PlacedAt: at.UTC().Format(time.RFC3339), Note: notes[i%len(notes)],
	}
	for line := range 1 + i%5 {
		n := 1 + (i*31+line*97)%demo.Products
		body.Lines = append(body.Lines, wire.OrderLine{
			ProductID: demo.ProductID(n), Quantity: demo.Rules(n).AtLeast(int64(1 + (i+line)%12)), UnitPriceMinor: demo.PriceMinor(n), Currency: demo.Currency,
		})
	}
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err) // plain data
	}
	return Order{ID: id, Body: string(raw), Fingerprint: fingerprint.Of(raw), MadeAt: at}
}

// File is unsent work of a user for the app to import: the orders as another
// device would have exported them, never tried.
func File(owner, store string, orders []Order) ([]byte, error) {
	f := client.File{Format: "waybill-outbox", Version: 1, Owner: wire.User{ID: owner}, Store: store}
	for i, o := range orders {
		raw, err := json.Marshal(entry.Entry{
			Key: o.ID, Seq: int64(i + 1), Owner: owner, Store: store, Op: string(wire.OpOrderCreate), Record: o.ID,
			Ref: o.ID[len(o.ID)-4:], Title: fmt.Sprintf("Order %d", i+1), Body: o.Body, Fingerprint: o.Fingerprint,
			MadeAt: o.MadeAt.UnixMilli(), State: entry.Pending, Next: &entry.Wait{SetAt: o.MadeAt.UnixMilli()},
		})
		if err != nil {
			return nil, err
		}
		f.Writes = append(f.Writes, raw)
	}
	return json.Marshal(f)
}
