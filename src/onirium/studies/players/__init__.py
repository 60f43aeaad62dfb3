"""Players of studies by name: bots of the package, and external players."""
