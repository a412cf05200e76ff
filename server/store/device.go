package store

import (
	"context"
	"time"
)

// Device is what the office knows of one device: who used it last, when it was
// last heard of, and how much unsent work it reported then. Oldest is the age
// of the oldest unsent write.
type Device struct {
	ID          string
	UserID      string
	LastContact time.Time
	Unsent      int
	Oldest      time.Duration
	Client      string // build id
}

const deviceCols = "id, user_id, last_contact, unsent, oldest, client"

func scanDevice(r row) (d Device, err error) {
	var at string
	var oldest int64
	if err := r.Scan(&d.ID, &d.UserID, &at, &d.Unsent, &oldest, &d.Client); err != nil {
		return d, err
	}
	d.Oldest = time.Duration(oldest) * time.Second
	d.LastContact, err = time.Parse(time.RFC3339, at)
	return d, err
}

// Device finds a device by its id.
func (db *DB) Device(ctx context.Context, id string) (d Device, err error) {
	err = db.reading(ctx, func(q querier) error {
		d, err = one(ask(ctx, q, scanDevice, "SELECT "+deviceCols+" FROM devices WHERE id = $1", id))
		return err
	})
	return d, err
}

// Devices lists all devices, the one longest unheard of first.
func (db *DB) Devices(ctx context.Context) (all []Device, err error) {
	err = db.reading(ctx, func(q querier) error {
		all, err = ask(ctx, q, scanDevice, "SELECT "+deviceCols+" FROM devices ORDER BY last_contact")
		return err
	})
	return all, err
}

var devicesTable = table{name: "devices", cols: deviceCols, key: 1, tail: ` ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id,
	last_contact = excluded.last_contact, unsent = excluded.unsent, oldest = excluded.oldest, client = excluded.client`}

// PutDevices notes contacts with devices, many in one transaction.
func (db *DB) PutDevices(ctx context.Context, devices []Device) error {
	rows := make([][]any, len(devices))
	for i, d := range devices {
		rows[i] = []any{d.ID, d.UserID, stamp(d.LastContact), d.Unsent, int64(d.Oldest / time.Second), d.Client}
	}
	return db.inTx(ctx, func(q querier) error {
		return insert(ctx, q, devicesTable, rows...)
	})
}
