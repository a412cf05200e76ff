-- +goose Up
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE users (
  id         TEXT NOT NULL PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  role       TEXT NOT NULL CHECK (role IN ('rep', 'manager')),
  password   TEXT NOT NULL,
  disabled   INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
) STRICT;

-- Times that the server counts with are milliseconds since 1970.
CREATE TABLE sessions (
  token_hash TEXT NOT NULL PRIMARY KEY,
  user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id  TEXT NOT NULL,
  expires    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE devices (
  id           TEXT NOT NULL PRIMARY KEY,
  user_id      TEXT NOT NULL,
  last_contact TEXT NOT NULL,
  unsent       INTEGER NOT NULL,
  oldest       INTEGER NOT NULL,
  client       TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE customers (
  id          TEXT NOT NULL PRIMARY KEY,
  version     INTEGER NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('active', 'inactive')),
  created_by  TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  code        TEXT NOT NULL,
  code_key    TEXT NOT NULL UNIQUE,
  search      TEXT NOT NULL,
  closed_at   TEXT NOT NULL DEFAULT '',
  name        TEXT NOT NULL,
  contact     TEXT NOT NULL,
  phone       TEXT NOT NULL,
  address     TEXT NOT NULL
) STRICT;

CREATE TABLE products (
  id          TEXT NOT NULL PRIMARY KEY,
  version     INTEGER NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('active', 'inactive')),
  created_by  TEXT NOT NULL,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  code        TEXT NOT NULL,
  code_key    TEXT NOT NULL UNIQUE,
  search      TEXT NOT NULL,
  closed_at   TEXT NOT NULL DEFAULT '',
  name        TEXT NOT NULL,
  price_minor INTEGER NOT NULL CHECK (price_minor >= 0),
  currency    TEXT NOT NULL,
  unit        TEXT NOT NULL
) STRICT;

CREATE TABLE orders (
  id            TEXT NOT NULL PRIMARY KEY,
  version       INTEGER NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('placed', 'exported', 'cancelled')),
  created_by    TEXT NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  created_at    TEXT NOT NULL,
  updated_at    TEXT NOT NULL,
  fingerprint   TEXT NOT NULL,
  number        INTEGER NOT NULL UNIQUE,
  owner         TEXT NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  customer_id   TEXT NOT NULL REFERENCES customers (id) ON DELETE RESTRICT,
  placed_at     TEXT NOT NULL,
  deliver_on    TEXT NOT NULL,
  note          TEXT NOT NULL,
  price_differs INTEGER NOT NULL,
  cancel_reason TEXT NOT NULL
) STRICT;
CREATE INDEX orders_owner ON orders (owner, id);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE INDEX orders_created_by ON orders (created_by);
CREATE INDEX orders_placed ON orders (number) WHERE state = 'placed';

CREATE TABLE order_lines (
  order_id           TEXT NOT NULL REFERENCES orders (id) ON DELETE RESTRICT,
  line               INTEGER NOT NULL,
  product_id         TEXT NOT NULL REFERENCES products (id) ON DELETE RESTRICT,
  quantity           INTEGER NOT NULL CHECK (quantity > 0),
  unit_price_minor   INTEGER NOT NULL CHECK (unit_price_minor >= 0),
  currency           TEXT NOT NULL,
  office_price_minor INTEGER NOT NULL,
  price_differs      INTEGER NOT NULL,
  PRIMARY KEY (order_id, line),
  UNIQUE (order_id, product_id, unit_price_minor, currency)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_lines_product ON order_lines (product_id);

CREATE TABLE dispatches (
  id           TEXT NOT NULL PRIMARY KEY,
  version      INTEGER NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('out', 'delivered', 'failed')),
  created_by   TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  updated_at   TEXT NOT NULL,
  fingerprint  TEXT NOT NULL DEFAULT '',
  number       TEXT NOT NULL UNIQUE,
  owner        TEXT NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  customer_id  TEXT NOT NULL REFERENCES customers (id) ON DELETE RESTRICT,
  order_id     TEXT REFERENCES orders (id) ON DELETE RESTRICT,
  summary      TEXT NOT NULL,
  delivered_at TEXT NOT NULL DEFAULT '',
  received_by  TEXT NOT NULL DEFAULT '',
  failed_at    TEXT NOT NULL DEFAULT '',
  reason       TEXT NOT NULL DEFAULT '',
  note         TEXT NOT NULL DEFAULT '',
  photos       INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX dispatches_owner ON dispatches (owner, id);
CREATE INDEX dispatches_customer ON dispatches (customer_id);
CREATE INDEX dispatches_order ON dispatches (order_id);

-- A photo is a row: one backup holds everything. content is null until the
-- upload is whole.
CREATE TABLE photos (
  id           TEXT NOT NULL PRIMARY KEY,
  dispatch_id  TEXT NOT NULL REFERENCES dispatches (id) ON DELETE RESTRICT,
  created_by   TEXT NOT NULL,
  created_at   TEXT NOT NULL,
  expires      INTEGER NOT NULL,
  content_type TEXT NOT NULL DEFAULT '',
  content      BLOB
) STRICT;
CREATE INDEX photos_dispatch ON photos (dispatch_id);

-- The last change of each record for each audience ('' is everybody, else a
-- user id). A row moves to the end of the sequence when its record changes, so
-- the feed is as long as the data. gone marks what the audience lost.
CREATE TABLE changes (
  kind      TEXT NOT NULL,
  record_id TEXT NOT NULL,
  audience  TEXT NOT NULL,
  gone      INTEGER NOT NULL,
  seq       INTEGER NOT NULL UNIQUE,
  PRIMARY KEY (kind, record_id, audience)
) STRICT, WITHOUT ROWID;

-- +goose Down
DROP TABLE changes;
DROP TABLE photos;
DROP TABLE dispatches;
DROP TABLE order_lines;
DROP TABLE orders;
DROP TABLE products;
DROP TABLE customers;
DROP TABLE devices;
DROP TABLE sessions;
DROP TABLE users;
DROP TABLE meta;
