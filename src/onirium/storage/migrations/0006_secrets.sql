-- Random secrets of the server, by name: those of the daily deals.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
) WITHOUT ROWID;
