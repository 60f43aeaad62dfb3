"""States and views as pictures, which notebooks show by themselves."""
