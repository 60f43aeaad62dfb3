"""Nightmarium: a folder that mirrors its rulebook, with the file names of the first game."""
