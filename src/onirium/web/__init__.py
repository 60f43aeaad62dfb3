"""Onirium in the browser."""
