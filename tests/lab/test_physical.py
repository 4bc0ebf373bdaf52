"""Games with real dice, few of them: they end, the rules agree, and aiming is studied."""

from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from kessel.bots.bot import Sight
from kessel.bots.roster import make_bot
from kessel.errors import BadValue
from kessel.lab.aiming import Plan, _Game, _showing, read_kept, study
from kessel.lab.match import Match, play_match
from kessel.lab.physical import begun, play_physical, thrown_by
from kessel.physics.thrower import PhysicsThrower
from kessel.rules.edition import find_edition
from kessel.rules.moves import Throw


def test_a_game_with_real_dice_ends() -> None:
    bots = [make_bot("gambler"), make_bot("rule"), make_bot("beginner")]
    thrower = PhysicsThrower(watched=False)
    winners = play_physical(find_edition("impact"), bots, thrower, Random(3))
    assert len(winners) == 1
    assert thrower.throws > 10


def test_a_match_with_real_dice_can_be_played_again() -> None:
    match = Match("strike-2020", ("rule", "gambler"), 2, physics=True)
    assert play_match(match) == play_match(match)


def test_aiming_is_studied_and_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    plan = Plan("strike-2020", games=1, trials=6)
    told = study(plan, kept=kept)
    assert told.games == 1
    assert told.won in (0, 1)
    assert -1.0 < told.share < 2.0
    assert study(plan, kept=kept) == told
    kept.write_text(kept.read_text("utf-8") + '{"plan": "cut', "utf-8")
    assert len(read_kept(kept, plan)) == 1
    assert not read_kept(kept, replace(plan, trials=7))


def test_the_luck_of_a_face_is_nothing_over_all_faces() -> None:
    game, chance = _Game(find_edition("strike-2020"), trials=1), Random(3)
    state, at_rest = begun(find_edition("strike-2020"), 2, count(), chance)
    thrower = PhysicsThrower(watched=False)
    answer = make_bot("rule").answer(Sight(0, state, at_rest, thrower), chance)
    assert isinstance(answer.move, Throw)
    thrown = thrown_by(state, at_rest, answer, thrower, count(1), chance)
    assert not thrown.out
    lucks = [
        game._luck(state, at_rest, answer.move, _showing(thrown, 1, face), 0)
        for face in state.edition.faces
    ]
    assert sum(lucks) == pytest.approx(0.0, abs=1e-12)
    assert max(lucks) > 0.01


def test_effects_are_refused() -> None:
    with pytest.raises(BadValue, match="has effects"):
        Match("harry-potter", ("rule", "gambler"), 2, physics=True)
    with pytest.raises(BadValue, match="has effects"):
        Plan("harry-potter", 1, 1, 1)
