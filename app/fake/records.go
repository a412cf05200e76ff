package fake

import "waybill/server/wire"

func Records() map[wire.Kind][]any {
	return map[wire.Kind][]any{
		wire.KindCustomers: {
			wire.Customer{Meta: wire.Meta{ID: "01J0000000000000000000C001", State: wire.StateActive}, Code: "C-0001", Name: "Bäckerei Müller"},
			wire.Customer{Meta: wire.Meta{ID: "01J0000000000000000000C002", State: wire.StateActive}, Code: "C-0002", Name: "Café Luna"},
		},
		wire.KindProducts: {
			wire.Product{Meta: wire.Meta{ID: "01J00000000000000000000001", State: wire.StateActive}, Code: "P-0001", Name: "Rye flour 25 kg", PriceMinor: 1850, Currency: "EUR", Unit: "bag"},
			wire.Product{Meta: wire.Meta{ID: "01J00000000000000000000002", State: wire.StateActive}, Code: "P-0002", Name: "Sea salt 5 kg", PriceMinor: 420, Currency: "EUR", Unit: "bag"},
			wire.Product{
				Meta: wire.Meta{ID: "01J00000000000000000000003", State: wire.StateActive}, Code: "P-0003", Name: "Olive oil 1 l", PriceMinor: 990, Currency: "EUR", Unit: "bottle",
				QuantityRules: wire.QuantityRules{PackSize: 6, MinQuantity: 12, MaxQuantity: 1200},
			},
		},
		wire.KindOrders: {
			wire.Order{
				Meta: wire.Meta{ID: "O1", State: wire.StatePlaced, Version: 1, CreatedAt: "2026-11-30T09:00:00Z"}, Number: "A-000101", CustomerID: "01J0000000000000000000C001",
				PlacedAt: "2026-11-30T09:00:00Z", Lines: []wire.OrderLineRecord{{OrderLine: wire.OrderLine{ProductID: "01J00000000000000000000001", Quantity: 4, UnitPriceMinor: 1800, Currency: "EUR"}, OfficePriceMinor: 1850, PriceDiffers: true}},
			},
		},
		wire.KindDispatches: {
			wire.Dispatch{Meta: wire.Meta{ID: "D1", State: wire.StateOut, Version: 1}, Number: "D-0001", CustomerID: "01J0000000000000000000C001", Summary: "4 × Rye flour 25 kg"},
			wire.Dispatch{Meta: wire.Meta{ID: "D2", State: wire.StateDelivered, Version: 2}, Number: "D-0002", CustomerID: "01J0000000000000000000C002", Summary: "2 × Sea salt 5 kg", ReceivedBy: "Luna", DeliveredAt: "2026-11-30T10:15:00Z"},
		},
	}
}
