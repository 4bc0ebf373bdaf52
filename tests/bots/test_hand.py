"""Where a bot's hand aims."""

import math
from random import Random

from kessel.bots.hand import FIRM, GENTLE, NEAR_MIDDLE, WILD, aim, aim_at_dice
from kessel.rules.edition import find_edition
from kessel.throws.at_rest import LyingDie, flat

STRIKE = find_edition("strike-2020")
TWO = tuple(
    (LyingDie(number, face, flat(STRIKE, face, x, 0.01)),)
    for number, (face, x) in enumerate((("2", -0.05), ("5", 0.05)))
)


def test_harder_throws_are_faster() -> None:
    speeds = [aim(kind, 0.0, 0.0, 0.0)["speed"] for kind in (GENTLE, FIRM, WILD)]
    assert speeds == sorted(speeds)
    assert aim(FIRM, 0.03, -0.02, 1.0)["x"] == 0.03


def test_a_hand_that_aims_at_nothing_stays_near_the_middle() -> None:
    chance = Random(1)
    for _ in range(100):
        values = aim_at_dice(GENTLE, None, chance)
        assert max(abs(values["x"]), abs(values["y"])) <= NEAR_MIDDLE
        assert abs(values["side"]) <= math.pi


def test_a_hand_that_aims_hits_one_of_the_dice() -> None:
    chance = Random(1)
    places = {(v["x"], v["y"]) for v in (aim_at_dice(FIRM, TWO, chance) for _ in range(50))}
    assert places == {(-0.05, 0.01), (0.05, 0.01)}
    assert abs(aim_at_dice(FIRM, (), chance)["x"]) <= NEAR_MIDDLE
