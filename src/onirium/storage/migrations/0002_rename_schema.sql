-- Names of event sourcing: the events of a table, the read models derived from them, and users.
ALTER TABLE tables RENAME COLUMN id TO table_id;

ALTER TABLE entries RENAME TO events;
ALTER TABLE events RENAME COLUMN id TO table_id;
ALTER TABLE events RENAME COLUMN number TO event_index;
ALTER TABLE events RENAME COLUMN entry TO event;
ALTER TABLE events RENAME COLUMN nonce TO command_id;
DROP INDEX entries_by_nonce;
CREATE UNIQUE INDEX events_by_command_id ON events (table_id, command_id)
    WHERE command_id IS NOT NULL;

ALTER TABLE standings RENAME TO table_summaries;
ALTER TABLE table_summaries RENAME COLUMN id TO table_id;
ALTER TABLE table_summaries RENAME COLUMN changed TO updated_at;
ALTER TABLE table_summaries RENAME COLUMN standing TO summary;

ALTER TABLE holders RENAME TO seat_owners;
ALTER TABLE seat_owners RENAME COLUMN holder TO owner_id;
ALTER TABLE seat_owners RENAME COLUMN id TO table_id;

ALTER TABLE results RENAME COLUMN number TO result_id;
ALTER TABLE results RENAME COLUMN holder TO owner_id;
ALTER TABLE results RENAME COLUMN id TO table_id;

ALTER TABLE counters RENAME TO result_counts;
ALTER TABLE result_counts RENAME COLUMN holder TO owner_id;
ALTER TABLE result_counts RENAME COLUMN number TO count;

ALTER TABLE dailies RENAME TO daily_attempts;
ALTER TABLE daily_attempts RENAME COLUMN holder TO owner_id;
ALTER TABLE daily_attempts RENAME COLUMN id TO table_id;

ALTER TABLE visitors RENAME TO users;
ALTER TABLE users RENAME COLUMN holder TO user_id;
