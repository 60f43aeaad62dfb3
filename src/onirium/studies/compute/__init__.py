"""Executors for parallel jobs, and checkpoints of finished jobs."""
