-- The results of a user are counted, and no longer listed by date.
DROP INDEX latest_results;
