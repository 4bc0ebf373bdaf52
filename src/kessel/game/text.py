"""A position as a few lines of text: what is asked, what lies there, and who holds what."""

from collections.abc import Sequence

from kessel.rules.moves import Player
from kessel.rules.notation import NOTHING, letter, piece_text
from kessel.rules.reading import what_is_asked
from kessel.rules.state import GameState
from kessel.words import Speaker


def board_text(state: GameState, names: Sequence[str] = (), language: str = "en") -> str:
    """The position for a terminal; `>` marks whose turn it is.

    >>> from kessel.rules.notation import read_state
    >>> print(board_text(read_state("strike-2020 hands=3,5 arena=2,6 turn=B>")))
    B throws one die: every turn begins with a throw.
      arena  2 6
      A      3
    > B      5
    """
    called = tuple(names or map(letter, range(state.players)))
    asked = Speaker(state.edition.id, called, language).say(what_is_asked(state))
    width = max(map(len, ("arena", *called)))
    lines = [asked, f"  {'arena':{width}}  {' '.join(map(piece_text, state.arena)) or NOTHING}"]
    for player, name in enumerate(called):
        mark = ">" if player == state.active and not state.is_over else " "
        lines.append(f"{mark} {name:{width}}  {supply_text(state, player)}")
    return "\n".join(lines)


def supply_text(state: GameState, player: Player) -> str:
    """What a player holds: `7`, or `4 + 3` with a boulder pile of three; `won`, `out`."""
    if player in state.winners:
        return "won"
    if not state.in_game(player):
        return "out"
    return " + ".join(map(str, (state.hands[player], *state.piles[player])))
