-- Tables where nobody has acted, by age: they are deleted.
CREATE INDEX unused_tables ON table_summaries (updated_at) WHERE version <= 1;
