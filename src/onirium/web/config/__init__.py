"""Settings, network addresses and message catalogues."""
