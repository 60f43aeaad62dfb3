"""Computer players that know Onirim."""
