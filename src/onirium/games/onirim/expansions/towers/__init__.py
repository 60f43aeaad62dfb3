"""The Towers."""
