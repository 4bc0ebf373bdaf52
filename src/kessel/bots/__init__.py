"""Opponents: each is handed what its player may see, never the table's seed or dice to come."""
