"""Dark Premonitions and Happy Dreams."""
