"""Strike with smaller hands, so that games can be followed by hand."""

from dataclasses import replace
from types import MappingProxyType

from kessel.rules.edition import Edition, find_edition


def tiny(hand: int, players: int = 2) -> Edition:
    """Everybody holds `hand` dice at the start."""
    return replace(find_edition("strike-2020"), hands=MappingProxyType({players: hand}))
