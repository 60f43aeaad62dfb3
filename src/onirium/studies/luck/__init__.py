"""Luck: the effect of chance outcomes on the win probabilities, compared with its expectation."""
