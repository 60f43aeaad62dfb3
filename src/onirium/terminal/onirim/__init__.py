"""Terminal rendering of Onirim."""
