"""Forms: parsing, validation, rendering."""
