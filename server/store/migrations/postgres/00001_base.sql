-- +goose Up
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE users (
  id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  role       TEXT NOT NULL CHECK (role IN ('rep', 'manager')),
  password   TEXT NOT NULL,
  disabled   BIGINT NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL
);

-- Times that the server counts with are milliseconds since 1970.
CREATE TABLE sessions (
  token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  user_id    TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  device_id  TEXT COLLATE "C" NOT NULL,
  expires    BIGINT NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE devices (
  id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  user_id      TEXT COLLATE "C" NOT NULL,
  last_contact TEXT NOT NULL,
  unsent       BIGINT NOT NULL,
  oldest       BIGINT NOT NULL,
  client       TEXT NOT NULL
);

CREATE TABLE customers (
  id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  version     BIGINT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('active', 'inactive')),
  created_by  TEXT COLLATE "C" NOT NULL,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  code        TEXT NOT NULL,
  code_key    TEXT COLLATE "C" NOT NULL UNIQUE,
  search      TEXT NOT NULL,
  closed_at   TEXT NOT NULL DEFAULT '',
  name        TEXT NOT NULL,
  contact     TEXT NOT NULL,
  phone       TEXT NOT NULL,
  address     TEXT NOT NULL
);

CREATE TABLE products (
  id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  version     BIGINT NOT NULL,
  state       TEXT NOT NULL CHECK (state IN ('active', 'inactive')),
  created_by  TEXT COLLATE "C" NOT NULL,
  created_at  TEXT NOT NULL,
  updated_at  TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  code        TEXT NOT NULL,
  code_key    TEXT COLLATE "C" NOT NULL UNIQUE,
  search      TEXT NOT NULL,
  closed_at   TEXT NOT NULL DEFAULT '',
  name        TEXT NOT NULL,
  price_minor BIGINT NOT NULL CHECK (price_minor >= 0),
  currency    TEXT NOT NULL,
  unit        TEXT NOT NULL
);

-- The office's running number. A number that a failed transaction drew is not
-- used again.
CREATE SEQUENCE order_number;
CREATE TABLE orders (
  id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  version       BIGINT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('placed', 'exported', 'cancelled')),
  created_by    TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  created_at    TEXT NOT NULL,
  updated_at    TEXT NOT NULL,
  fingerprint   TEXT NOT NULL,
  number        BIGINT NOT NULL UNIQUE,
  owner         TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  customer_id   TEXT COLLATE "C" NOT NULL REFERENCES customers (id) ON DELETE RESTRICT,
  placed_at     TEXT NOT NULL,
  deliver_on    TEXT NOT NULL,
  note          TEXT NOT NULL,
  price_differs BIGINT NOT NULL,
  cancel_reason TEXT NOT NULL
);
CREATE INDEX orders_owner ON orders (owner, id);
CREATE INDEX orders_customer ON orders (customer_id);
CREATE INDEX orders_created_by ON orders (created_by);
CREATE INDEX orders_placed ON orders (number) WHERE state = 'placed';

CREATE TABLE order_lines (
  order_id           TEXT COLLATE "C" NOT NULL REFERENCES orders (id) ON DELETE RESTRICT,
  line               BIGINT NOT NULL,
  product_id         TEXT COLLATE "C" NOT NULL REFERENCES products (id) ON DELETE RESTRICT,
  quantity           BIGINT NOT NULL CHECK (quantity > 0),
  unit_price_minor   BIGINT NOT NULL CHECK (unit_price_minor >= 0),
  currency           TEXT NOT NULL,
  office_price_minor BIGINT NOT NULL,
  price_differs      BIGINT NOT NULL,
  PRIMARY KEY (order_id, line),
  UNIQUE (order_id, product_id, unit_price_minor, currency)
);
CREATE INDEX order_lines_product ON order_lines (product_id);

CREATE TABLE dispatches (
  id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  version      BIGINT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('out', 'delivered', 'failed')),
  created_by   TEXT COLLATE "C" NOT NULL,
  created_at   TEXT NOT NULL,
  updated_at   TEXT NOT NULL,
  fingerprint  TEXT NOT NULL DEFAULT '',
  number       TEXT NOT NULL UNIQUE,
  owner        TEXT COLLATE "C" NOT NULL REFERENCES users (id) ON DELETE RESTRICT,
  customer_id  TEXT COLLATE "C" NOT NULL REFERENCES customers (id) ON DELETE RESTRICT,
  order_id     TEXT COLLATE "C" REFERENCES orders (id) ON DELETE RESTRICT,
  summary      TEXT NOT NULL,
  delivered_at TEXT NOT NULL DEFAULT '',
  received_by  TEXT NOT NULL DEFAULT '',
  failed_at    TEXT NOT NULL DEFAULT '',
  reason       TEXT NOT NULL DEFAULT '',
  note         TEXT NOT NULL DEFAULT '',
  photos       BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX dispatches_owner ON dispatches (owner, id);
CREATE INDEX dispatches_customer ON dispatches (customer_id);
CREATE INDEX dispatches_order ON dispatches (order_id);

-- A photo is a row: one backup holds everything. content is null until the
-- upload is whole.
CREATE TABLE photos (
  id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  dispatch_id  TEXT COLLATE "C" NOT NULL REFERENCES dispatches (id) ON DELETE RESTRICT,
  created_by   TEXT COLLATE "C" NOT NULL,
  created_at   TEXT NOT NULL,
  expires      BIGINT NOT NULL,
  content_type TEXT NOT NULL DEFAULT '',
  content      BYTEA
);
CREATE INDEX photos_dispatch ON photos (dispatch_id);

-- The last change of each record for each audience ('' is everybody, else a
-- user id). A row moves to the end of the sequence when its record changes, so
-- the feed is as long as the data. gone marks what the audience lost. A number
-- drawn early may be committed late: readers go by the transaction first, and
-- only as far as no older one is open.
CREATE SEQUENCE changes_seq;
CREATE TABLE changes (
  kind      TEXT NOT NULL,
  record_id TEXT COLLATE "C" NOT NULL,
  audience  TEXT COLLATE "C" NOT NULL,
  gone      BIGINT NOT NULL,
  seq       BIGINT NOT NULL DEFAULT nextval('changes_seq'),
  xid       xid8   NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (kind, record_id, audience)
);
CREATE UNIQUE INDEX changes_order ON changes (xid, seq);

-- +goose Down
DROP TABLE changes;
DROP SEQUENCE changes_seq;
DROP TABLE photos;
DROP TABLE dispatches;
DROP TABLE order_lines;
DROP TABLE orders;
DROP SEQUENCE order_number;
DROP TABLE products;
DROP TABLE customers;
DROP TABLE devices;
DROP TABLE sessions;
DROP TABLE users;
DROP TABLE meta;
