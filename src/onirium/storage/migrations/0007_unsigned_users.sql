-- The users of before cookies were signed: their old cookies remain valid.
CREATE TABLE unsigned_users (
    user_id TEXT PRIMARY KEY
) WITHOUT ROWID;

INSERT INTO unsigned_users
    SELECT owner_id FROM seat_owners UNION SELECT owner_id FROM results
    UNION SELECT owner_id FROM result_counts UNION SELECT owner_id FROM daily_attempts
    UNION SELECT user_id FROM users;
