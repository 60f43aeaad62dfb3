"""Commands at a table: each function returns the event to store, or rejects the command.

They change nothing: only ``Table.apply`` changes a table, so that it can be rebuilt from its setup
and its stored events.
"""
