"""Heuristics of the ``greedy`` bot of Onirim."""
