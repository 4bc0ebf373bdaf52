"""A game as a tree: a player acts, or chance does, until it is over. Nodes never change.

What several actions make up together is drafted until it is a move of the rules. How dice fall is
not known here: a chance node is told.
"""

from typing import NamedTuple

from kessel.envs import actions as a
from kessel.errors import BadValue, IllegalMove
from kessel.rules.allowed import active_units, extra_units
from kessel.rules.engine import apply, legal_moves
from kessel.rules.faces import Face, Tower, all_faces
from kessel.rules.moves import (
    ONE,
    OUT,
    Collect,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    Player,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    Unit,
    WinColumn,
)
from kessel.rules.positions import read_state
from kessel.rules.spells import accio_faces
from kessel.rules.state import GameState, Phase
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import Cast
from kessel.throws.following import lies_after
from kessel.throws.placing import placed

CHANCE, OVER = -1, -4
"""Who acts where no player does; the numbers are OpenSpiel's."""
ALL_KINDS = tuple(range(len(a.KINDS)))
_ACTIVE_THROWS = (Phase.CHOICE, Phase.THROW, Phase.START_AGAIN)


class Draft(NamedTuple):
    """The parts of a move that have been decided so far."""

    tosses: tuple[tuple[Player, Cast], ...] = ()
    """What players have decided to throw, and how."""
    tower: Tower = ()
    winner: Player | None = None
    """Who won the column of fire."""
    kept: tuple[bool, ...] = ()
    """Of the piles of all players, those that were asked about."""


EMPTY = Draft()


class _Fields(NamedTuple):
    state: GameState
    kinds: tuple[int, ...] = ALL_KINDS
    """The strengths of throw on offer."""
    draft: Draft = EMPTY
    layout: DiceAtRest | None = None
    """Where the dice lie; None where only faces are known."""


class TreeNode(_Fields):
    """One node of the tree; its state may be given as a line, too."""

    __slots__ = ()

    def __new__(
        cls,
        state: GameState | str,
        kinds: tuple[int, ...] = ALL_KINDS,
        draft: Draft = EMPTY,
        layout: DiceAtRest | None = None,
    ) -> "TreeNode":
        if not isinstance(state, GameState):
            state = read_state(state)
        return tuple.__new__(cls, (state, kinds, draft, layout))

    @property
    def actor(self) -> Player:
        """The player that has to act, `CHANCE` or `OVER`."""
        state, draft = self.state, self.draft
        phase = state.phase
        if phase in _ACTIVE_THROWS:
            return CHANCE if draft.tosses else state.active
        match phase:
            case Phase.OVER:
                return OVER
            case Phase.START:
                return CHANCE if state.options.start_die == "thrown" else state.active
            case Phase.EXTRA:
                throwers = self.throwers()
                done = len(draft.tosses)
                return CHANCE if done == len(throwers) else throwers[done]
            case Phase.COLUMN:
                return CHANCE if draft.winner is None else self.piles()[len(draft.kept)][0]
            case Phase.COLLECT:
                return state.pending.collector
            case Phase.STACK if state.options.tower_builder == "random":
                return CHANCE
            case _:
                return state.active

    def throwers(self) -> tuple[Player, ...]:
        """Who throws in the extra throw that is awaited, in turn."""
        return tuple(extra_units(self.state))

    def piles(self) -> list[tuple[Player, int]]:
        """All piles as (owner, number), from the active player clockwise."""
        state = self.state
        players = ((state.active + step) % state.players for step in range(state.players))
        return [(player, index) for player in players for index in range(len(state.piles[player]))]

    def stackable(self) -> list[Face]:
        """The dice that are not on the new tower yet."""
        left = all_faces(self.state.arena)
        for face in self.draft.tower:
            left.remove(face)
        return left

    # --- decisions --------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The actions of the player that has to act, in order; none where chance acts."""
        state, player = self.state, self.actor
        if player < 0:
            return []
        faces = state.edition.faces
        match state.phase:
            case Phase.THROW | Phase.CHOICE | Phase.EXTRA:
                stop = [a.STOP] if state.phase is Phase.CHOICE else []
                found = stop + self._throws(player, self.units(player))
            case Phase.START | Phase.START_AGAIN:
                found = list(range(a.START, a.COLLECT))
                if state.phase is Phase.START_AGAIN:
                    found += self._throws(player, (ONE,))
            case Phase.COLLECT:
                moves = legal_moves(state)
                found = [a.sets_action(m.faces, state.edition) for m in moves]  # type: ignore[union-attr]
            case Phase.ACCIO:
                found = [a.ACCIO + faces.index(f) for f in accio_faces(state, state.pending)]
                found += [a.NO_ACCIO] if state.options.accio_optional else []
            case Phase.STACK:
                found = [a.STACK + faces.index(face) for face in self.stackable()]
            case _:
                found = [a.DISSOLVE, a.KEEP]
        return sorted(set(found)) if len(found) > 1 else found

    def units(self, player: Player) -> tuple[Unit, ...]:
        """What the player may throw, where it has to throw or may."""
        state = self.state
        return extra_units(state)[player] if state.phase is Phase.EXTRA else active_units(state)

    def _throws(self, player: Player, units: tuple[Unit, ...]) -> list[int]:
        return [a.throw_action(self.state, player, u, k) for u in units for k in self.kinds]

    def act(self, action: int) -> "TreeNode":
        """What an action of the player that has to act leads to; raises where it is illegal."""
        legal, action = self.legal(), a.as_action(action)
        if action not in legal:
            raise _illegal(self, action, legal)
        return self.act_legally(action)

    def act_legally(self, action: int) -> "TreeNode":
        """The same for an action that is known to be legal."""
        state = self.state
        if a.is_throw(action):
            player = self.actor
            unit, kind = a.thrown_unit(state, player, action)
            return self.toss(player, Cast(unit, kind=a.KINDS[kind]))
        if action == a.STOP:
            return self.moved(EndTurn())
        if action < a.COLLECT:
            return self.moved(StartDie(state.edition.symbols[action - a.START]))
        if action < a.ACCIO:
            return self.moved(Collect(a.sets_of(action, state.edition)))
        if action <= a.NO_ACCIO:
            face = None if action == a.NO_ACCIO else state.edition.faces[action - a.ACCIO]
            return self.moved(TakeAccio(face))
        if action < a.DISSOLVE:
            return self.stack(state.edition.faces[action - a.STACK])
        return self._kept(action == a.KEEP)

    def toss(self, player: Player, cast: Cast) -> "TreeNode":
        """A player has decided what to throw; the dice fall when all have."""
        tosses = (*self.draft.tosses, (player, cast))
        return TreeNode(self.state, self.kinds, Draft(tosses), self.layout)

    def stack(self, face: Face) -> "TreeNode":
        """One more die on the new tower; the last one goes by itself."""
        tower = (*self.draft.tower, face)
        drafted = self._replace(draft=self.draft._replace(tower=tower))
        left = drafted.stackable()
        return self.moved(StackTower((*tower, *left))) if len(left) < 2 else drafted

    def _kept(self, keep: bool) -> "TreeNode":
        kept = (*self.draft.kept, keep)
        return self._replace(draft=self.draft._replace(kept=kept)).column_decided()

    # --- chance -----------------------------------------------------------------------------

    def land(self, landing: Landing, layout: DiceAtRest | None = None) -> "TreeNode":
        """The dice that were thrown lie."""
        units = {player: cast.unit for player, cast in self.draft.tosses}
        if self.state.phase is Phase.EXTRA:
            return self.moved(ExtraThrow(units, landing), layout)
        return self.moved(Throw(units[self.state.active], landing), layout)

    def win_column(self, winner: Player) -> "TreeNode":
        """A player has won the race; owners may be asked about their piles."""
        return self._replace(draft=self.draft._replace(winner=winner)).column_decided()

    def column_decided(self) -> "TreeNode":
        """The column as a move, once all owners have been asked."""
        asks = self.state.options.piles_after_column == "owner_choice"
        waits = asks and len(self.draft.kept) < len(self.piles())
        return self if waits else self.column_dissolved()

    def column_dissolved(self) -> "TreeNode":
        """The column as a move, with no further pile kept."""
        draft = self.draft
        assert draft.winner is not None
        kept = tuple(pile for pile, keep in zip(self.piles(), draft.kept, strict=False) if keep)
        return self.moved(WinColumn(draft.winner, kept))

    def moved(self, move: Move, layout: DiceAtRest | None = None) -> "TreeNode":
        """A whole move of the rules; `layout` says where the dice lie after a throw."""
        step = apply(self.state, move)
        if self.layout is None:
            return TreeNode(step.state, self.kinds)
        if isinstance(move, StartDie) and layout is None and move.face != OUT:
            layout = placed(self.state.edition, (), 0, move.face)
        lies = lies_after(self.state, move, step, self.layout, layout)
        return TreeNode(step.state, self.kinds, EMPTY, lies)

    # --- the end ----------------------------------------------------------------------------

    def returns(self) -> tuple[float, ...]:
        """What each player gets: 1 for winning alone, the others' loss in equal shares; else 0."""
        state, players = self.state, self.state.players
        if not state.winners:
            return (0.0,) * players
        share = players / len(state.winners)
        return tuple(
            ((share if player in state.winners else 0.0) - 1.0) / (players - 1)
            for player in range(players)
        )

    def __str__(self) -> str:
        """The state and what is drafted; arenas whose order means nothing read the same."""
        arena = tuple(sorted(self.state.arena, key=str))
        parts = [str(self.state._replace(arena=arena))]
        parts += [f"toss={player}:{cast.unit}:{cast.kind}" for player, cast in self.draft.tosses]
        if self.draft.tower:
            parts.append(f"tower={','.join(self.draft.tower)}")
        if self.draft.winner is not None:
            parts.append(f"winner={self.draft.winner} kept={self.draft.kept}")
        return " ".join(parts)


def _illegal(node: TreeNode, action: int, legal: list[int]) -> Exception:
    if not legal:
        what = "is over" if node.actor == OVER else "waits for chance"
        return BadValue(f"the game {what}: no action can be taken")
    words = ", ".join(f"{one} ({a.describe(one, node.state.edition)})" for one in legal)
    return IllegalMove(f"action {action} is not legal here; legal are {words}")
