"""The ideal chance model, against counting every way the dice can fall."""

from itertools import product
from math import prod

import pytest

from kessel.errors import BadValue
from kessel.solver.chance import POUR, THROW, IdealChance, base_outcomes


def count_every_way(
    strike: float, loss: float, thrown: int, lying: int
) -> dict[tuple[int, int], float]:
    """Each lying die rests or moves; each moving die is lost or shows one of six faces."""
    counted: dict[tuple[int, int], float] = {}
    faces = [("lost", loss), *((face, (1 - loss) / 6) for face in range(6))]
    for moved in product((False, True), repeat=lying):
        chance = prod(strike if one else 1 - strike for one in moved)
        resting = [face + 1 for face, one in enumerate(moved) if not one]
        for fallen in product(faces, repeat=thrown + sum(moved)):
            seen = resting + [face for face, _ in fallen if face not in ("lost", 0)]
            singles = sum(seen.count(face) == 1 for face in seen)
            key = (singles, len(seen) - singles)
            counted[key] = counted.get(key, 0.0) + chance * prod(p for _, p in fallen)
    return {key: chance for key, chance in counted.items() if chance > 0}


@pytest.mark.parametrize(("strike", "loss"), [(0.0, 0.0), (0.3, 0.02), (1.0, 0.5)])
@pytest.mark.parametrize("lying", [0, 1, 2, 3])
def test_one_die_thrown_onto_some(strike: float, loss: float, lying: int) -> None:
    told = base_outcomes(IdealChance(strike, loss), THROW, 1, lying)
    assert told == pytest.approx(count_every_way(strike, loss, 1, lying), abs=1e-12)


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_all_dice_poured(dice: int) -> None:
    told = base_outcomes(IdealChance(0.3, 0.1), POUR, dice, 0)
    assert told == pytest.approx(count_every_way(0.3, 0.1, dice, 0), abs=1e-12)


def test_five_lie_and_one_is_thrown_always_matches_or_loses() -> None:
    outcomes = base_outcomes(IdealChance(0.3, 0.02), THROW, 1, 5)
    assert sum(outcomes.values()) == pytest.approx(1.0, abs=1e-14)
    assert all(left + taken < 6 or taken for left, taken in outcomes)


@pytest.mark.parametrize(("strike", "loss"), [(-0.1, 0.0), (0.3, 1.5), (0.3, float("nan"))])
def test_probabilities_are_checked(strike: float, loss: float) -> None:
    with pytest.raises(BadValue, match="from 0 to 1"):
        IdealChance(strike, loss)
