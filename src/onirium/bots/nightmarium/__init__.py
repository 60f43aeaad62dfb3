"""Bots for Nightmarium: heuristics, features, networks and search configuration."""
