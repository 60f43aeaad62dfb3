"""Live tables: sessions, clients, protocol, presence, synchronisation."""
