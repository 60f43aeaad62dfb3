"""Analysis of finished games and of the solvability of deals."""
