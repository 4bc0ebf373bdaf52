"""Matches with dice in the physics, few games of them: every edition, and again by its seed."""

import pytest

from kessel.lab.match import Match, play_match
from kessel.rules.edition import EDITIONS


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_played_in_the_physics(edition: str) -> None:
    match = Match(edition, ("rule", "gambler", "beginner"), games=1, physics=True)
    standings = play_match(match)
    assert sum(one.won for one in standings) == pytest.approx(1.0)


def test_a_match_can_be_played_again() -> None:
    match = Match("strike-2020", ("rule", "gambler"), 2, physics=True)
    assert play_match(match) == play_match(match)
