"""The coach: exact only for the very game that was solved, and an estimate says so."""

import pytest

from kessel.coach.coach import Coach
from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.rules.options import options_of
from kessel.rules.positions import read_state
from kessel.solver.actions import Odds
from kessel.solver.chance import IdealChance
from kessel.solver.effect_table import Cycles
from kessel.solver.games import SolvedGame
from kessel.solver.options import IRRELEVANT_OPTIONS

MODEL = IdealChance()
STRIKE = find_edition("strike-2020")


@pytest.fixture(scope="module")
def coach() -> Coach:
    return Coach(STRIKE, 2, MODEL)


def advised(coach: Coach, text: str) -> Odds:
    state = read_state(text)
    odds = coach.advise(state)
    assert coach.is_exact(state) == odds.is_exact
    return odds


def test_the_solved_game_has_exact_odds(coach: Coach) -> None:
    odds = advised(coach, "strike-2020 hands=4,5 arena=2,3 phase=choice")
    assert odds.is_exact
    assert odds.error == 0.0
    assert odds.chance == pytest.approx(coach.solution.choice_value(2, (4, 5))[0], abs=1e-12)


def test_strike_2012_is_exact_after_dice_that_merely_flew_out() -> None:
    old = Coach(find_edition("strike-2012"), 2, IdealChance(0.3, 0.2))
    one = advised(old, "strike-2012 hands=4,5 arena=- phase=throw emptied=out")
    everything = advised(old, "strike-2012 hands=4,5 arena=- phase=throw emptied=x")
    assert (one.is_exact, everything.is_exact) == (True, True)
    assert (set(one.actions), set(everything.actions)) == ({"throw"}, {"all"})
    assert one.rules == everything.rules == "strike-2012"
    assert one.chance > everything.chance + 0.1, "to keep three dice in hand is worth much here"
    any_cause = "strike-2012 hands=4,5 arena=- phase=throw emptied=out options=allin_cause:any"
    assert not advised(old, any_cause).is_exact


def test_options_that_were_not_solved_are_estimated(coach: Coach) -> None:
    """Every option and value of the edition: exact if and only if it changes no decision."""
    seen = set()
    for option in options_of(STRIKE):
        for value in option.values_in(STRIKE)[1:]:
            text = str(value).lower() if isinstance(value, bool) else value
            odds = advised(
                coach,
                f"strike-2020 hands=3,2 arena=2,5 phase=choice options={option.name}:{text}",
            )
            assert odds.is_exact == (option.name in IRRELEVANT_OPTIONS)
            seen.add(odds.is_exact)
            if not odds.is_exact:
                assert 0.0 < odds.error < 0.05
                assert sum(odds.actions["stop"]) == pytest.approx(1.0)
    assert seen == {True, False}


def test_an_estimate_is_near_the_exact_odds_where_the_option_cannot_matter(coach: Coach) -> None:
    """With two dice in each hand and one lying nothing can be left uncollected usefully: the
    sampled chance of a throw is within four standard errors of the exact one."""
    position = "strike-2020 hands=2,2 arena=2 phase=choice"
    exact = advised(coach, position)
    told = advised(coach, f"{position} options=collecting:optional")
    assert abs(told.actions["throw"][0] - exact.actions["throw"][0]) < 4 * told.error


def test_effects_without_a_table_are_estimated() -> None:
    wizards = Coach(find_edition("harry-potter"), 2, MODEL)
    odds = advised(wizards, "harry-potter hands=4,5 arena=accio,confundo phase=choice")
    assert not odds.is_exact
    assert 0.0 < odds.error < 0.05


def test_effects_are_exact_once_their_table_is_made_but_not_with_other_options() -> None:
    model = IdealChance(0.3, 0.4)
    solving = Coach(find_edition("impact-power"), 2, model, solves=True)
    position = "impact-power hands=4,5 elements=air arena=air,fire phase=choice"
    odds = advised(solving, position)
    assert odds.is_exact
    assert all(sum(chances) == pytest.approx(1.0) for chances in odds.actions.values())
    assert not advised(solving, f"{position} options=collecting:optional").is_exact
    finding = Coach(find_edition("impact-power"), 2, model)
    assert finding.advise(read_state(position)).actions == odds.actions


def test_where_sweeps_cycle_odds_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    def cycles(*_: object) -> None:
        raise Cycles("no equilibrium")

    monkeypatch.setattr(SolvedGame, "table", cycles)
    coach = Coach("impact-power", 3, IdealChance(0.3, 0.4), solves=True)
    position = "impact-power hands=4,5,4 elements=fire arena=air,fire phase=choice"
    assert not advised(coach, position).is_exact


def test_the_second_player_is_told_its_own_chances() -> None:
    model = IdealChance(0.3, 0.4)
    coach = Coach(find_edition("impact-power"), 2, model, solves=True)
    first, second = (
        coach.advise(
            read_state(f"impact-power hands={hands} elements=air arena=air,fire {turn}phase=choice")
        )
        for hands, turn in (("4,5", ""), ("5,4", "turn=B> "))
    )
    assert (first.player, second.player) == (0, 1)
    for name, chances in first.actions.items():
        assert second.actions[name] == pytest.approx(chances[::-1])


def test_the_coach_is_not_asked_between_throws(coach: Coach) -> None:
    with pytest.raises(BadValue, match="not at start_die"):
        coach.advise(read_state("strike-2020 hands=8,8 phase=start"))
