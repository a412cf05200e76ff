package fingerprint_test

import (
	"fmt"

	"waybill/server/wire"
	"waybill/server/wire/fingerprint"
)

// The fingerprint names the bytes, not the content: a body is encoded once, at
// save, and never again.
func ExampleOf() {
	body, err := wire.Encode(wire.CancelBody{Reason: "ordered twice <by phone>"})
	fmt.Printf("%s %v\n", body, err)
	fmt.Println(fingerprint.Of(body)[:16])

	spaced := []byte(`{"reason": "ordered twice <by phone>"}`)
	fmt.Println(fingerprint.Of(spaced) == fingerprint.Of(body))
	// Output:
	// {"reason":"ordered twice <by phone>"} <nil>
	// f38d3b6cd015a2c2
	// false
}
