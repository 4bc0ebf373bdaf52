"""How long work reports how far it is."""

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with the amount done and the total."""
