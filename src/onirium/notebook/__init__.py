"""States and views as pictures, which notebooks display automatically."""
