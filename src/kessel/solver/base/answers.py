"""A strategy as a table: what it does in every position, as `kessel solve --json` lists it.

`"2:8,5": {"stop": 0.25, "throw": 0.75}` says what to do where two different dice lie and the player
holds eight, the next one five.
"""

from collections.abc import Iterator
from typing import TypeAlias

from kessel.rules.edition import Edition
from kessel.solver.actions import STOP
from kessel.solver.base.hands import Hands, hand_index
from kessel.solver.base.policy import Point
from kessel.solver.base.position import arenas, dice_at_start, dice_in
from kessel.solver.base.strategies import Strategy
from kessel.solver.chance import BARE

NOTHING_LIES = "bare"
"""Strike 2012: what stands for the dice lying where the last ones flew out of the arena."""

Table: TypeAlias = dict[str, dict[str, dict[str, float]]]
"""Under `choices` and `turns`, by position: the shares of `stop` and of kinds of throw, as the
chance model names them."""


def answers_of(strategy: Strategy, edition: Edition, players: int, kinds: tuple[str, ...]) -> Table:
    """What a strategy does everywhere: at `choices`, and at `turns` where throws differ."""
    table: Table = {f"{point}s": {} for point in _points(kinds)}
    for point in _points(kinds):
        actions = _actions(point, kinds)
        for lying, hands in _positions(point, edition, players):
            shares = strategy.shares(point, lying, hands, len(actions))
            for own, row in zip(hands.tolist(), shares.tolist(), strict=True):
                answer = {name: share for name, share in zip(actions, row, strict=True) if share}
                table[f"{point}s"][_key(lying, own)] = answer
    return table


def _points(kinds: tuple[str, ...]) -> tuple[Point, ...]:
    return (Point.CHOICE,) if len(kinds) == 1 else (Point.CHOICE, Point.TURN)


def _actions(point: Point, kinds: tuple[str, ...]) -> tuple[str, ...]:
    return (STOP, *kinds) if point is Point.CHOICE else kinds


def _positions(point: Point, edition: Edition, players: int) -> Iterator[tuple[int, Hands]]:
    """Where something is decided, with that many players and fewer: what lies, and hands."""
    most = dice_at_start(edition, players)
    for number in range(players, 1, -1):
        for lying in range(arenas(edition)):
            if point is Point.TURN and lying == 0:
                continue  # all dice are thrown into an empty arena
            for held in range(number, most - dice_in(lying) + 1):
                yield lying, hand_index(number, most).hands(held)


def _key(lying: int, hands: list[int]) -> str:
    return f"{NOTHING_LIES if lying == BARE else lying}:{','.join(map(str, hands))}"
