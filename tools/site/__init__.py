"""Builds the documentation site: pages from outside ``docs``, and references from the code."""
