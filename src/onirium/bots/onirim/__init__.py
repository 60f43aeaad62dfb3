"""Bots for Onirim: heuristics, features, networks and search configuration."""
