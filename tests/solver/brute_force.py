"""Small games solved by brute force on the rules: all positions that can follow one, swept over."""

from functools import cache, reduce

import numpy as np

from kessel.rules.awaits import AwaitExtra
from kessel.rules.engine import apply, awaited, legal_moves
from kessel.rules.moves import ALL, EndTurn, ExtraThrow, Landing, Move, Throw, WinColumn
from kessel.rules.state import GameState, Phase
from kessel.rules.turn import must_throw_all
from kessel.solver.actions import TIE
from kessel.solver.chance import column_weights

SETTLED = 1e-13
Key = tuple[object, ...]
Led = dict[Key, float]
"""Where a move leads, with which probability."""


class BruteForce:
    """What every player wins in positions of two or three, with ideal dice."""

    def __init__(self, starts: list[GameState], strike: float, loss: float) -> None:
        self._dice = (starts[0].edition.faces, strike, loss)
        self._states: dict[Key, GameState] = {}
        self._actions: dict[Key, list[Led]] = {}
        waiting = [self._known(start) for start in starts]
        while waiting:
            key = waiting.pop()
            if key not in self._actions:
                self._actions[key] = self._after(self._states[key])
                waiting += [there for action in self._actions[key] for there in action]
        at = {key: row for row, key in enumerate(self._actions)}
        self._links = [
            [(np.array([at[there] for there in led]), np.array([*led.values()])) for led in actions]
            for actions in self._actions.values()
        ]
        self._value = np.zeros((len(at), starts[0].players))
        while self._sweep() > SETTLED:
            pass
        self.starts = [self._value[at[_key(start)]] for start in starts]

    def _known(self, state: GameState) -> Key:
        key = _key(state)
        self._states.setdefault(key, state)
        return key

    def _after(self, state: GameState) -> list[Led]:
        if state.phase is Phase.OVER:
            return []
        if state.phase is Phase.COLUMN:
            winners = [player for player in range(state.players) if player not in state.eliminated]
            weights = column_weights([state.supply(player) for player in winners])
            shares = [weight / sum(weights) for weight in weights]
            moves: list[tuple[Move, float]] = list(
                zip(map(WinColumn, winners), shares, strict=True)
            )
            return [self._led(state, moves)]
        found = []
        for move in legal_moves(state):
            if isinstance(move, EndTurn):
                found.append(self._led(state, [(move, 1.0)]))
            elif isinstance(move, ExtraThrow):
                dice = sum(state.unit_size(player, unit) for player, unit in move.units.items())
                lies = self._landings(state, dice)
                found.append(self._led(state, [(ExtraThrow(move.units, to), p) for to, p in lies]))
            else:
                assert isinstance(move, Throw)
                dice = state.supply(state.active) if move.unit == ALL else 0
                lies = self._landings(state, dice or state.unit_size(state.active, move.unit))
                found.append(self._led(state, [(Throw(move.unit, to), p) for to, p in lies]))
        return found

    def _landings(self, state: GameState, thrown: int) -> list[tuple[Landing, float]]:
        return landings(tuple(sorted(map(str, state.arena))), thrown, *self._dice)

    def _led(self, state: GameState, moves: list[tuple[Move, float]]) -> Led:
        found: Led = {}
        for move, share in moves:
            there = self._known(apply(state, move).state)
            found[there] = found.get(there, 0.0) + share
        return found

    def _sweep(self) -> float:
        before = self._value.copy()
        for row, (key, actions) in enumerate(zip(self._actions, self._links, strict=True)):
            state = self._states[key]
            if not actions:
                won = np.array([float(player in state.winners) for player in range(state.players)])
                self._value[row] = won / max(1.0, won.sum())
                continue
            best, mine = None, _decides(state)
            for there, shares in actions:
                worth = shares @ self._value[there]
                if best is None or worth[mine] > best[mine] + TIE:
                    best = worth
            self._value[row] = best
        return float(np.abs(self._value - before).max())


def _decides(state: GameState) -> int:
    """Who chooses: in a storm of two the other."""
    if state.phase is not Phase.EXTRA:
        return state.active
    waiting = awaited(state)
    assert isinstance(waiting, AwaitExtra)
    return next(iter(waiting.units))


def _key(state: GameState) -> Key:
    piles = tuple(tuple(sorted(there)) for there in state.piles)
    arena = tuple(sorted(map(str, state.arena)))
    who = (state.active, state.eliminated, state.winners)
    return arena, state.hands, piles, who, state.phase, must_throw_all(state)


@cache
def landings(
    arena: tuple[str, ...], thrown: int, faces: tuple[str, ...], strike: float, loss: float
) -> list[tuple[Landing, float]]:
    """Every way the dice can come to lie, die by die."""
    falls: dict[str | None, float] = {None: loss}
    falls |= {face: (1.0 - loss) / len(faces) for face in faces}

    def fall(
        lies: dict[tuple[str, ...], float], die: tuple[str | None, float]
    ) -> dict[tuple[str, ...], float]:
        """With one more die, which shows a face unless it moves."""
        shown, moves = die
        found: dict[tuple[str, ...], float] = {}
        ways = [(what, moves * chance) for what, chance in falls.items()]
        for left, chance in lies.items():
            for what, share in (*ways, (shown, 1.0 - moves)):
                key = left if what is None else tuple(sorted((*left, what)))
                found[key] = found.get(key, 0.0) + chance * share
        return found

    dice = [*((face, strike) for face in arena), *[(None, 1.0)] * thrown]
    start: dict[tuple[str, ...], float] = {(): 1.0}
    total = len(arena) + thrown
    return [
        (Landing(left, total - len(left)), chance)
        for left, chance in reduce(fall, dice, start).items()
        if chance
    ]
