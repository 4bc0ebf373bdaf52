"""What a state awaits, and every move that is legal in it."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import combinations, product
from types import MappingProxyType

from kessel.errors import BadValue, Phrase
from kessel.rules import check, elements, spells
from kessel.rules.awaits import (
    Await,
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
    Over,
)
from kessel.rules.edition import Effect
from kessel.rules.faces import Tower, all_faces, visible
from kessel.rules.moves import (
    ALL,
    Collect,
    EndTurn,
    ExtraThrow,
    Move,
    Player,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    Unit,
    WinColumn,
)
from kessel.rules.notation import letter
from kessel.rules.options import Options
from kessel.rules.state import THROWING, GameState, Phase
from kessel.rules.turn import Turn, must_throw_all, units_of

WAITS_FOR: Mapping[Phase, Phrase] = MappingProxyType(
    {
        Phase.START: Phrase("the starting die"),
        Phase.START_AGAIN: Phrase("the starting die, thrown again or turned to another face"),
        Phase.THROW: Phrase("the throw that every turn begins with"),
        Phase.CHOICE: Phrase("a further throw or the end of the turn"),
        Phase.EXTRA: Phrase("a throw of several players at once"),
        Phase.COLUMN: Phrase("the winner of the column of fire"),
        Phase.COLLECT: Phrase("a choice of matches to take"),
        Phase.ACCIO: Phrase("the extra die of an Accio"),
        Phase.STACK: Phrase("the tower of a Wingardium Leviosa"),
        Phase.OVER: Phrase("nothing more: it is over"),
    }
)


def await_in(state: GameState) -> Await:
    """What must come next, with all that is allowed."""
    return _AWAITS[state.phase](state)


def moves_in(state: GameState) -> Iterator[Move]:
    """Every legal move; a throw is only the decision to throw, its landing is chance."""
    return _LEGAL[state.phase](state)


def check_standing(state: GameState) -> None:
    """Raise where nobody can move, or what lies or is waited for cannot have come about."""
    if state.phase is Phase.OVER:
        return
    if len(state.eliminated) > state.players - 2:
        raise BadValue("a position has at least two players still in the game")
    for player in state.eliminated:
        if state.supply(player):
            raise BadValue("player {player} is out, so without dice", player=letter(player))
    starts = state.phase in (Phase.START, Phase.START_AGAIN)
    throws = starts or state.phase in THROWING
    if state.active in state.eliminated or (throws and not state.supply(state.active)):
        raise BadValue("the player whose turn it is must have a die")
    if starts and state.arena:
        raise BadValue("the starting die is thrown into an empty arena")
    if not _can_wait(state) or next(moves_in(state), None) is None:
        raise BadValue(
            "nobody can move: the game waits for {awaited}", awaited=WAITS_FOR[state.phase]
        )
    seen = visible(state.arena)
    taken = state.options.collecting == "mandatory" and not state.effects
    if state.phase is Phase.CHOICE and taken and len(set(seen)) < len(seen):
        raise BadValue("equal dice lie in the arena: they would have been taken before a choice")


def _can_wait(state: GameState) -> bool:
    """Whether the effects and options of a game lead to its phase, and there is what it needs."""
    effects = frozenset(state.effects.values())
    match state.phase:
        case Phase.EXTRA:
            return bool(effects & {Effect.STORM, Effect.SALVO} and extra_units(state))
        case Phase.COLUMN:
            return Effect.COLUMN in effects
        case Phase.COLLECT:
            by_choice = state.options.collecting == "optional"
            return by_choice and bool(check.collectable(state, state.pending))
        case Phase.ACCIO:
            return Effect.SUMMON in effects and bool(spells.accio_faces(state, state.pending))
        case Phase.STACK:
            return Effect.TOWER in effects and len(all_faces(state.arena)) >= spells.MIN_TOWER
        case _:
            return True


def active_units(state: GameState) -> tuple[Unit, ...]:
    """What the active player may throw."""
    if not state.arena:
        whole_hand = state.phase is Phase.THROW or state.options.allin_trigger == "also_mid_turn"
        if whole_hand and must_throw_all(state):
            return (ALL,)
    return units_of(state, state.active)


def extra_units(state: GameState) -> dict[Player, tuple[Unit, ...]]:
    """What each of those who must throw in an extra throw may throw."""
    turn = Turn(state)
    storm = Effect.STORM in state.effects.values()
    throwers = elements.storm_throwers(turn) if storm else spells.salvo_throwers(turn)
    return {player: elements.storm_units(state, player) for player in throwers}


def _moves_of_throw(state: GameState) -> Iterator[Move]:
    return (Throw(unit) for unit in active_units(state))


def _moves_of_choice(state: GameState) -> Iterator[Move]:
    yield EndTurn()
    yield from _moves_of_throw(state)


def _moves_of_start(state: GameState) -> Iterator[Move]:
    return (StartDie(face) for face in state.edition.symbols)


def _moves_of_extra(state: GameState) -> Iterator[Move]:
    allowed = extra_units(state)
    for units in product(*allowed.values()):
        yield ExtraThrow(dict(zip(allowed, units, strict=True)))


def _moves_of_column(state: GameState) -> Iterator[Move]:
    for winner in elements.column_builders(state):
        for keep in _kept_piles(state):
            yield WinColumn(winner, keep)


def _kept_piles(state: GameState) -> Iterator[tuple[tuple[Player, int], ...]]:
    if state.options.piles_after_column == "dissolve":
        yield ()
        return
    there = [(player, i) for player, piles in enumerate(state.piles) for i in range(len(piles))]
    for size in range(len(there) + 1):
        yield from combinations(there, size)


def _moves_of_collect(state: GameState) -> Iterator[Move]:
    faces = tuple(check.collectable(state, state.pending))
    for size in range(len(faces), -1, -1):
        yield from map(Collect, combinations(faces, size))


def _moves_of_accio(state: GameState) -> Iterator[Move]:
    yield from spells.accio_choices(state, state.pending)
    if state.options.accio_optional:
        yield TakeAccio(None)


def _moves_of_stack(state: GameState) -> Iterator[Move]:
    return map(StackTower, _orders(tuple(sorted(all_faces(state.arena)))))


def _orders(faces: Tower) -> Iterator[Tower]:
    """Every different order of these faces, which come sorted: one after the other as in a
    dictionary."""
    order = list(faces)
    while True:
        yield tuple(order)
        rising = (n for n in range(len(order) - 2, -1, -1) if order[n] < order[n + 1])
        at = next(rising, None)
        if at is None:
            return
        above = next(n for n in range(len(order) - 1, at, -1) if order[n] > order[at])
        order[at], order[above] = order[above], order[at]
        order[at + 1 :] = reversed(order[at + 1 :])


_LEGAL: Mapping[Phase, Callable[[GameState], Iterator[Move]]] = MappingProxyType(
    {
        Phase.START: _moves_of_start,
        Phase.START_AGAIN: _moves_of_start,
        Phase.THROW: _moves_of_throw,
        Phase.CHOICE: _moves_of_choice,
        Phase.EXTRA: _moves_of_extra,
        Phase.COLUMN: _moves_of_column,
        Phase.COLLECT: _moves_of_collect,
        Phase.ACCIO: _moves_of_accio,
        Phase.STACK: _moves_of_stack,
        Phase.OVER: lambda _: iter(()),
    }
)


_await_throw, _await_choice = lru_cache(AwaitThrow), lru_cache(AwaitChoice)
"""They are asked for at nearly every step, and never change."""


def _await_start(state: GameState) -> Await:
    placed = state.options.start_die == "placed"
    may_choose = placed or state.phase is Phase.START_AGAIN
    return AwaitStartDie(state.active, "placed" if placed else "thrown", may_choose)


_AWAITS: Mapping[Phase, Callable[[GameState], Await]] = MappingProxyType(
    {
        Phase.START: _await_start,
        Phase.START_AGAIN: _await_start,
        Phase.THROW: lambda s: _await_throw(s.active, active_units(s)),
        Phase.CHOICE: lambda s: _await_choice(s.active, active_units(s)),
        Phase.EXTRA: lambda s: AwaitExtra(MappingProxyType(extra_units(s))),
        Phase.COLUMN: lambda s: AwaitColumn(elements.column_builders(s)),
        Phase.COLLECT: lambda s: AwaitCollect(
            s.pending.collector, tuple(check.collectable(s, s.pending))
        ),
        Phase.ACCIO: lambda s: AwaitAccio(
            s.active,
            spells.accio_faces(s, s.pending),
            s.options.accio_optional,
            tuple(
                (one.face, one.place)
                for one in spells.accio_choices(s, s.pending)
                if one.face and one.place
            ),
        ),
        Phase.STACK: lambda s: AwaitStack(s.active, tuple(all_faces(s.arena))),
        Phase.OVER: lambda s: Over(s.winners),
    }
)


class PremoveKind(Enum):
    """What a player does to lying dice before a throw."""

    GROUP = "group"
    """Push dice about on the mat, faces unchanged."""
    AWAY_FROM_WALL = "away_from_wall"
    """Move a die from the wall to the middle, face unchanged."""
    TURN = "turn"
    """Rotate a die where it lies."""
    FLIP = "flip"
    """Change the face on top."""
    STACK = "stack"
    ON_EDGE = "on_edge"


def may_premove(options: Options, kind: PremoveKind | str, everybody_agrees: bool) -> bool:
    """Whether dice may be moved so before a throw (B-36); whether a die really kept its face and
    place is for whoever moves dice to check."""
    try:
        wanted = PremoveKind(kind)
    except ValueError:
        known = " ".join(one.value for one in PremoveKind)
        raise BadValue(
            "there is no way {kind} of moving dice; there are {known}", kind=repr(kind), known=known
        ) from None
    if options.premove == "free":
        return wanted in (PremoveKind.GROUP, PremoveKind.AWAY_FROM_WALL)
    if options.premove == "walls_by_consent":
        return wanted is PremoveKind.AWAY_FROM_WALL and everybody_agrees
    return False
