"""One game in play: its node, its dice and its chance. Environments act on it, and bots may.

Chance nodes are resolved at once, so that between two actions always a player has to act.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.question import check_answer, with_kind
from kessel.envs.actions import KINDS, is_throw
from kessel.envs.dice import fall, strengths
from kessel.envs.node import CHANCE, OVER, Node, Toss
from kessel.errors import BadValue
from kessel.game.given import DiceLike, make_dice
from kessel.rules.edition import MIN_PLAYERS, Edition
from kessel.rules.moves import Player, Throw
from kessel.rules.positions import read_state
from kessel.rules.setup import OptionsLike, new_game
from kessel.rules.state import GameState
from kessel.rules.view import as_seen
from kessel.throws.aim import AimValues
from kessel.throws.dice import Simulator
from kessel.throws.placing import arranged


class Saved(NamedTuple):
    """A game as it stood, dice to come included; `restore` goes on from it any number of times."""

    node: Node
    actions: int
    chance: tuple[object, ...]


def starting_state(
    edition: Edition | str = "strike-2020",
    players: int | None = None,
    options: OptionsLike = None,
    elements: Sequence[str] | None = None,
    hands: Sequence[int] | None = None,
    position: GameState | str | None = None,
) -> GameState:
    """Where games begin: a new game, one with other hands, or any position.

    Without `players` there are as many as `hands` or the position say, else two.
    """
    if position is not None:
        state = read_state(position)
        if players not in (None, state.players):
            raise BadValue(f"the position is one of {state.players} players, not of {players}")
    else:
        dealt = MIN_PLAYERS if hands is None else len(hands)
        state = new_game(edition, players or dealt, options, elements=elements)
        if hands is not None:
            state = _dealt(state, tuple(hands))
    if state.total_dice() > state.edition.dice:
        raise BadValue(
            f"{state.total_dice()} dice; a box of {state.edition.id} has {state.edition.dice}"
        )
    return state


def _dealt(state: GameState, hands: tuple[int, ...]) -> GameState:
    if len(hands) != state.players or min(hands) < 1:
        raise BadValue(f"hands {hands}: {state.players} players hold one die or more each")
    return state._replace(hands=hands, aside=max(state.edition.dice - sum(hands) - 1, 0))


def checked_mode(mode: str | None) -> str | None:
    """A way to render, if there is such a one."""
    if mode not in (None, "ansi"):
        raise BadValue(f"render_mode {mode!r}: there is ansi, or None")
    return mode


class Croupier:
    """Plays a game out, one decision at a time."""

    def __init__(self, start: GameState, dice: DiceLike, longest: int | None = None) -> None:
        """`longest` cuts a game short after so many actions."""
        if longest is not None and longest < 1:
            raise BadValue(f"a game of {longest} actions: at least one is played")
        self.dice = make_dice(dice, start.edition)
        self.simulator = self.dice if isinstance(self.dice, Simulator) else None
        self._longest = longest
        placed = arranged(start.edition, start.arena) if self.simulator else None
        self.start = Node(start, strengths(self.dice), layout=placed)
        self.begin(Random(0))

    def begin(self, chance: Random) -> None:
        """A new game, whose dice fall by `chance`."""
        self.node, self.actions, self.chance = self.start, 0, chance
        self._settle()

    @property
    def state(self) -> GameState:
        """The state of the rules."""
        return self.node.state

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end."""
        return self.actor == OVER

    @property
    def is_cut_short(self) -> bool:
        """Whether it ran into its longest length instead."""
        return self.actions == self._longest and not self.is_over

    def act(self, action: int) -> None:
        """The player that has to act takes an action; raises where it is illegal."""
        known = action in self.legal
        self._go(self.node.act_legally(action) if known else self.node.act(action))

    def toss(self, aim: AimValues, kind: int) -> None:
        """It throws the first unit it may, with an aim of its own."""
        throw = self.node.act(next(filter(is_throw, self.legal))).draft.tosses[-1]
        self._go(self.node.toss(throw._replace(kind=kind, aim=aim)))

    def ask(self, bot: Bot, minds: Random) -> None:
        """A bot acts for it."""
        player = self.node.actor
        seen = as_seen(self.state, player)
        sight = Sight(player, seen, self.node.layout or (), self.simulator)
        if self.node.draft.winner is not None:  # bots keep no piles
            self._go(self.node.column_dissolved())
            return
        answer = with_kind(bot.answer(sight, minds))
        check_answer(answer, sight)
        self._go(self._answered(player, answer))

    def save(self) -> Saved:
        """Everything that is needed to go on from here."""
        return Saved(self.node, self.actions, self.chance.getstate())

    def restore(self, saved: Saved) -> None:
        """Go on from there: the same actions meet the same dice."""
        self.node, self.actions = saved.node, saved.actions
        self.chance.setstate(saved.chance)
        self._look()

    def _answered(self, player: Player, answer: Answer) -> Node:
        if isinstance(answer.move, Throw):
            kind = KINDS.index(answer.kind)
            return self.node.toss(Toss(player, answer.move.unit, kind, answer.aim))
        return self.node.moved(answer.move)

    def _go(self, node: Node) -> None:
        self.node = node
        self.actions += 1
        self._settle()

    def _settle(self) -> None:
        while self.node.actor == CHANCE:
            self.node = fall(self.node, self.dice, self.chance)
        self._look()

    def _look(self) -> None:
        self.actor = self.node.actor
        """The player that has to act; nobody's number when the game is over."""
        self.legal = self.node.legal()
        """Its legal actions."""
