-- +goose Up
-- Quantity rules of a product; 0 is no rule.
ALTER TABLE products ADD COLUMN pack_size INTEGER NOT NULL DEFAULT 0 CHECK (pack_size >= 0);
ALTER TABLE products ADD COLUMN min_quantity INTEGER NOT NULL DEFAULT 0 CHECK (min_quantity >= 0);
ALTER TABLE products ADD COLUMN max_quantity INTEGER NOT NULL DEFAULT 0 CHECK (max_quantity >= 0);

-- +goose Down
ALTER TABLE products DROP COLUMN max_quantity;
ALTER TABLE products DROP COLUMN min_quantity;
ALTER TABLE products DROP COLUMN pack_size;
