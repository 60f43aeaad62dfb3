"""The interfaces and data structures shared by all games; independent of any game."""
