-- What has happened at each table, in order: the truth from which all else follows.
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    setup BLOB NOT NULL
);

CREATE TABLE entries (
    id TEXT NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    entry BLOB NOT NULL,
    nonce TEXT,
    PRIMARY KEY (id, number)
) WITHOUT ROWID;

CREATE UNIQUE INDEX entries_by_nonce ON entries (id, nonce) WHERE nonce IS NOT NULL;

-- How each table stands, to be found without playing it again.
CREATE TABLE standings (
    id TEXT PRIMARY KEY REFERENCES tables,
    version INTEGER NOT NULL,
    changed TEXT NOT NULL,
    standing BLOB NOT NULL
);

CREATE TABLE holders (
    holder TEXT NOT NULL,
    id TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (holder, id)
) WITHOUT ROWID;

-- What each game that counts has come to for each holder, once; and the sums of that.
CREATE TABLE results (
    number INTEGER PRIMARY KEY,
    holder TEXT NOT NULL,
    id TEXT NOT NULL REFERENCES tables,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    result TEXT NOT NULL,
    UNIQUE (holder, id)
);

CREATE INDEX latest_results ON results (holder, game, options, number);

CREATE TABLE counters (
    holder TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    result TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (holder, game, options, result)
) WITHOUT ROWID;

CREATE TABLE dailies (
    holder TEXT NOT NULL,
    game TEXT NOT NULL,
    date TEXT NOT NULL,
    id TEXT NOT NULL REFERENCES tables,
    PRIMARY KEY (holder, game, date)
) WITHOUT ROWID;

CREATE TABLE visitors (
    holder TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    theme TEXT NOT NULL
) WITHOUT ROWID;
