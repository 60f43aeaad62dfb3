"""Search: expectimax trees, determinized rollouts and trees, one-ply lookahead, exact solver."""
