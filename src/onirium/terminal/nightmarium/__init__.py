"""Terminal rendering of Nightmarium."""
