-- A user's tables by page, without reading all of them; and the probe of the health check.
ALTER TABLE seat_owners ADD COLUMN game TEXT NOT NULL DEFAULT '';
ALTER TABLE seat_owners ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seat_owners ADD COLUMN updated_at TEXT NOT NULL DEFAULT '';

CREATE INDEX seat_owners_by_table ON seat_owners (table_id);
CREATE INDEX latest_tables ON seat_owners (owner_id, updated_at DESC, table_id);
CREATE INDEX latest_tables_by_game ON seat_owners (owner_id, game, updated_at DESC, table_id);
CREATE INDEX unfinished_tables ON seat_owners (owner_id, updated_at DESC, table_id)
    WHERE is_over = 0;

CREATE TABLE health_checks (
    check_id TEXT PRIMARY KEY,
    payload TEXT NOT NULL
) WITHOUT ROWID;
