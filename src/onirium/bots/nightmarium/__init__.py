"""Computer players that know Nightmarium."""
