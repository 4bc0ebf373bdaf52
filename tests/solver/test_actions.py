"""Which action is best, and what another one gives away."""

import pytest

from kessel.errors import BadValue
from kessel.solver.actions import TIE, Odds, best_action


@pytest.mark.parametrize(
    ("chances", "best"),
    [
        ({"stop": 0.4, "throw": 0.5}, "throw"),
        ({"stop": 0.5, "throw": 0.5}, "stop"),
        ({"stop": 0.5, "throw": 0.5 + TIE / 2}, "stop"),
        ({"stop": 0.5, "throw": 0.5 + 2 * TIE}, "throw"),
        ({"stop": 0.1, "gentle": 0.3, "firm": 0.2}, "gentle"),
    ],
)
def test_ties_go_to_the_first(chances: dict[str, float], best: str) -> None:
    assert best_action(chances) == best


def test_odds_are_those_of_the_active_player() -> None:
    odds = Odds({"stop": (0.7, 0.3), "throw": (0.6, 0.4)}, player=1)
    assert odds.best == "throw"
    assert odds.chance == 0.4
    assert odds.given_away("stop") == pytest.approx(0.1)
    assert odds.given_away("throw") == 0.0
    assert odds.is_exact
    with pytest.raises(BadValue, match="there is no 'firm' here; there is stop throw"):
        odds.given_away("firm")
