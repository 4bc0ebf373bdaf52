"""The coach: what it says of a position and of a whole game."""

from dataclasses import replace
from pathlib import Path

import pytest

from kessel.coach.coach import Coach
from kessel.coach.review import review, review_lines
from kessel.errors import BadValue
from kessel.record import GameRecord, begin_record, read_record
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import EndTurn, Landing, Throw
from kessel.rules.options import options_of
from kessel.rules.positions import read_state
from kessel.solver.actions import Odds
from kessel.solver.chance import IdealChance
from kessel.solver.effect_table import Cycles
from kessel.solver.games import SolvedGame
from kessel.solver.library import best_model
from kessel.solver.options import IRRELEVANT_OPTIONS
from kessel.throws.aim import STRENGTHS
from kessel.words import Speaker

# --- A position: exact only for the very game that was solved, and an estimate says so ------------

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


# --- A game: parts that add up, and mistakes that are found ---------------------------------------

RECORDS = Path(__file__).parents[1] / "records"


def recorded(options: str = "") -> GameRecord:
    """A stops with three dice lying, where going on is much better."""
    state = read_state(f"strike-2020 hands=5,5 arena=2,3{options}")
    record = begin_record(state, ("Ann", "Ben"))
    for move in (Throw("1", Landing(("2", "3", "4"))), EndTurn()):
        step = apply(state, move)
        record = record.add(state, move, step)
        state = step.state
    return record


def test_stopping_too_early_is_found(coach: Coach) -> None:
    reviewed = review(recorded(), coach)
    worst = max(reviewed.decisions, key=lambda one: one.given_away)
    assert (worst.number, worst.chosen, worst.best) == (2, "stop", "throw")
    odds = coach.advise(read_state("strike-2020 hands=4,5 arena=2,3,4 phase=choice"))
    assert worst.given_away == pytest.approx(odds.given_away("stop"))
    told = list(review_lines(reviewed, Speaker("strike-2020", ("Ann", "Ben"))))
    assert any("(Ann): a throw would have won" in line for line in told)
    assert any(line.startswith("Turning point: Move ") for line in told)


def test_of_throws_that_changed_as_much_the_first_is_the_turning_point(
    coach: Coach, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Coach, "values", lambda self, state: (0.5, 0.5))
    state = read_state("strike-2020 hands=5,5 arena=2,3")
    record = begin_record(state, ("Ann", "Ben"))
    for move in (Throw("1", Landing(("2", "3", "4"))), Throw("1", Landing(("2", "3", "4", "5")))):
        step = apply(state, move)
        record = record.add(state, move, step)
        state = step.state
    assert review(record, coach).luckiest == (1, 0, 0.0)


@pytest.mark.parametrize("name", ["strike-2020-2", "harry-potter-2"])
def test_start_luck_choices_and_gifts_add_up_to_the_result(name: str) -> None:
    record = read_record((RECORDS / f"{name}.txt").read_text("utf-8"))
    reviewed = review(record, Coach(record.start.edition, 2, IdealChance()))
    assert reviewed.exact == (name == "strike-2020-2")
    for one in reviewed.players:
        total = one.start + one.luck - one.given_away + one.gifts
        assert total == pytest.approx(one.result, abs=1e-9)
        assert one.given_away >= -1e-9
    assert {one.result for one in reviewed.players} == {0.0, 1.0}


def test_a_game_with_options_that_were_not_solved_is_an_estimate(coach: Coach) -> None:
    solved, other = (
        review(recorded(options), coach) for options in ("", " options=collecting:optional")
    )
    assert solved.exact
    speaker = Speaker("strike-2020", ("Ann", "Ben"))
    assert not any("estimates" in line for line in review_lines(solved, speaker))
    assert not other.exact
    assert any("estimates" in line for line in review_lines(other, speaker))
    for one in other.players:
        assert one.start + one.luck - one.given_away + one.gifts == pytest.approx(one.result)


CAST = '{{"player":0,"unit":"1","aim":{{"speed":{speed}}}{more}}}'
OTHER = '{"player":1,"unit":"1","aim":{"speed":0.1}}'


def fixed(*casts: str) -> tuple[str, str]:
    """The note of a throw that a table fixed with these casts."""
    return "fixed", f'{{"throw":1,"attempt":0,"casts":[{",".join(casts)}],"devices":[]}}'


def thrown(coach: Coach, *notes: tuple[str, str]) -> tuple[str, float]:
    """What the review calls A's throw, and how much of it lay in the strength."""
    state = read_state("strike-2020 hands=5,5 arena=2,3")
    move = Throw("1", Landing(("2", "3", "4")))
    step = apply(state, move)
    record = begin_record(state, ("Ann", "Ben")).add(state, move, step, *notes)
    (decision,) = review(record, coach).decisions
    return decision.chosen, decision.aim_given_away


def test_nobody_is_blamed_for_a_strength_that_was_not_their_own() -> None:
    edition = find_edition("strike-2020")
    coach = Coach(edition, 2, best_model(edition))
    chances = coach.advise(read_state("strike-2020 hands=5,5 arena=2,3")).actions
    worst, best = (choose(chances, key=lambda kind: chances[kind][0]) for choose in (min, max))
    speed = STRENGTHS[worst]["speed"]
    own = CAST.format(speed=speed, more="")
    best_speed = CAST.format(speed=STRENGTHS[best]["speed"], more="")
    for told in ([fixed(own)], [fixed(OTHER, own)], [fixed(best_speed), fixed(own)]):
        chosen, blamed = thrown(coach, *told)
        assert chosen == worst, "the control: whoever threw so gives something away"
        assert blamed > 0.0
    by_table = CAST.format(speed=speed, more=',"by":"table"')
    nothing = [("fixed", "[]"), ("fixed", "no JSON"), fixed(OTHER), ("fixed", '{"casts":7}')]
    for notes in ((), (fixed(by_table),), *((note,) for note in nothing)):
        assert thrown(coach, *notes) == (best, 0.0)


def stopped_by(who: str, first: str = "person") -> GameRecord:
    """A goes on, and stops where going on is much better; who did either is noted."""
    record = recorded()
    throw, stop = record.entries
    cast = CAST.format(speed=2.0, more=f',"by":"{first}"')
    entries = (
        replace(throw, notes=(fixed(cast),)),
        replace(stop, notes=(("end", f'{{"player":0,"by":"{who}"}}'),)),
    )
    return replace(record, entries=entries)


@pytest.mark.parametrize("who", ["bot", "table"])
def test_what_was_played_for_somebody_who_was_away_is_not_their_mistake(
    coach: Coach, who: str
) -> None:
    speaker = Speaker("strike-2020", ("Ann", "Ben"))
    own = review(stopped_by("person"), coach)
    assert own.players[0].given_away > 0.05, "the control: Ann herself would be told of it"
    assert own.players[0].stood_in == 0
    assert any("(Ann)" in line and "a throw" in line for line in review_lines(own, speaker))

    ann, ben = review(stopped_by(who), coach).players
    assert (ann.given_away, ann.stood_in, ben.stood_in) == (0.0, 1, 0)
    assert ann.gifts == pytest.approx(-own.players[0].given_away)
    assert ann.start + ann.luck - ann.given_away + ann.gifts == pytest.approx(ann.result)
    told = list(review_lines(review(stopped_by(who), coach), speaker))
    assert "1 move was made for Ann, who was away; it doesn’t count as their choice." in told
    assert not any("a throw would have won" in line for line in told)


def test_a_bot_that_plays_all_along_plays_for_itself(coach: Coach) -> None:
    bot, _ = review(stopped_by("bot", first="bot"), coach).players
    assert bot.given_away > 0.05
    assert bot.stood_in == 0


@pytest.mark.parametrize("who", ["bot", "table"])
def test_somebody_away_from_the_first_move_on_is_no_bot(coach: Coach, who: str) -> None:
    """They had a device there, on seat 2 of the table; whoever sits on seat 0 had none."""
    away = stopped_by(who, first=who)
    seats, devices = ("seats", "2,0"), ("devices", '[{"seats":[2],"tip":"ab"}]')
    ann, ben = review(away.with_notes(seats, devices), coach).players
    assert (ann.given_away, ann.stood_in, ben.stood_in) == (0.0, 2, 0)
    others = ("devices", '[{"seats":[0],"tip":"ab"}]')
    for notes in ((), (seats,), (seats, others), (seats, ("devices", "[7]")), (devices,)):
        bot, _ = review(away.with_notes(*notes), coach).players
        assert bot.given_away > 0.05, "the control: without a device of its own it is a bot"
        assert bot.stood_in == 0
