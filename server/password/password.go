// Package password turns passwords into what may be stored, and checks them
// against it: argon2id in the usual PHC text, so that the cost may be raised
// later without breaking what is stored.
//
// One check takes about 20 MiB and some 40 ms of a core. At most two run at a
// time, so that a rush of sign-ins cannot push out the orders; who would have
// to wait longer than its request lasts gets [ErrCrowded].
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"waybill/server/wire"
)

// ErrCrowded: too many sign-ins at once; try again soon.
var ErrCrowded = errors.New("password: too many checks at once")

// Cost of a new hash: memory in KiB, passes, lanes. OWASP's second choice for
// argon2id; more memory would hurt on the small machines that offices have.
const (
	memoryKiB = 19 * 1024
	passes    = 2
	lanes     = 1
	keyLen    = 32
)

// Limits against a forged or damaged hash that would take the machine down.
const (
	memoryMaxKiB = 256 * 1024
	passesMax    = 16
)

// MaxLength bounds what is hashed, in bytes.
const MaxLength = wire.PasswordMax

// turns lets two argon2 runs in.
var turns = make(chan struct{}, 2)

// turn waits for one; done gives it back.
func turn(ctx context.Context) (done func(), err error) {
	select {
	case turns <- struct{}{}:
		return func() { <-turns }, nil
	case <-ctx.Done():
		return nil, ErrCrowded
	}
}

// HashInTurn is [Hash] for a running server: it waits for its turn as checks do.
func HashInTurn(ctx context.Context, password string) (string, error) {
	done, err := turn(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	return Hash(password), nil
}

// Hash makes what is stored of a password.
func Hash(password string) string {
	salt := make([]byte, 16)
	rand.Read(salt) // never fails
	key := argon2.IDKey([]byte(password), salt, passes, memoryKiB, lanes, keyLen)
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memoryKiB, passes, lanes, b.EncodeToString(salt), b.EncodeToString(key))
}

// decoy is compared with where no user has the name, so that the time of an
// answer does not tell which names exist.
var decoy = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// Verify says whether the password is the one that stored was made of. An
// empty stored (nobody has the name) takes as long and is never right.
func Verify(ctx context.Context, password, stored string) (bool, error) {
	if stored == "" {
		stored = decoy
	}
	h, err := parse(stored)
	if err != nil {
		return false, err
	}
	done, err := turn(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	if len(password) > MaxLength {
		return false, nil
	}
	got := argon2.IDKey([]byte(password), h.salt, h.passes, h.memory, h.lanes, uint32(len(h.key)))
	return subtle.ConstantTimeCompare(got, h.key) == 1 && stored != decoy, nil
}

type hash struct {
	memory, passes uint32
	lanes          uint8
	salt, key      []byte
}

func parse(stored string) (h hash, err error) {
	bad := errors.New("password: not a hash of ours")
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return h, bad
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.memory, &h.passes, &h.lanes); err != nil {
		return h, bad
	}
	var err1, err2 error
	h.salt, err1 = base64.RawStdEncoding.DecodeString(parts[4])
	h.key, err2 = base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(h.key) == 0 || h.memory > memoryMaxKiB || h.passes == 0 || h.passes > passesMax || h.lanes == 0 {
		return h, bad
	}
	return h, nil
}
