"""Bots, and the search algorithms and evaluation networks behind them."""
