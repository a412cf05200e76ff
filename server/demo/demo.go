// Package demo fills an empty store with an office to try things on: two reps
// and a manager, 200 customers, 500 products, 20 dispatches on the way for each
// rep. Every id is fixed, so that tests and simulations know them.
package demo

import (
	"context"
	"fmt"
	"time"

	"waybill/server/store"
	"waybill/server/wire"
)

// Counts of what is filled in.
const (
	Customers  = 200
	Products   = 500
	Dispatches = 20 // for each rep
	Currency   = "EUR"
)

// Ids of the users.
var (
	Ana = id('A', 1)
	Ben = id('A', 2)
	Mia = id('A', 3)
)

// Passwords by name. The demo is for loopback only.
var Passwords = map[string]string{"ana": "ana-demo-pass", "ben": "ben-demo-pass", "mia": "mia-demo-pass"}

// CustomerID is the id of the customer whose code ends in n (from 1).
func CustomerID(n int) string { return id('C', n) }

// ProductID is the id of the product whose code ends in n (from 1).
func ProductID(n int) string { return id('P', n) }

// DispatchID is the id of the n-th dispatch (from 1): Ana's come first, then
// Ben's.
func DispatchID(n int) string { return id('D', n) }

// id is a fixed ULID of the first of January 2026.
func id(kind byte, n int) string { return fmt.Sprintf("01KDVDNEM0%c%015d", kind, n) }

// PriceMinor is the office's price of a product.
func PriceMinor(n int) int64 { return int64(95 + n*37%9000) }

// rulesFrom is the first product with quantity rules; those before it are sold
// as anybody likes.
const rulesFrom = 50

// Rules are the quantity rules of a product: three of ten have some.
func Rules(n int) wire.QuantityRules {
	switch {
	case n < rulesFrom:
	case n%10 == 7:
		return wire.QuantityRules{PackSize: 6, MinQuantity: 12}
	case n%10 == 8:
		return wire.QuantityRules{PackSize: 10, MaxQuantity: 200}
	case n%10 == 9:
		return wire.QuantityRules{MinQuantity: 3}
	}
	return wire.QuantityRules{}
}

// Fill fills an empty store, and leaves one alone that has users. hash makes
// what is stored of a password.
func Fill(ctx context.Context, st *store.DB, now time.Time, hash func(string) string) error {
	if users, err := st.Users(ctx); err != nil || len(users) > 0 {
		return err
	}
	for _, u := range []wire.User{{ID: Ana, Name: "ana", Role: wire.RoleRep}, {ID: Ben, Name: "ben", Role: wire.RoleRep}, {ID: Mia, Name: "mia", Role: wire.RoleManager}} {
		if err := st.AddUser(ctx, now, store.User{User: u, Password: hash(Passwords[u.Name])}); err != nil {
			return err
		}
	}
	return st.Put(ctx, now, stock())
}

func stock() store.Stock {
	var s store.Stock
	for n := 1; n <= Customers; n++ {
		s.Customers = append(s.Customers, customer(n))
	}
	for n := 1; n <= Products; n++ {
		s.Products = append(s.Products, product(n))
	}
	for n := 1; n <= 2*Dispatches; n++ {
		s.Dispatches = append(s.Dispatches, dispatch(n))
	}
	return s
}

var (
	trades  = []string{"Bakery", "Café", "Kiosk", "Hotel", "Restaurant", "Market", "Canteen", "Deli"}
	names   = []string{"Adler", "Brück", "Castillo", "Dubois", "Ekholm", "Fischer", "Galli", "Haddad", "Ivanov", "Jansen", "Köhler", "Lindqvist", "Müller"}
	streets = []string{"Hafenstraße", "Markt", "Bahnhofstraße", "Lindenallee", "Mühlenweg"}
	goods   = []string{"Apple juice", "Espresso beans", "Green tea", "Mineral water", "Olive oil", "Oat biscuits", "Rye flour", "Tomato sauce", "Walnuts", "Wild honey"}
	sizes   = []string{"small", "medium", "large", "family", "gift"}
	units   = []string{"pc", "box", "crate", "kg"}
)

func pick(list []string, n int) string { return list[n%len(list)] }

func customer(n int) wire.Customer {
	name := pick(names, n)
	return wire.Customer{
		Meta: wire.Meta{ID: CustomerID(n), State: wire.StateActive},
		Code: fmt.Sprintf("C-%04d", n), Name: fmt.Sprintf("%s %s %d", pick(trades, n/3), name, n), Contact: name,
		Phone: fmt.Sprintf("+49 40 555 %04d", n), Address: fmt.Sprintf("%s %d, 20457 Hamburg", pick(streets, n/7), 1+n%120),
	}
}

func product(n int) wire.Product {
	return wire.Product{
		Meta: wire.Meta{ID: ProductID(n), State: wire.StateActive},
		Code: fmt.Sprintf("P-%04d", n), Name: fmt.Sprintf("%s, %s no. %d", pick(goods, n), pick(sizes, n/10), n),
		PriceMinor: PriceMinor(n), Currency: Currency, Unit: pick(units, n), QuantityRules: Rules(n),
	}
}

func dispatch(n int) wire.Dispatch {
	owner := Ana
	if n > Dispatches {
		owner = Ben
	}
	return wire.Dispatch{
		Meta:   wire.Meta{ID: DispatchID(n), State: wire.StateOut},
		Number: fmt.Sprintf("D-%04d", n), Owner: owner, CustomerID: CustomerID(n),
		Summary: fmt.Sprintf("%d × %s", 1+n%9, pick(goods, n)),
	}
}
