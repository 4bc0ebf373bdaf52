"""A strategy as a table of answers that any program can write: what it does in every position.

The form is that of `kessel solve --json`: `"2:8,5": {"stop": 0.25, "throw": 0.75}` answers where
two different dice lie and the player holds eight, the next one five.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from kessel.errors import BadValue
from kessel.rules.edition import Edition, find_edition
from kessel.solver.actions import STOP
from kessel.solver.arrays import Values
from kessel.solver.base.hands import Hands, hand_index
from kessel.solver.base.policy import Point
from kessel.solver.base.position import arenas, dice_at_start, dice_in
from kessel.solver.base.strategies import Strategy
from kessel.solver.chance import BARE

EXACT = 1e-9
"""Shares of an answer have to add up to one this well."""
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


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """The strategy of an agent from elsewhere."""

    name: str
    edition: Edition
    players: int
    kinds: tuple[str, ...]
    """The chance model's, in whose terms it answers."""
    answers: Mapping[Point, Mapping[str, tuple[float, ...]]]

    def shares(self, point: Point, lying: int, hands: Hands, actions: int) -> Values:
        """As the table has it; of a single kind of throw nobody needs to tell."""
        if actions == 1:
            return np.ones((len(hands), 1))
        table = self.answers[point]
        return np.array([table[_key(lying, own)] for own in hands.tolist()])


def read_answers(text: str, kinds: tuple[str, ...]) -> AnswerTable:
    """A table in JSON: `name`, `edition`, `players`, `choices`, and `turns` if throws differ.

    Refused unless it answers in every position with shares that add up to one.
    """
    told = _object(text)
    edition, players = find_edition(str(told.get("edition"))), told.get("players")
    if not isinstance(players, int):
        raise BadValue(f"players: a number from 2 to 5, not {players!r}")
    edition.hand(players)
    answers = {}
    for point in _points(kinds):
        given = told.get(f"{point}s")
        if not isinstance(given, dict):
            raise BadValue(f'"{point}s" are missing: an object with an answer for every position')
        answers[point] = {
            key: _shares(f"{point}s {key}", given.get(key), _actions(point, kinds))
            for lying, hands in _positions(point, edition, players)
            for key in (_key(lying, own) for own in hands.tolist())
        }
    return AnswerTable(str(told.get("name")), edition, players, kinds, answers)


def _object(text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except ValueError as error:
        raise BadValue(f"a table of answers is JSON: {error}") from None
    if not isinstance(told, dict):
        raise BadValue("a table of answers is a JSON object with name, edition, players, choices")
    return told


def _shares(where: str, answer: object, actions: tuple[str, ...]) -> tuple[float, ...]:
    wanted = f"shares of {' '.join(actions)} that add up to 1"
    if answer is None:
        raise BadValue(f"{where}: no answer; {wanted} are needed")
    known = isinstance(answer, dict) and all(
        name in actions and type(share) in (int, float) and share >= 0.0
        for name, share in answer.items()
    )
    if not known or not isinstance(answer, dict) or abs(sum(answer.values()) - 1.0) > EXACT:
        raise BadValue(f"{where}: {wanted}, not {json.dumps(answer)}")
    return tuple(float(answer.get(name, 0.0)) for name in actions)


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
