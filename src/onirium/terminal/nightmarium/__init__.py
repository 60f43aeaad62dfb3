"""Nightmarium in a terminal."""
