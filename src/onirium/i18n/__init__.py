"""Message catalogues and the texts of the program in each language."""
