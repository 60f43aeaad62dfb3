"""The three expansions of Onirim, each extending the chapters of the base game."""
