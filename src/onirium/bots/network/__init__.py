"""Quantised networks: weight files, feature encoding, evaluation."""
