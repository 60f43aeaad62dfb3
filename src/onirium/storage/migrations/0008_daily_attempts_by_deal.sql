-- Everybody's attempts at a daily deal, whose results its page shows.
CREATE INDEX daily_attempts_by_deal ON daily_attempts (game, date);
