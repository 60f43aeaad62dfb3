-- Random secrets of the server, by name: those of the daily deals, and the key of the cookies.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
) WITHOUT ROWID;
