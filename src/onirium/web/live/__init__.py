"""Live tables: sessions, clients, protocol, presence, and synchronisation of servers."""
