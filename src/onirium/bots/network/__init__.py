"""Quantized networks: weight files, feature encoding, evaluation."""
