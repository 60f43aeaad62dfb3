"""The three expansions of Onirim: what each adds to the chapters of the base game."""
