"""Why each event happened, as a key the page has words for in every language."""

from collections.abc import Sequence

from kessel.rules import events as e
from kessel.rules.edition import Effect
from kessel.rules.moves import OUT, EndTurn, Move, StackTower, StartDie, TakeAccio, WinColumn
from kessel.rules.state import GameState


def reasons(
    before: GameState, after: GameState, move: Move, events: Sequence[e.Event]
) -> list[str]:
    """One key for each event of a step."""
    return [_reason(before, after, move, events, event) for event in events]


_PLAIN: dict[type, str] = {
    e.WentOut: "left_arena",
    e.NullRemoved: "null_face",
    e.ColumnWon: "fastest",
    e.PilesDissolved: "column_built",
    e.Suppressed: "freeze",
    e.TowerStacked: "tower",
    e.Reversed: "reverse",
    e.PileMade: "boulders",
    e.PassedLeft: "hurricane",
    e.NoDice: "no_dice",
    e.Eliminated: "no_dice",
}


def _reason(
    before: GameState, after: GameState, move: Move, events: Sequence[e.Event], event: e.Event
) -> str:
    match event:
        case e.StartAgain():
            left = isinstance(move, StartDie) and move.face == OUT
            return "left_arena" if left else "null_face"
        case e.Started():
            return before.options.start_die
        case e.Cocked():
            return before.options.cocked
        case e.Locked(face=face):
            return before.edition.effects[face].value
        case e.ExtraCalled(players=players):
            storm = Effect.STORM in before.effects.values()
            return ("storm" if storm else "salvo") if players else "nobody_can"
        case e.Collected():
            return "column_winner" if isinstance(move, WinColumn) else "match"
        case e.AccioTaken(face=face):
            declined = isinstance(move, TakeAccio)
            return "taken" if face else ("declined" if declined else "nothing_left")
        case e.MayGoOn():
            return "only_locked" if _saw(events, e.Locked) else "no_match"
        case e.TurnEnded(player=player):
            return _why_ended(after, move, events, player)
        case e.NextTurn(throw=throw):
            return "arena_empty" if throw == "all" else "in_turn"
        case e.GameOver(winners=winners):
            return _why_over(after, winners)
        case _:
            return _PLAIN[type(event)]


def _why_ended(after: GameState, move: Move, events: Sequence[e.Event], player: int) -> str:
    if isinstance(move, EndTurn):
        return "stopped"
    if _saw(events, e.Collected) or isinstance(move, TakeAccio | StackTower):
        return "collected"
    if not after.supply(player):
        return "no_dice"
    return "only_locked" if _saw(events, e.Locked) else "no_match"


def _why_over(after: GameState, winners: Sequence[int]) -> str:
    if not winners:
        return "replay"
    return "last_with_dice" if any(map(after.supply, winners)) else "all_without_dice"


def _saw(events: Sequence[e.Event], kind: type) -> bool:
    return any(isinstance(event, kind) for event in events)
