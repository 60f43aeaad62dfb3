"""Computer players, and the searches and networks behind them."""
