package wire

// States of records at the office.
const (
	StateActive    = "active"    // a customer or product that takes new orders
	StateInactive  = "inactive"  // deactivated, still takes orders placed before
	StatePlaced    = "placed"    // an order the office has received
	StateExported  = "exported"  // an order that is in the ERP
	StateCancelled = "cancelled" // an order that was cancelled
	StateOut       = "out"       // a dispatch on its way
	StateDelivered = "delivered" // a dispatch that was handed over: final
	StateFailed    = "failed"    // a dispatch that could not be handed over: final
)

// Roles of users.
const (
	RoleRep     = "rep"
	RoleManager = "manager"
)

// Meta is what every record carries. Times are RFC 3339 in UTC. Fingerprint is
// there where a client made the record.
type Meta struct {
	ID          string `json:"id"`
	Version     int64  `json:"version"`
	State       string `json:"state"`
	CreatedBy   string `json:"created_by"`
	CreatedAt   string `json:"created_at"`
	UpdatedAt   string `json:"updated_at"`
	Fingerprint string `json:"fingerprint,omitempty"`
}

// CustomerBody is the body of POST /customers.
type CustomerBody struct {
	ID      string `json:"id"`
	Code    string `json:"code"`
	Name    string `json:"name"`
	Contact string `json:"contact,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
}

// Customer is a customer as the office has it.
type Customer struct {
	Meta
	Code    string `json:"code"`
	Name    string `json:"name"`
	Contact string `json:"contact,omitempty"`
	Phone   string `json:"phone,omitempty"`
	Address string `json:"address,omitempty"`
}

// ProductBody is the body of POST /products.
type ProductBody struct {
	ID         string `json:"id"`
	Code       string `json:"code"`
	Name       string `json:"name"`
	PriceMinor int64  `json:"price_minor"`
	Currency   string `json:"currency"`
	Unit       string `json:"unit"`
	QuantityRules
}

// Product is a product as the office has it.
type Product struct {
	Meta
	Code       string `json:"code"`
	Name       string `json:"name"`
	PriceMinor int64  `json:"price_minor"`
	Currency   string `json:"currency"`
	Unit       string `json:"unit"`
	QuantityRules
}

// OrderLine is one line of an order: what the rep agreed with the customer.
type OrderLine struct {
	ProductID      string `json:"product_id"`
	Quantity       int64  `json:"quantity"`
	UnitPriceMinor int64  `json:"unit_price_minor"`
	Currency       string `json:"currency"`
}

// OrderBody is the body of POST /orders: one message, header and lines
// together. DeliverOn is a day (yyyy-mm-dd), never an instant.
type OrderBody struct {
	ID         string      `json:"id"`
	CustomerID string      `json:"customer_id"`
	PlacedAt   string      `json:"placed_at"`
	DeliverOn  string      `json:"deliver_on,omitempty"`
	Note       string      `json:"note,omitempty"`
	Lines      []OrderLine `json:"lines"`
}

// OrderLineRecord is a line as the office has it, with its own price beside
// the agreed one. A difference is flagged, never a reason to refuse.
type OrderLineRecord struct {
	OrderLine
	OfficePriceMinor int64 `json:"office_price_minor"`
	PriceDiffers     bool  `json:"price_differs,omitempty"`
}

// Order is an order as the office has it. Number is the office's running
// number ("A-000123").
type Order struct {
	Meta
	Number       string            `json:"number"`
	Owner        string            `json:"owner"` // the rep it belongs to now
	CustomerID   string            `json:"customer_id"`
	PlacedAt     string            `json:"placed_at"`
	DeliverOn    string            `json:"deliver_on,omitempty"`
	Note         string            `json:"note,omitempty"`
	Lines        []OrderLineRecord `json:"lines"`
	PriceDiffers bool              `json:"price_differs,omitempty"`
	CancelReason string            `json:"cancel_reason,omitempty"`
}

// Dispatch is a delivery on its way to a customer.
type Dispatch struct {
	Meta
	Number      string `json:"number"`
	Owner       string `json:"owner"`
	CustomerID  string `json:"customer_id"`
	OrderID     string `json:"order_id,omitempty"`
	Summary     string `json:"summary"`
	DeliveredAt string `json:"delivered_at,omitempty"`
	ReceivedBy  string `json:"received_by,omitempty"`
	FailedAt    string `json:"failed_at,omitempty"`
	Reason      string `json:"reason,omitempty"`
	Note        string `json:"note,omitempty"`
	Photos      int    `json:"photos,omitempty"`
}

// DeliverBody is the body of POST /dispatches/{id}/deliver.
type DeliverBody struct {
	DeliveredAt string `json:"delivered_at"`
	ReceivedBy  string `json:"received_by"`
	Note        string `json:"note,omitempty"`
}

// FailBody is the body of POST /dispatches/{id}/fail.
type FailBody struct {
	FailedAt string `json:"failed_at"`
	Reason   string `json:"reason"`
}

// CancelBody is the body of POST /orders/{id}/cancel.
type CancelBody struct {
	Reason string `json:"reason"`
}

// PhotoTicket is the answer to POST /dispatches/{id}/photos.
type PhotoTicket struct {
	ID        string `json:"id"`
	UploadURL string `json:"upload_url"`
	ExpiresAt string `json:"expires_at"`
}

// PhotoPath is where the bytes of a photo are read, by who may see its dispatch.
func PhotoPath(id string) string { return Base + "/photos/" + id }

// Photo is a photo of a signed delivery note as the office has it. Size is in
// bytes; it is 0 until the upload is whole.
type Photo struct {
	ID          string `json:"id"`
	CreatedBy   string `json:"created_by"`
	CreatedAt   string `json:"created_at"`
	ContentType string `json:"content_type,omitempty"`
	Size        int64  `json:"size"`
}

// Record is any record as the office has it: *Customer, *Product, *Order,
// *Dispatch, or a bare *Meta where its creator may see no more than that it
// exists (section 7).
type Record interface{ Base() *Meta }

// Base returns what every record carries.
func (m *Meta) Base() *Meta { return m }
