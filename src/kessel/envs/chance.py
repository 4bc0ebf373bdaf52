"""Chance as small nodes, for planners: one for each die, with its outcomes and their chances.

Dice that lie come first, in the order of the arena, then those in the air. Every chance is that of
the model, given what has been drawn before; a whole throw would have far too many outcomes.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from kessel.envs.actions import FACES, KINDS, USUAL
from kessel.envs.tree import ALL_KINDS, CHANCE, TreeNode
from kessel.errors import BadValue, IllegalMove
from kessel.rules.awaits import AwaitColumn
from kessel.rules.engine import awaited
from kessel.rules.faces import Piece, dice_of
from kessel.rules.moves import Landing, StartDie
from kessel.rules.positions import read_state
from kessel.rules.state import GameState, Phase
from kessel.solver.chance import ChanceModel, column_weights, leaving
from kessel.solver.dice import model_kind
from kessel.solver.models import ModelLike, read_model
from kessel.throws.dice import dice_thrown

LEAVES, STANDS = FACES, FACES + 1
"""Outcomes of a die beside its faces, which come in the order of the edition: it leaves the arena,
or was not struck. In a race an outcome is a player."""
MOST_OUTCOMES = STANDS + 1

_AGAIN = Phase.START_AGAIN
_Throw: TypeAlias = tuple[ChanceModel, str, int, int]

Outcomes: TypeAlias = Mapping[int, float]
"""Every outcome that can be, with its probability."""


def offered(model: ChanceModel) -> tuple[int, ...]:
    """The strengths of throw that make a difference."""
    return ALL_KINDS if set(KINDS) <= set(model.kinds) else (USUAL,)


class Place(NamedTuple):
    """Which die is drawn next: its piece (then the dice in the air), which of a tower that falls,
    and of what was drawn so far: pieces struck that stay, pieces that leave, thrown dice that
    stay."""

    piece: int = 0
    die: int = 0
    struck: int = 0
    gone: int = 0
    stay: int = 0

    def after(self, outcome: int, arena: tuple[int, ...]) -> "Place":
        """The next one, once this die has done that."""
        piece, die, struck, gone, stay = self
        if piece >= len(arena):
            return Place(piece + 1, 0, struck, gone, stay + (outcome != LEAVES))
        if die == 0 and outcome != STANDS:
            gone += outcome == LEAVES
            struck += outcome != LEAVES
        die += 1
        if outcome == STANDS or die == arena[piece]:
            piece, die = piece + 1, 0
        return Place(piece, die, struck, gone, stay)


class Roll(NamedTuple):
    """A throw that is drawn die by die; `fates` are the outcomes so far."""

    model: ChanceModel
    kind: str
    thrown: int
    arena: tuple[int, ...]
    """Dice of each piece that lies there, in its order."""
    fates: tuple[int, ...] = ()
    place: Place = Place()

    @classmethod
    def of(cls, node: TreeNode, model: ChanceModel) -> "Roll":
        """The throw that a node waits for."""
        sizes = tuple([len(dice_of(piece)) for piece in node.state.arena])
        casts = dict(node.draft.tosses)
        return cls(model, model_kind(model, casts), dice_thrown(node.state, casts), sizes)

    @property
    def done(self) -> bool:
        """Whether every die has been drawn."""
        return self.place.piece >= len(self.arena) + self.thrown

    def outcomes(self) -> Outcomes:
        """What the next die can do."""
        piece, die, *counts = self.place
        key = (self.model, self.kind, self.thrown, len(self.arena))
        if die:  # a extra die of a tower that falls
            return _falls(_leaving(*key))
        return _chances(key, piece, *counts)

    def draw(self, outcome: int) -> "Roll":
        """The next die does this."""
        model, kind, thrown, arena, fates, place = self
        return Roll(model, kind, thrown, arena, (*fates, outcome), place.after(outcome, arena))

    def landing(self, state: GameState) -> Landing:
        """How everything lies once all dice are drawn."""
        standing: list[Piece] = []
        rest = list(self.fates)
        for piece, dice in zip(state.arena, self.arena, strict=True):
            if rest[0] == STANDS:
                standing.append(piece)
                rest[:1] = []
            else:
                rest = rest[dice:] + rest[:dice]
        fallen = [state.edition.faces[fate] for fate in rest if fate != LEAVES]
        return Landing((*standing, *fallen), rest.count(LEAVES))


def outcomes(node: TreeNode) -> Outcomes:
    """What can happen at a chance node where no dice are in the air."""
    state = node.state
    match state.phase:
        case Phase.START | Phase.START_AGAIN:
            return start_outcomes(state)
        case Phase.STACK:
            faces = [state.edition.faces.index(face) for face in node.stackable()]
            return {face: faces.count(face) / len(faces) for face in sorted(set(faces))}
        case _:
            waiting = awaited(state)
            assert isinstance(waiting, AwaitColumn)
            weights = column_weights([state.supply(player) for player in waiting.players])
            return {
                player: weight / sum(weights)
                for player, weight in sorted(zip(waiting.players, weights, strict=True))
            }


def start_outcomes(state: GameState) -> Outcomes:
    """What a thrown starting die shows in the end: it is thrown again until it counts."""
    counts = range(FACES)
    if state.options.start_die_x == "rethrow":
        counts = range(1, FACES)
    return {face: 1.0 / len(counts) for face in counts}


def settle(node: TreeNode, outcome: int) -> TreeNode:
    """What an outcome of chance leads to, where no dice are in the air."""
    match node.state.phase:
        case Phase.START | Phase.START_AGAIN:
            return node.moved(StartDie(node.state.edition.faces[outcome]))
        case Phase.STACK:
            return node.stack(node.state.edition.faces[outcome])
        case _:
            return node.win_column(outcome)


class Tree(NamedTuple):
    """A game whose chance is in the planner's hands: decisions and outcomes alike are children.

    Immutable, so that a planner keeps as many of them as it likes and goes on from any.
    """

    node: TreeNode
    model: ChanceModel
    actor: int
    """The player that has to act, -1 for chance, -4 when the game is over."""
    roll: Roll | None = None

    @classmethod
    def of(cls, node: TreeNode | GameState | str, model: ModelLike) -> "Tree":
        """A game that stands at a node, or at a position with the strengths the model knows."""
        if isinstance(node, TreeNode):
            return cls._at(node, read_model(model, node.state.edition))
        state = read_state(node)
        read = read_model(model, state.edition)
        return cls._at(TreeNode(state, offered(read)), read)

    @classmethod
    def _at(cls, node: TreeNode, model: ChanceModel) -> "Tree":
        actor = node.actor
        falls = actor == CHANCE and node.draft.tosses and node.state.phase is not _AGAIN
        return cls(node, model, actor, Roll.of(node, model) if falls else None)

    def legal(self) -> list[int]:
        """The actions of the player that has to act."""
        return self.node.legal()

    def outcomes(self) -> Outcomes:
        """What chance can do here, with its probabilities; raises where a player has to act."""
        if self.actor != CHANCE:
            raise BadValue("a player has to act here, or the game is over: chance has no say")
        return outcomes(self.node) if self.roll is None else self.roll.outcomes()

    def child(self, chosen: int) -> "Tree":
        """What an action or an outcome leads to."""
        node, model, actor, roll = self
        if actor != CHANCE:
            return Tree._at(node.act(chosen), model)
        may = self.outcomes()
        if chosen not in may:
            raise IllegalMove(
                f"chance cannot do {chosen} here; it can do {' '.join(map(str, may))}"
            )
        if roll is None:
            return Tree._at(settle(node, chosen), model)
        roll = roll.draw(chosen)
        if not roll.done:
            return Tree(node, model, actor, roll)
        return Tree._at(node.land(roll.landing(node.state)), model)

    def __deepcopy__(self, memo: object) -> "Tree":
        return self  # nothing in it ever changes

    def __str__(self) -> str:
        drawn = "" if self.roll is None else f" drawn={','.join(map(str, self.roll.fates))}"
        return f"{self.node}{drawn}"


@lru_cache(maxsize=4096)
def _leaving(model: ChanceModel, kind: str, thrown: int, lying: int) -> float:
    return leaving(model.movements(kind, thrown, lying))


@lru_cache(maxsize=65536)
def _chances(throw: _Throw, done: int, struck: int, gone: int, stay: int) -> Outcomes:
    """The next piece or thrown die, when `done` have been drawn: all orders are equally likely, so
    each movement is as likely as its share of the orders that begin like this."""
    model, kind, thrown, lying = throw
    lies = done < lying
    weights = {"stands": 0.0, "falls": 0.0, "leaves": 0.0}
    for move in model.movements(kind, thrown, lying):
        left = (move.struck - struck, move.knocked_out - gone, move.staying - stay)
        ahead = (max(lying - done, 0), thrown - max(done - lying, 0))
        weight = (
            move.probability
            * _orders(left, ahead)
            / _orders((move.struck, move.knocked_out, move.staying), (lying, thrown))
        )
        if weight <= 0.0:
            continue
        falls, leaves = left[:2] if lies else (left[2], ahead[1] - left[2])
        weights["falls"] += weight * falls
        weights["leaves"] += weight * leaves
        weights["stands"] += weight * (ahead[0] - falls - leaves if lies else 0)
    total = sum(weights.values())
    found = dict.fromkeys(range(FACES), weights["falls"] / total / FACES)
    found |= {LEAVES: weights["leaves"] / total, STANDS: weights["stands"] / total}
    return _possible(found)


def _orders(left: tuple[int, int, int], ahead: tuple[int, int]) -> int:
    """In how many orders pieces that are struck or leave, and thrown dice that stay, can come."""
    struck, gone, stay = left
    pieces, dice = ahead
    if min(left) < 0 or struck + gone > pieces:
        return 0
    return comb(pieces, struck + gone) * comb(struck + gone, gone) * comb(dice, stay)


def _falls(leaves: float) -> Outcomes:
    return _possible(dict.fromkeys(range(FACES), (1.0 - leaves) / FACES) | {LEAVES: leaves})


def _possible(chances: Outcomes) -> Outcomes:
    return {outcome: chance for outcome, chance in chances.items() if chance > 0.0}
