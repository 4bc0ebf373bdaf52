"""The study of aiming: games are kept, and only the luck of faces is taken out."""

from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.lab.aiming import AimedGame, Plan, read_kept, showing, study, summed_up
from kessel.lab.study.parts import Effort, Study
from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import find_edition
from kessel.rules.moves import Throw
from kessel.rules.positions import read_state
from kessel.throws.aim import Aim
from kessel.throws.at_rest import dice_in
from kessel.throws.dice import Cast, throw_order
from kessel.throws.placing import placed

DATA = Path(__file__).parents[2] / "docs" / "study"


def test_aiming_is_studied_and_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    plan = Plan("strike-2020", games=1, trials=6)
    found = study(plan, kept=kept)
    assert found.games == 1
    assert found.won in (0, 1)
    assert -1.0 < found.share < 2.0
    assert study(plan, kept=kept) == found
    kept.write_text(kept.read_text("utf-8") + '{"plan": "cut', "utf-8")
    assert len(read_kept(kept, plan)) == 1
    assert not read_kept(kept, replace(plan, trials=7))


def test_the_luck_of_a_face_is_nothing_over_all_faces() -> None:
    edition = find_edition("strike-2020")
    game = AimedGame(edition, trials=1)
    state, at_rest = read_state("strike-2020 hands=7,7 arena=4"), placed(edition, (), 0, "4")
    order = throw_order(state, at_rest, {0: Cast("1", Aim.of_strength("firm"))}, bytes(32))
    thrown = PhysicsDice(watched=False).throw(order)
    assert not thrown.out
    lucks = [
        game.luck_of_faces(state, Throw("1"), at_rest, showing(thrown, 1, face), 0)
        for face in edition.faces
    ]
    assert sum(lucks) == pytest.approx(0.0, abs=1e-12)
    assert max(lucks) > 0.01


def test_shares_and_errors_by_hand() -> None:
    """Results without luck: 0.8, 0.2, 0.5; their standard deviation is 0.3."""
    found = summed_up({0: (True, 0.2), 1: (False, -0.2), 2: (True, 0.5)})
    assert (found.games, found.won) == (3, 2)
    assert found.share == pytest.approx(0.5)
    assert found.error == pytest.approx(0.3 / sqrt(3))


def test_what_cannot_be_studied_is_refused() -> None:
    with pytest.raises(BadValue, match="at least one"):
        Plan("strike-2020", 0, trials=1)


def test_with_effects_only_the_luck_of_one_die_is_taken_out() -> None:
    edition = find_edition("harry-potter")
    game = AimedGame(edition, trials=1)
    state = read_state("harry-potter hands=7,7 arena=accio,confundo")
    at_rest = placed(edition, placed(edition, (), 0, "accio"), 1, "confundo", 0.03)
    order = throw_order(state, at_rest, {0: Cast("1", Aim.of_strength("gentle"))}, bytes(32))
    thrown = PhysicsDice(watched=False).throw(order)
    fresh = max(die.die for die in dice_in(thrown.at_rest))
    assert fresh > 1
    lucks = [
        game.luck_of_faces(state, Throw("1"), at_rest, showing(thrown, fresh, face), 0)
        for face in edition.faces
    ]
    assert sum(lucks) == pytest.approx(0.0, abs=1e-12)
    assert max(lucks) > 0.01
    assert game.luck_of_faces(state, Throw("1"), (), thrown, 0) == 0.0


def test_the_page_says_what_was_played() -> None:
    found = Study(DATA, Effort()).read("aiming")
    page = (DATA.parent / "explanation" / "opponents.md").read_text("utf-8")
    for name, row in found["editions"].items():
        share, error = row["share"]
        low, high = (f"{100 * (share + k * error):.1f}" for k in (-1.96, 1.96))
        assert f"| `{name}` | {row['won']} | {share:.1%} | {low}% to {high}% |" in page
    assert f"| won of {found['games']} |" in page
