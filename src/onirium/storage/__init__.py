"""Persistence of tables: event store, summaries, SQLite and Postgres backends."""
