"""Heuristics of the ``greedy`` bot of Nightmarium."""
