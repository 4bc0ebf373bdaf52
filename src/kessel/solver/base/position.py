"""Positions of the base game by their numbers: dice lying, and hands as rows of the tables.

Hands are in playing order from the active player on, and stand by total and then in order.
"""

from math import comb

from kessel.rules.edition import Edition
from kessel.rules.options import default_of
from kessel.solver.chance import BARE, SYMBOLS

LYING = SYMBOLS + 1
"""How many different numbers of dice can lie: none, to one of each symbol."""
START_LYING = 1
"""The starting die: thrown or placed, always one symbol and never lost."""


def arenas(edition: Edition) -> int:
    """How many arenas a table tells apart: the numbers of dice lying, and one more where dice that
    merely flew out do not make the next player throw everything (`BARE`)."""
    return LYING + (default_of("allin_cause", edition) == "not_by_out_only")


def dice_in(lying: int) -> int:
    """How many dice lie in one of these arenas."""
    return 0 if lying == BARE else lying


def dice_at_start(edition: Edition, players: int) -> int:
    """Dice in play when a game begins: all hands, and the starting die."""
    return players * edition.hand(players) + START_LYING


def hand_row(hands: tuple[int, ...]) -> int:
    """The row of one hand, in tables of any number of dice."""
    players, left = len(hands), sum(hands)
    row = comb(left - 1, players)
    for seat, held in enumerate(hands[:-1]):
        others = players - 1 - seat
        row += comb(left - 1, others) - comb(left - held, others)
        left -= held
    return row


def hand_rows(players: int, most: int) -> int:
    """How many rows there are for hands of at most `most` dice together."""
    return comb(most, players)


def positions(players: int, dice: int, arenas: int = LYING) -> int:
    """How many positions there are with this many players and at most `dice` dice."""
    held = (dice - dice_in(lying) for lying in range(arenas))
    return sum(hand_rows(players, total) for total in held if total >= players)
