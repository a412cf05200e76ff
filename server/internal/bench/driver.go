package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"waybill/server/demo"
	"waybill/server/wire"
)

// driver puts the rows of orders in without anything of ours in between: the
// order, its lines and its place in the changes feed, by prepared statements.
type driver struct {
	db      *sql.DB
	workers int
	number  string // how the database draws an order's number
	changes string
}

// sqliteDriver has one connection, since SQLite has one writer.
func sqliteDriver(ctx context.Context, file string) (*driver, error) {
	q := url.Values{"_busy_timeout": {"60000"}, "_foreign_keys": {"on"}, "_synchronous": {"FULL"}, "_journal_mode": {"WAL"}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+file+"?"+q.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	d := &driver{
		db: db, workers: 1, number: "(SELECT coalesce(max(number), 0) + 1 FROM orders)",
		changes: "INSERT INTO changes (kind, record_id, audience, gone, seq) SELECT 'orders', $1, $2, 0, max(seq) + 1 FROM changes",
	}
	return d, db.PingContext(ctx)
}

// postgresDriver has as many connections as keep the database busy.
func postgresDriver(url string) (*driver, error) {
	db, err := sql.Open("pgx", url)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	d := &driver{db: db, workers: conns, number: "nextval('order_number')", changes: "INSERT INTO changes (kind, record_id, audience, gone) VALUES ('orders', $1, $2, 0)"}
	return d, nil
}

const (
	insertOrder = `INSERT INTO orders (id, version, state, created_by, created_at, updated_at, fingerprint, number, owner, customer_id,
		placed_at, deliver_on, note, price_differs, cancel_reason) VALUES ($1, 1, 'placed', $2, $3, $3, $4, %s, $2, $5, $3, '', '', 0, '')`
	insertLine = `INSERT INTO order_lines (order_id, line, product_id, quantity, unit_price_minor, currency, office_price_minor, price_differs)
		VALUES ($1, $2, $3, $4, $5, $6, $5, 0)`
)

// statements are those of one connection.
type statements struct{ order, line, change *sql.Stmt }

func (d *driver) prepare(ctx context.Context, conn *sql.Conn) (s statements, err error) {
	var err1, err2, err3 error
	s.order, err1 = conn.PrepareContext(ctx, fmt.Sprintf(insertOrder, d.number))
	s.line, err2 = conn.PrepareContext(ctx, insertLine)
	s.change, err3 = conn.PrepareContext(ctx, d.changes)
	return s, errors.Join(err1, err2, err3)
}

// put stores n orders in one transaction of the connection.
func (d *driver) put(ctx context.Context, conn *sql.Conn, s statements, n int) error {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	order, line, change := tx.StmtContext(ctx, s.order), tx.StmtContext(ctx, s.line), tx.StmtContext(ctx, s.change)
	for range n {
		b := newOrder()
		if _, err := order.ExecContext(ctx, b.ID, demo.Ana, b.PlacedAt, strings.Repeat("f", 64), b.CustomerID); err != nil {
			return err
		}
		for i, l := range b.Lines {
			if _, err := line.ExecContext(ctx, b.ID, i, l.ProductID, l.Quantity, l.UnitPriceMinor, l.Currency); err != nil {
				return err
			}
		}
		if _, err := change.ExecContext(ctx, b.ID, demo.Ana); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// ids count up, as those of phones do.
var ids atomic.Int64

// linesOf is how many lines the measured orders have.
const linesOf = 5

func newOrder() wire.OrderBody {
	n := ids.Add(1)
	b := wire.OrderBody{ID: fmt.Sprintf("01KDVDNEM0Z%015d", n), CustomerID: demo.CustomerID(int(n)%demo.Customers + 1), PlacedAt: "2026-11-30T11:00:00Z"}
	for i := range linesOf {
		p := (int(n)*7+i*31)%demo.Products + 1
		b.Lines = append(b.Lines, wire.OrderLine{ProductID: demo.ProductID(p), Quantity: demo.Rules(p).AtLeast(int64(i + 1)), UnitPriceMinor: demo.PriceMinor(p), Currency: demo.Currency})
	}
	return b
}
