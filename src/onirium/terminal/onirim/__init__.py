"""Onirim in a terminal."""
