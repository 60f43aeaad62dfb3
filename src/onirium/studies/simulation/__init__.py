"""Batches of simulated games and their statistics."""
