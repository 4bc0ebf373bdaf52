"""A game's entries for anyone who does not trust the server: what a table checks before it keeps
them. Nothing that a table would have refused passes here."""

from kessel.errors import BadValue, NotAwaited
from kessel.table import log
from kessel.table.dice import are_known, may_step_in
from kessel.table.play import Play
from kessel.table.push import check_push, needs_consent


def check_kept(play: Play, entry: log.GameEntry) -> None:
    """Raise where the rules of the log take an entry, but no honest table could have kept it."""
    if isinstance(entry, log.Answered | log.DicePushed) and entry.player not in play.waited_for():
        raise NotAwaited(
            "the game waits for {kind}, not for player {player}",
            kind=play.awaited.kind,
            player=entry.player,
        )
    match entry:
        case log.DicePushed(dice=dice):
            check_push(play, dice)
            _check_consent(play, entry)
        case log.Answered(dice=dice, links=log.Links() as links):
            if dice != play.random_tower(play.chance(links)):
                raise BadValue("chance would have built another tower")
        case log.ThrowFixed(dice=name) if name and not are_known(name):
            _check_dice(play, name, False)
        case log.DiceLanded(dice=name) if name:
            _check_dice(play, name, may_step_in(name, play.started.dice) and are_known(name))


def _check_consent(play: Play, push: log.DicePushed) -> None:
    """Everybody agrees who plays and could say no."""
    persons = [p for p in range(play.state.players) if play.plays_itself(p) and p != push.player]
    agreed = [player for player, _ in push.agreed]
    if agreed != (persons if needs_consent(play.state.options) else []):
        raise BadValue(
            "players {players} agree to a push, not {agreed}", players=persons, agreed=agreed
        )


def _check_dice(play: Play, name: str, may: bool) -> None:
    if not may:
        raise BadValue(
            "thrown by {dice}, though the game is one of {first}",
            dice=name,
            first=play.started.dice,
        )
