"""A policy in words and as a table, for people."""

from collections.abc import Iterator

from kessel.solver.actions import STOP
from kessel.solver.base.hands import hand_index
from kessel.solver.base.policy import STOP_ACTION
from kessel.solver.base.position import LYING, dice_in, hand_rows
from kessel.solver.base.solution import Solution
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
