"""A position as a few lines of text: what is asked, what lies there, and who holds what."""

from collections.abc import Sequence

from kessel.errors import BadValue
from kessel.game.arguments import make_names
from kessel.rules.moves import Player
from kessel.rules.notation import NOTHING, piece_text
from kessel.rules.positions import read_state
from kessel.rules.reading import what_is_asked
from kessel.rules.state import GameState, seen_supplies
from kessel.words import Speaker


def board_text(
    state: GameState | str,
    names: Sequence[str] = (),
    language: str = "en",
    *,
    viewer: Player | None = None,
) -> str:
    """The position for a terminal; `>` marks whose turn it is. A `viewer` sees hidden supplies of
    others as `?`; without one everything is shown.

    >>> print(board_text("strike-2020 hands=3,5 arena=2,6 turn=B>"))
    B throws one die: every turn begins with a throw.
      arena  2 6
      A      3
    > B      5
    """
    state = read_state(state)
    if viewer is not None and viewer not in range(state.players):
        raise BadValue(f"there is no player {viewer!r}; players are 0 to {state.players - 1}")
    called = make_names(names, state.players)
    asked = Speaker(state.edition.id, called, language).say(what_is_asked(state))
    width = max(map(len, ("arena", *called)))
    lines = [asked, f"  {'arena':{width}}  {' '.join(map(piece_text, state.arena)) or NOTHING}"]
    seen = state.hands if viewer is None else seen_supplies(state, viewer)
    for player, name in enumerate(called):
        mark = ">" if player == state.active and not state.is_over else " "
        held = "?" if seen[player] is None else supply_text(state, player)
        lines.append(f"{mark} {name:{width}}  {held}")
    return "\n".join(lines)


def supply_text(state: GameState, player: Player) -> str:
    """What a player holds: `7`, or `4 + 3` with a boulder pile of three; `won`, `out`."""
    if player in state.winners:
        return "won"
    if not state.in_game(player):
        return "out"
    return " + ".join(map(str, (state.hands[player], *state.piles[player])))
