"""One game in progress: occupants, seeded chance, record and takebacks."""
