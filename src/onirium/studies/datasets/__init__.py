"""Data sets of games: records, tables and a card."""
