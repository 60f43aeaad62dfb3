"""The Book of Steps Lost and Found."""
