"""What a bot is: it sees what its player may see, has a random source of its own, and answers.

It is given a simulator only to try things with, on dice and seeds of its own.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple, Protocol, Self

from kessel.errors import BadValue
from kessel.rules.awaits import AwaitExtra, AwaitStartDie
from kessel.rules.engine import awaited, legal_moves
from kessel.rules.moves import ONE, Move, Player, StartDie, Throw
from kessel.rules.notation import read_move
from kessel.rules.state import GameState, new_tuple
from kessel.throws.aim import Aim, AimValues
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import Simulator


class Sight(NamedTuple):
    """What a player sees of a game that waits for it; hidden supplies are filled in evenly.

    >>> from kessel import Game, sight
    >>> seen = sight(Game.from_state("strike-2020 hands=2,3 arena=2,5 phase=choice"), 0)
    >>> list(seen.legal())
    [EndTurn(), Throw(unit='1', landing=None)]
    """

    player: Player
    state: GameState
    at_rest: DiceAtRest | None = ()
    """How the dice lie; None if they have faces and no places, and nothing can be aimed at."""
    simulator: Simulator | None = None
    """To try things with, where there is one."""

    def legal(self) -> Iterator[Move]:
        """Every move the player may answer with, ending the turn first; a throw is the decision to
        throw."""
        match awaited(self.state):
            case AwaitStartDie(how=how, may_choose=may_choose):
                if may_choose:
                    yield from map(StartDie, self.state.edition.symbols)
                if how == "thrown":
                    yield Throw(ONE)
            case AwaitExtra(units=by_player):
                yield from map(Throw, by_player[self.player])
            case _:
                yield from legal_moves(self.state)


class _Answer(NamedTuple):
    move: Move
    aim: Aim | AimValues | None
    kind: str
    worth: float | None


class Answer(_Answer):
    """A bot's move, given as itself or its text; a throw is the decision to throw, with its aim.

    >>> from kessel import Aim
    >>> Answer("throw 1", Aim.of_strength("firm")).move
    Throw(unit='1', landing=None)
    """

    __slots__ = ()

    def __new__(
        cls,
        move: Move | str,
        aim: Aim | AimValues | None = None,
        kind: str = "",
        worth: float | None = None,
    ) -> Self:
        """`kind` is the kind of throw, as a chance model names it, for tables without physics;
        `worth` the chance to win that a throw was found to have, where somebody tried."""
        return new_tuple(cls, (read_move(move), aim, kind, worth))


def as_answer(given: Answer) -> Answer:
    """What a bot gave; raises where it is no answer."""
    if not isinstance(given, Answer):
        raise BadValue(f"a bot answers with an `Answer`, such as Answer('end'), not {given!r}")
    return given


class Bot(Protocol):
    """Anything that can answer for a player, in bounded time.

    >>> from kessel import Answer, Bot, Game, play
    >>> class Last:
    ...     def answer(self, sight, chance):
    ...         *_, move = sight.legal()
    ...         return Answer(move)
    >>> bot: Bot = Last()
    >>> play(Game("strike-2020"), bot, seed=1)
    (0,)
    """

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """The answer to what the game awaits of this player."""
        ...
