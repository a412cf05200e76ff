package sim

// What the world knows and the product does not yet.
const (
	livingHeld = false
)
