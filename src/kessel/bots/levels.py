"""The levels of bots; loads nothing, so that whoever only names them need not load the bots."""

LEVELS: tuple[str, ...] = ("beginner", "gambler", "careful", "rule", "exact", "master")
"""The opponents by their levels, weakest first."""
