"""Worker processes for slow computations: bots, hints, analyses."""
