"""A game in progress between seats, with takebacks and seeded shuffles."""
