"""A policy in words and as tables: for people, and as `kessel solve --json` lists it."""

from collections.abc import Iterator
from typing import TypeAlias

from kessel.rules.edition import Edition
from kessel.solver.actions import STOP
from kessel.solver.base.hands import Hands, hand_index
from kessel.solver.base.policy import STOP_ACTION, Point
from kessel.solver.base.position import LYING, arenas, dice_at_start, dice_in, hand_rows
from kessel.solver.base.solution import Solution
from kessel.solver.base.strategies import Strategy
from kessel.solver.chance import BARE

GO = "go on"


def policy_text(solution: Solution) -> tuple[str, ...]:
    """One sentence for each number of dice lying, for the choice after a throw without a match."""
    return tuple(
        f"{_lying(lying)}: {_sentence(solution, lying)}" for lying in range(solution.arenas)
    )


def policy_table(solution: Solution) -> tuple[str, ...]:
    """Two players: a row for each own supply, a column for each of the other's, per dice lying.

    `.` stop, the first letter of the kind of throw to go on, `*` mixed, blank: cannot come up.
    """
    most = solution.most_dice
    lines = []
    for lying in range(1, LYING):
        lines.append(f"{_lying(lying)}; columns: the other's dice from 1")
        for own in range(1, most - lying):
            others = range(1, most - lying - own + 1)
            cells = "".join(_cell(solution, lying, (own, other)) for other in others)
            lines.append(f"  {own:2d} {cells}")
    return tuple(lines)


def _cell(solution: Solution, lying: int, hands: tuple[int, ...]) -> str:
    shares = solution.policy(lying, hands, may_stop=True)
    if len(shares) > 1:
        return "*"
    action = next(iter(shares))
    return "." if action == STOP else action[0]


def _lying(lying: int) -> str:
    few = {0: "nothing lies", 1: "one die lies", BARE: "nothing lies, dice flew out"}
    return few.get(lying, f"{lying} dice lie")


def _sentence(solution: Solution, lying: int) -> str:
    counts = dict(_counts(solution, lying))
    total = sum(counts.values())
    if not total:
        return "cannot come up"
    if len(counts) == 1:
        return f"always {next(iter(counts))}"
    held = _together(solution, lying)
    if held is not None:
        return f"{GO} if all together hold at least {held} dice, else {STOP}"
    parts = sorted(counts.items(), key=lambda one: -one[1])
    return ", ".join(f"{action} in {count / total:.0%}" for action, count in parts)


def _counts(solution: Solution, lying: int) -> Iterator[tuple[str, int]]:
    held = max(solution.most_dice - dice_in(lying), 0)
    chosen = solution.policies[-1].choice[lying, : hand_rows(solution.players, held)]
    names = (STOP, *_throw_names(solution))
    for action, name in enumerate(names):
        count = int((chosen == action).sum())
        if count:
            yield name, count


def _throw_names(solution: Solution) -> tuple[str, ...]:
    if len(solution.kinds) == 1:
        return (GO,)
    return tuple(f"{GO} {kind}" for kind in solution.kinds)


def _together(solution: Solution, lying: int) -> int | None:
    """The number of dice in all hands from which on players go on, if it is that simple."""
    players, policy = solution.players, solution.policies[-1]
    index = hand_index(players, solution.most_dice)
    going = []
    for total in range(players, solution.most_dice - dice_in(lying) + 1):
        chosen = policy.choice[lying, index.block(total)] != STOP_ACTION
        if chosen.any() != chosen.all():
            return None
        going.append(bool(chosen.all()))
    first = going.index(True) if True in going else len(going)
    return players + first if all(going[first:]) and not any(going[:first]) else None


NOTHING_LIES = "bare"
"""Strike 2012: what stands for the dice lying where the last ones flew out of the arena."""

Table: TypeAlias = dict[str, dict[str, dict[str, float]]]
"""Under `choices` and `turns`, by position: the shares of `stop` and of kinds of throw, as the
chance model names them."""


def answers_of(strategy: Strategy, edition: Edition, players: int, kinds: tuple[str, ...]) -> Table:
    """What a strategy does everywhere: at `choices`, and at `turns` where throws differ.

    `"2:8,5": {"stop": 0.25, "throw": 0.75}` says what to do where two different dice lie and the
    player holds eight, the next one five.
    """
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
