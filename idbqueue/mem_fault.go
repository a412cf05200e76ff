package idbqueue

// Op is a step of a transaction in memory, as a fault sees it.
type Op struct {
	Kind  OpKind
	Write bool // of a transaction that writes
}

// OpKind names a step.
type OpKind string

// The steps. A fault at any but the last undoes the transaction. One at
// OpCommitted is the cruel one: all is recorded, and the caller hears an error.
const (
	OpBegin     OpKind = "begin"
	OpRead      OpKind = "read"
	OpPut       OpKind = "put"
	OpCommit    OpKind = "commit"
	OpCommitted OpKind = "committed"
)

// Fail installs a fault: f is asked before each step, and what it returns ends
// the transaction. f must not call the store. nil takes the fault away.
func (m *Mem) Fail(f func(Op) error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fault = f
}

// FailAll makes every transaction fail with err, until called with nil.
func (m *Mem) FailAll(err error) { m.Fail(func(Op) error { return err }) }

// FailWrites makes every transaction that writes fail with err as it commits.
func (m *Mem) FailWrites(err error) {
	m.Fail(func(o Op) error {
		if o.Kind == OpCommit && o.Write {
			return err
		}
		return nil
	})
}

// FailStep makes the n-th step from now (1: the next) fail with err, once.
func (m *Mem) FailStep(n int, err error) {
	m.Fail(func(Op) error {
		n--
		if n == 0 {
			return err
		}
		return nil
	})
}

// SetQuota bounds what is stored, in bytes; 0: no bound. A transaction that
// ends above it, and higher than it began, fails with ErrQuota as it commits.
func (m *Mem) SetQuota(bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.quota = bytes
}

// Used is what is stored, in bytes.
func (m *Mem) Used() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.data.used
}
