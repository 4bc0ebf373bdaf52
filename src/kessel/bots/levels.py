"""The levels of bots; loads nothing, so that whoever only names them need not load the bots."""

LEVELS: tuple[str, ...] = ("beginner", "gambler", "careful", "rule", "exact", "master")
"""The opponents by their levels, weakest first."""
COACH = "coach"
"""The master as somebody at the near side of the box would throw: it advises, and takes no seat."""
AIMING = (LEVELS[-1], COACH)
"""Those that try throws before they choose one."""
