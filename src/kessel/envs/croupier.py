"""One game in play: its node, its dice and its chance. Environments act on it, and bots may.

Chance nodes are resolved at once, so that between two actions always a player has to act.
"""

from collections.abc import Iterable, Sequence
from numbers import Integral
from random import Random
from typing import Any, NamedTuple

from kessel.bots.bot import Bot, Sight
from kessel.bots.hand import aim_at_dice
from kessel.bots.question import check_answer, with_kind
from kessel.envs.actions import KINDS, USUAL
from kessel.envs.chance import offered, outcomes, settle
from kessel.envs.tree import ALL_KINDS, CHANCE, OVER, TreeNode
from kessel.errors import BadValue
from kessel.game.arguments import DiceLike, make_dice
from kessel.rules.allowed import check_standing
from kessel.rules.edition import MIN_PLAYERS, Edition
from kessel.rules.effects import check_elements
from kessel.rules.moves import ONE, Throw
from kessel.rules.positions import read_state
from kessel.rules.setup import OptionsLike, edition_and_options, new_game
from kessel.rules.state import GameState, Phase, as_seen
from kessel.solver.dice import ModelDice
from kessel.throws.dice import Cast, Casts, Dice, Landed, Simulator, as_landed, start_die
from kessel.throws.ideal import IdealFaces
from kessel.throws.placing import arranged

USUAL_EDITION = "strike-2020"
STARTS = (Phase.START, Phase.START_AGAIN)


class Saved(NamedTuple):
    """A game as it stood, dice to come included; `restore` goes on from it any number of times."""

    node: TreeNode
    actions: int
    chance: tuple[object, ...]


def starting_state(
    edition: Edition | str = USUAL_EDITION,
    players: int | None = None,
    options: OptionsLike = None,
    elements: Sequence[str] | None = None,
    hands: Sequence[int] | None = None,
    position: GameState | str | None = None,
) -> GameState:
    """Where games begin: a new game, one with other hands, or any position.

    Without `players` there are as many as `hands` or the position say, else two. What is said
    beside a position has to agree with it.
    """
    held = None if hands is None else _read_hands(hands)
    if position is not None:
        state = read_state(position)
        if state is position:  # a line was checked as it was read
            check_standing(state)
        if players not in (None, state.players):
            raise BadValue(f"the position is one of {state.players} players, not of {players}")
        _check_agrees(state, edition, options, elements, held)
    else:
        dealt = MIN_PLAYERS if held is None else len(held)
        seats: Any = dealt if players is None else players
        seats = int(seats) if isinstance(seats, Integral) else seats
        state = new_game(edition, seats, options, elements=elements)
        if held is not None:
            state = _dealt(state, held)
    if state.total_dice() > state.edition.dice:
        raise BadValue(
            f"{state.total_dice()} dice; a box of {state.edition.id} has {state.edition.dice}"
        )
    return state


def _read_hands(hands: Any) -> tuple[int, ...]:
    """A number of dice for each player."""
    listed = isinstance(hands, Iterable) and not isinstance(hands, str | bytes)
    held = tuple(hands) if listed else ()
    if not listed or not all(isinstance(hand, Integral) for hand in held):
        raise BadValue(
            f"hands are a list with a whole number of dice for each player, not {hands!r}"
        )
    return tuple(map(int, held))


def _check_agrees(
    state: GameState,
    edition: Edition | str,
    options: OptionsLike,
    elements: object,
    hands: tuple[int, ...] | None,
) -> None:
    """Raise where something else is said than the position says."""
    named = state.edition if edition == USUAL_EDITION else edition
    box, chosen = edition_and_options(named, options)
    has_options = bool(options) or named not in (box, box.id)  # a language preset has some
    differs = {
        "edition": box != state.edition,
        "options": has_options and chosen != state.options,
        "elements": elements is not None and check_elements(box, elements) != state.elements,
        "hands": hands not in (None, state.hands),
    }
    if wrong := [name for name, does in differs.items() if does]:
        raise BadValue(f"{' and '.join(wrong)} beside a position contradict it: {state}")


def _dealt(state: GameState, hands: tuple[int, ...]) -> GameState:
    if len(hands) != state.players or min(hands) < 1:
        raise BadValue(f"hands {hands}: {state.players} players hold one die or more each")
    return state._replace(hands=hands, aside=max(state.edition.dice - sum(hands) - 1, 0))


def checked_mode(mode: str | None) -> str | None:
    """A way to render, if there is such a one."""
    if mode not in (None, "ansi"):
        raise BadValue(f"render_mode {mode!r}: there is ansi, or None")
    return mode


def check_saved(saved: object, form: type = Saved) -> None:
    """Raise unless it is a game as `save` returns it."""
    if not isinstance(saved, form):
        raise BadValue(f"a game is restored from what `save` returned, not from {saved!r}")


def checked_number(given: object, name: str) -> int:
    """So many games or actions: a whole number, and at least one."""
    if not isinstance(given, Integral) or int(given) < 1:
        raise BadValue(f"{name}={given!r}: a whole number is needed, and at least one is played")
    return int(given)


class Croupier:
    """Plays a game out, one decision at a time."""

    def __init__(self, start: GameState, dice: DiceLike, longest: int | None = None) -> None:
        """`longest` cuts a game short after so many actions."""
        self.dice = make_dice(dice, start.edition)
        self.simulator = self.dice if isinstance(self.dice, Simulator) else None
        self._longest = None if longest is None else checked_number(longest, "longest")
        placed = arranged(start.edition, start.arena) if self.simulator else None
        self.start = TreeNode(start, strengths(self.dice), layout=placed)
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
        if isinstance(answer.move, Throw):
            cast = Cast(answer.move.unit, answer.aim, answer.kind)
            self._go(self.node.toss(player, cast))
        else:
            self._go(self.node.moved(answer.move))

    def save(self) -> Saved:
        """Everything that is needed to go on from here."""
        return Saved(self.node, self.actions, self.chance.getstate())

    def restore(self, saved: Saved) -> None:
        """Go on from there: the same actions meet the same dice."""
        check_saved(saved)
        self.node, self.actions = saved.node, saved.actions
        self.chance.setstate(saved.chance)
        self._settle()

    def _go(self, node: TreeNode) -> None:
        self.node = node
        self.actions += 1
        self._settle()

    def _settle(self) -> None:
        while (actor := self.node.actor) == CHANCE:
            self.node = fall(self.node, self.dice, self.chance)
        self.actor = actor
        """The player that has to act; nobody's number when the game is over."""
        self.legal = self.node.legal()
        """Its legal actions."""


def strengths(dice: Dice) -> tuple[int, ...]:
    """The strengths of throw that make a difference."""
    if isinstance(dice, IdealFaces):
        return (USUAL,)
    return offered(dice.model) if isinstance(dice, ModelDice) else ALL_KINDS


def fall(node: TreeNode, dice: Dice, chance: Random) -> TreeNode:
    """What a chance node leads to; races, random towers and the first faces are drawn."""
    tosses = node.draft.tosses
    starts = node.state.phase in STARTS
    if starts and isinstance(dice, Simulator):
        casts = dict(tosses) or {node.state.active: Cast(ONE, kind=KINDS[USUAL])}
        landing, at_rest = _land(node, dice, casts, chance)
        return node.moved(start_die(landing), at_rest)
    if starts or not tosses:
        found = outcomes(node)
        return settle(node, chance.choices(list(found), list(found.values()))[0])
    return node.land(*_land(node, dice, dict(tosses), chance))


def _land(node: TreeNode, dice: Dice, casts: Casts, chance: Random) -> Landed:
    """A throw without an aim of its own goes at one of the dice that lie there, as the bots' do."""
    lying = node.layout
    if lying is not None:
        casts = {
            player: cast if cast.aim else cast._replace(aim=aim_at_dice(cast.kind, lying, chance))
            for player, cast in casts.items()
        }
    return as_landed(dice.land(node.state, casts, chance, lying))
