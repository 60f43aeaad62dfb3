"""Onirim: a folder that mirrors its rulebook."""
