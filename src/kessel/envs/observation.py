"""What a player observes: one vector of small whole numbers, players counted from the observer.

Hidden supplies are -1. Everything else is public, and the parts are listed in `PARTS`.
"""

from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from kessel.envs.actions import COUNT, FACES, KINDS, PILE_SIZES, SYMBOLS, pile_sizes
from kessel.envs.tree import TreeNode
from kessel.rules.edition import MAX_PLAYERS, MOST_DICE
from kessel.rules.faces import Face, Tower
from kessel.rules.moves import Player
from kessel.rules.state import Emptied, GameState, Phase, seen_supplies

HIDDEN = -1
PHASES = tuple(phase for phase in Phase if phase is not Phase.OVER)
CAUSES = tuple(Emptied)

Vector = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the vector."""

    name: str
    size: int
    means: str


PARTS: tuple[Part, ...] = (
    Part("phase", len(PHASES), "one-hot: " + ", ".join(phase.value for phase in PHASES)),
    Part("actor", MAX_PLAYERS, "one-hot: who has to act"),
    Part("active", MAX_PLAYERS, "one-hot: whose turn it is"),
    Part("in_game", MAX_PLAYERS, "1 for each player that has not been eliminated"),
    Part("loose", MAX_PLAYERS, "loose dice of each player; -1 where supplies are hidden"),
    Part("piles", MAX_PLAYERS * PILE_SIZES * 2, "of each player: sizes of piles, and how many"),
    Part("arena", FACES, "visible dice of each face"),
    Part("covered", FACES, "dice of each face covered in towers"),
    Part("tower", MOST_DICE, "the highest tower from the top: 1 + number of the face, 0 for none"),
    Part("elements", SYMBOLS, "1 for each symbol whose effect is at work"),
    Part("direction", 1, "1 clockwise, 0 the other way"),
    Part("emptied", len(CAUSES), "one-hot: by what the arena was emptied"),
    Part("removed", 1, "dice lost for good"),
    Part("before", SYMBOLS, "1 for each symbol matched before an extra throw"),
    Part("spells", SYMBOLS, "1 for each spell still to be carried out"),
    Part("check", 4, "after an extra throw, muted, bound, raced"),
    Part("collector", MAX_PLAYERS, "one-hot: who takes the sets of a check that waits"),
    Part("thrown", MAX_PLAYERS, "dice each player has already decided to add to the throw"),
    Part("strength", MAX_PLAYERS, "and how hard: 1 gently, 2 firmly, 3 wildly"),
    Part("stacked", MOST_DICE, "the new tower so far, from the bottom: 1 + number of the face"),
    Part("race", MAX_PLAYERS, "one-hot: who won the column of fire"),
    Part("asked", 1, "dice of the pile that may be kept"),
)
"""The vector from its beginning to its end."""
SIZE = sum(part.size for part in PARTS)


_BEGINS = accumulate((part.size for part in PARTS), initial=0)
AT = MappingProxyType({part.name: at for part, at in zip(PARTS, _BEGINS, strict=False)})
"""Where each part begins."""

_PHASE, _ACTOR, _ACTIVE, _IN_GAME = AT["phase"], AT["actor"], AT["active"], AT["in_game"]
_LOOSE, _ARENA, _DIRECTION = AT["loose"], AT["arena"], AT["direction"]
_EMPTIED, _REMOVED = AT["emptied"], AT["removed"]


def observe(node: TreeNode, observer: Player) -> Vector:
    """The vector of one player."""
    values = bytearray(SIZE)  # quicker to fill than an array
    state = node.state
    _write_table(values, node, observer)
    _write_arena(values, state)
    if state.edition.effects:
        _write_effects(values, node, observer)
    return np.frombuffer(values, np.int8)


def mask(legal: list[int]) -> Vector:
    """1 for every action in `legal`."""
    found = bytearray(COUNT)
    for action in legal:
        found[action] = 1
    return np.frombuffer(found, np.int8)


def _write_table(values: bytearray, node: TreeNode, observer: Player) -> None:
    state, players = node.state, node.state.players
    if state.phase is not Phase.OVER:
        values[_PHASE + PHASES.index(state.phase)] = 1
    actor = node.actor
    if actor >= 0:
        values[_ACTOR + (actor - observer) % players] = 1
    values[_ACTIVE + (state.active - observer) % players] = 1
    held = state.hands
    if state.options.supply != "open":
        seen = seen_supplies(state, observer)
        held = tuple(HIDDEN & 0xFF if loose is None else loose for loose in seen)
    values[_LOOSE : _LOOSE + players] = held[observer:] + held[:observer]
    values[_IN_GAME : _IN_GAME + players] = b"\1" * players
    for player in state.eliminated:
        values[_IN_GAME + (player - observer) % players] = 0
    values[_DIRECTION] = state.direction > 0
    values[_EMPTIED + CAUSES.index(state.emptied)] = 1
    values[_REMOVED] = state.removed


def _write_arena(values: bytearray, state: GameState) -> None:
    faces = state.edition.faces
    towers: list[Tower] = []
    for piece in state.arena:
        if isinstance(piece, str):
            values[_ARENA + faces.index(piece)] += 1
        else:
            values[_ARENA + faces.index(piece[-1])] += 1
            towers.append(piece)
    if not towers:
        return
    for tower in towers:
        for face in tower[:-1]:
            values[AT["covered"] + faces.index(face)] += 1
    highest = max(towers, key=len)
    _write_faces(values, AT["tower"], tuple(reversed(highest)), faces)


def _write_faces(
    values: bytearray, at: int, shown: tuple[Face, ...], faces: tuple[Face, ...]
) -> None:
    for place, face in enumerate(shown):
        values[at + place] = 1 + faces.index(face)


def _write_effects(values: bytearray, node: TreeNode, observer: Player) -> None:
    state, pending, draft = node.state, node.state.pending, node.draft
    players, symbols = state.players, state.edition.symbols
    for name, there in (
        ("elements", state.effects),
        ("before", pending.before or ()),
        ("spells", pending.spells),
    ):
        for face in there:
            values[AT[name] + symbols.index(face)] = 1
    flags = (pending.before is not None, pending.muted, pending.bound, pending.raced)
    values[AT["check"] : AT["check"] + len(flags)] = map(int, flags)
    values[AT["collector"] + (pending.collector - observer) % players] = 1
    for step in range(players):
        piles = state.piles[(observer + step) % players]
        for rank, size in enumerate(pile_sizes(piles)):
            at = AT["piles"] + 2 * (step * PILE_SIZES + rank)
            values[at : at + 2] = size, piles.count(size)
    for player, cast in draft.tosses:
        step = (player - observer) % players
        values[AT["thrown"] + step] = state.unit_size(player, cast.unit)
        values[AT["strength"] + step] = 1 + KINDS.index(cast.kind)
    _write_faces(values, AT["stacked"], draft.tower, state.edition.faces)
    if draft.winner is not None:
        values[AT["race"] + (draft.winner - observer) % players] = 1
        player, index = node.piles()[len(draft.kept)]
        values[AT["asked"]] = state.piles[player][index]
