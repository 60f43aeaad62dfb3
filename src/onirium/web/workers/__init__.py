"""Worker processes for slow computations."""
