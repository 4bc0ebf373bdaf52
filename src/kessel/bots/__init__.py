"""Opponents: each is handed what its seat may see, never the table's seed or dice to come."""
