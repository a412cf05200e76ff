//go:build !js

package sw

import "crypto/rand"

// secure is the platform's secure random source.
var secure = rand.Reader
