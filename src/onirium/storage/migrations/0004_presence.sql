-- The seat owners connected to each table, by server: a seat is not taken from one of them.
CREATE TABLE connected_owners (
    table_id TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    PRIMARY KEY (table_id, owner_id, server_id)
) WITHOUT ROWID;

CREATE INDEX connected_owners_by_server ON connected_owners (server_id);
