"""How far players have come in Onirim."""
