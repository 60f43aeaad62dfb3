"""Implementations of the command-line commands that print to a terminal."""
