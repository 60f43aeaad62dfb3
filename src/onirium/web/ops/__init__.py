"""Access log, metrics and protocol classes of the production server."""
