"""A game in one object, for programs and notebooks: push and pop, boards, and a loop for bots.

Standard library only; what it plays with (bots, physics) comes from whoever calls it.
"""

from kessel.game.game import Game, Played
from kessel.game.loop import play, sight, steps
from kessel.game.picture import Svg, board_svg
from kessel.game.round_robin import Standing, Tournament, tournament
from kessel.game.text import board_text

__all__ = [
    "Game",
    "Played",
    "Standing",
    "Svg",
    "Tournament",
    "board_svg",
    "board_text",
    "play",
    "sight",
    "steps",
    "tournament",
]
