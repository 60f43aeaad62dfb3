"""Calibration of win probability estimates by the results of games played."""
