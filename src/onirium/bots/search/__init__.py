"""Search algorithms: expectimax trees, determinized rollouts and trees, one-ply lookahead."""
