"""Live tables: sessions, clients, protocol, presence, and synchronization of servers."""
