"""The game on a network: sockets, storage, processes. Only this room knows the web framework."""
