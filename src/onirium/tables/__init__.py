"""Hosted tables: seats, owners, events, and the commands that produce them."""
