"""The game on a network: tables, sockets, storage. Only this room knows the web framework."""
