"""Persistence of tables: event store, read models, SQLite and Postgres backends."""
