"""Executors of slow computations: bots, hints, analyses."""
