"""Calibration: what estimates of win probabilities mean, by the results of games really played."""
