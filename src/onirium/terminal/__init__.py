"""Onirium in a terminal."""
