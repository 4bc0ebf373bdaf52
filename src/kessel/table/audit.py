"""A game's entries for who does not trust the house: fed, and checked in what a table checks before
it keeps them. Nothing that a table would have refused passes here."""

from kessel.errors import BadValue, NotAwaited
from kessel.table import log
from kessel.table.play import Play, Settled, feed
from kessel.table.push import check_push
from kessel.table.terms import Player
from kessel.table.throwers import is_same_kind, may_step_in


def audited(play: Play, entry: log.GameEntry) -> Settled:
    """The game after one more entry; raises where no honest table could have kept it."""
    settled = feed(play, entry)
    if isinstance(entry, log.AnswerEntry | log.DicePushed):
        _check_is_asked(play, entry.player)
    match entry:
        case log.DicePushed(dice=dice):
            check_push(play, dice)
        case log.ThrowFixed(thrower=thrower) if thrower:
            _check_dice(play, thrower, is_same_kind(thrower, play.started.thrower))
        case log.DiceLanded(thrower=thrower) if thrower:
            _check_dice(play, thrower, may_step_in(thrower, play.started.thrower))
    return settled


def _check_is_asked(play: Play, player: Player) -> None:
    if player not in play.waited_for():
        raise NotAwaited(
            "the game waits for {kind}, not for player {player}",
            kind=play.awaited.kind,
            player=player,
        )


def _check_dice(play: Play, thrower: str, may: bool) -> None:
    if not may:
        raise BadValue(
            "thrown by {thrower}, though the game is one of {first}",
            thrower=thrower,
            first=play.started.thrower,
        )
