"""A push of lying dice before a throw: whether it is allowed, and the consent it may need."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from msgspec import structs

from kessel.errors import IllegalMove, NotAwaited
from kessel.rules.allowed import PremoveKind, may_premove
from kessel.rules.awaits import AwaitChoice, AwaitThrow
from kessel.rules.moves import Player
from kessel.rules.options import Options
from kessel.table import log
from kessel.table.play import Play
from kessel.throws import placing
from kessel.throws.placing import Push

MOST_PUSHES = 40
"""Before one throw."""
MOST_REFUSED = 3
"""Requests of one state that others may be asked for after they said no."""


@dataclass(frozen=True, slots=True)
class PushRequest:
    """Who wants to push what, who has agreed and who has yet to answer."""

    push: log.DicePushed
    asked: frozenset[Player]
    agreed: frozenset[Player]
    """Bots always do."""

    def is_for(self, pushes: Sequence[Push]) -> bool:
        """Whether it asks for exactly this."""
        return self.push.dice == list(pushes)

    def agreed_by(self, player: Player, sign: str) -> "PushRequest":
        """The request after one more consent."""
        agreed = sorted([*self.push.agreed, (player, sign)])
        push = structs.replace(self.push, agreed=agreed)
        return PushRequest(push, self.asked - {player}, self.agreed | {player})


def needs_consent(options: Options) -> bool:
    """Whether dice are pushed only if everybody agrees."""
    return not may_premove(options, PremoveKind.GROUP, everybody_agrees=False)


def check_patience(history: Sequence[log.GameEntry], refused: int) -> None:
    """Raise if dice were pushed, or others asked, too often since the last move."""
    since = takewhile(lambda entry: not isinstance(entry, log.MoveEntry), reversed(history))
    pushed = sum(isinstance(entry, log.DicePushed) for entry in since)
    if pushed >= MOST_PUSHES:
        raise NotAwaited(f"dice are pushed at most {MOST_PUSHES} times before a throw; throw now")
    if refused >= MOST_REFUSED:
        raise NotAwaited(f"the others said no {refused} times; throw now")


def check_push(play: Play, pushes: Sequence[Push]) -> None:
    """Raise unless these dice may be pushed there, if need be with everybody's consent."""
    options = play.state.options
    if not isinstance(play.awaited, AwaitThrow | AwaitChoice):
        raise NotAwaited(f"the game waits for {play.awaited.kind}; dice are not pushed now")
    placing.pushed(play.edition, play.at_rest, pushes)
    if not needs_consent(options):
        return
    if not may_premove(options, PremoveKind.AWAY_FROM_WALL, everybody_agrees=True):
        raise IllegalMove(f"dice are not moved here (premove={options.premove})")
    if not placing.away_from_wall(play.edition, play.at_rest, pushes):
        raise IllegalMove("only dice near the wall may be moved, and only away from it")
