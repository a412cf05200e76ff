package sim

// What the world knows and the product does not yet.
const (
	linesNarrow     = false // answers over some size do not arrive
	livingHeld      = false
	recheckCompares = false // a receipt whose record the restored office has with other content
)
