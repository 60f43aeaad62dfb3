"""How far players have come in Nightmarium."""
