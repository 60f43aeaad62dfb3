"""Settings, addresses and texts of the server."""
