"""Dice, bots and seeds in all their forms mean the same; anything else is refused in a sentence."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from kessel import (
    Aim,
    Coach,
    Habit,
    ScriptedDice,
    SolvedPolicy,
    Speaker,
    begin_record,
    event_text,
    explain,
    load_or_solve,
    move_text,
    odds,
    read_move,
    read_state,
    review,
    shipped,
    solve,
    state_text,
)
from kessel.bots.roster import make_bot
from kessel.errors import BadValue, KesselError
from kessel.game import Game, board_svg, board_text, play, sight, tournament
from kessel.game.arguments import make_bots, make_dice
from kessel.physics.dice import PhysicsDice
from kessel.record import replay
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.engine import apply, awaited
from kessel.rules.reading import read_position
from kessel.rules.setup import Hand, position
from kessel.solver.chance import IdealChance
from kessel.solver.dice import ModelDice
from kessel.throws.ideal import IdealFaces

STRIKE = EDITIONS["strike-2020"]


def test_dice_by_name_by_model_and_themselves() -> None:
    ideal, measured = make_dice("ideal", STRIKE), make_dice("measured", STRIKE)
    assert isinstance(ideal, IdealFaces)
    assert isinstance(measured, ModelDice)
    assert measured.model.name.startswith("measured oval")
    assert isinstance(make_dice("physics", STRIKE), PhysicsDice)
    assert make_dice(IdealChance(0.1, 0.1), STRIKE) == IdealFaces(0.1, 0.1)
    assert make_dice(ideal, STRIKE) is ideal


def test_bots_for_all_players() -> None:
    assert make_bots("rule", 3) == [make_bot("rule")] * 3
    assert make_bots(["rule", make_bot("careful")], 2) == [make_bot("rule"), make_bot("careful")]
    assert make_bots(make_bot("careful"), 2) == [make_bot("careful")] * 2


def test_games_by_names_are_games_by_objects() -> None:
    named, made = Game("strike-2020"), Game("strike-2020")
    play(named, "rule", "ideal", seed="7")
    play(made, [make_bot("rule")] * 2, IdealFaces(), seed=7)
    assert named.history == made.history


def test_a_throw_by_any_seed() -> None:
    line = "strike-2020 hands=3,4 arena=2,5"
    thrown = []
    for seed in (5, "5", 5):
        game = Game.from_state(line)
        game.throw("ideal", seed=seed)
        thrown.append(str(game.last))
    assert len(set(thrown)) == 1


WRONG: Any = 4


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: make_dice("loaded", STRIKE), "ideal, measured, physics"),
        (lambda: make_dice(WRONG, STRIKE), "anything with `land`"),
        (lambda: make_bots(("rule", "rule"), 1), "2 bots for 1 players"),
        (lambda: make_bots(WRONG, 1), "anything with `answer`"),
        (lambda: make_bots("rulr", 1), "there is no bot 'rulr'"),
        (lambda: play(Game(), "rule", seed=WRONG / 8), "a seed is a whole number, text or bytes"),
        (lambda: EDITIONS["impact"].hand(WRONG * "2"), "is for 2 to 5 players, not '2222'"),
        (lambda: Game("strike-2020", options=WRONG), "options are a mapping or text"),
        (lambda: Game("strike-2020", options="supply=hidden"), "did you mean supply"),
    ],
)
def test_a_refusal_is_a_sentence(wrong: Any, said: str) -> None:
    with pytest.raises(KesselError, match=said) as refused:
        wrong()
    assert isinstance(refused.value, BadValue) or refused.value.code == "unknown_option"


LINE, THROW = "strike-2020 hands=3,4 arena=2,5", "throw 1: 2 5 3"
STEP = apply(LINE, THROW)


@cache
def coach() -> Coach:
    return Coach("strike-2020", 2, "ideal")


NEITHER: list[Any] = [None, 2.5, object(), b"x", 10**9, ["x"], "nonsense"]
GIVEN: dict[str, Callable[[Any], object]] = {
    "edition of a game": Game,
    "players of a game": lambda wrong: Game("strike-2020", wrong),
    "who begins": lambda wrong: Game("strike-2020", first=wrong),
    "edition": find_edition,
    "state": awaited,
    "state that is read": lambda wrong: read_position(wrong),
    "move": lambda wrong: apply(LINE, wrong),
    "record": Game.from_record,
    "record that is replayed": lambda wrong: list(replay(wrong)),
    "game that is played": lambda wrong: play(wrong, "rule"),
    "game that is seen": lambda wrong: sight(wrong, 0),
    "simulator of a sight": lambda wrong: sight(Game(), 0, wrong or WRONG),
    "player who sees": lambda wrong: sight(Game(), wrong),
    "bots": lambda wrong: play(Game(), wrong),
    "dice": lambda wrong: play(Game(), "rule", wrong),
    "bots of a tournament": tournament,
    "players of a tournament": lambda wrong: tournament(["rule", "exact"], players=wrong),
    "supplies": lambda wrong: position("strike-2020", wrong, ("2",)),
    "arena": lambda wrong: position("strike-2020", [Hand(3), Hand(4)], wrong),
    "habit": lambda wrong: Habit(wrong),
    "kinds of a habit": lambda wrong: Habit((0.5,) * 6, wrong),
    "solution of a policy": lambda wrong: SolvedPolicy(wrong),
    "chance": lambda wrong: IdealFaces(wrong),
    "edition that is solved": lambda wrong: solve(wrong, 2, IdealChance()),
    "model": lambda wrong: solve("strike-2020", 2, wrong),
    "model of a coach": lambda wrong: Coach("strike-2020", 2, wrong),
    "solution of odds": lambda wrong: odds(LINE, wrong, IdealChance()),
    "arena of a model": shipped,
    "model of dice": ModelDice,
    "model of odds": lambda wrong: odds(LINE, coach().solution, wrong),
    "model that is loaded": lambda wrong: load_or_solve("strike-2020", 2, wrong),
    "record that is reviewed": lambda wrong: review(wrong, coach()),
    "coach of a review": lambda wrong: review(Game().export(), wrong),
    "state of a coach": lambda wrong: coach().values(wrong),
    "state that is advised": lambda wrong: coach().advise(wrong),
    "state that is exact": lambda wrong: coach().is_exact(wrong),
    "start of a record": lambda wrong: begin_record(wrong, "AB"),
    "names of a record": lambda wrong: begin_record(LINE, wrong),
    "name in a record": lambda wrong: begin_record(LINE, [wrong, WRONG]),
    "note of a record": lambda wrong: begin_record(LINE, ["A", "B"], wrong),
    "state as text": state_text,
    "move as text": move_text,
    "move that is read": read_move,
    "event as text": event_text,
    "state that is explained": lambda wrong: explain(wrong, "end", STEP),
    "move that is explained": lambda wrong: explain(LINE, wrong, STEP),
    "step that is explained": lambda wrong: explain(LINE, "end", wrong),
    "remark": lambda wrong: Speaker("strike-2020").say(wrong),
    "language": lambda wrong: board_text(LINE, language=wrong),
    "language of a speaker": lambda wrong: Speaker("strike-2020", (), wrong),
    "language of a game": lambda wrong: Game().said(wrong),
    "script": lambda wrong: Game.from_state(LINE).throw(ScriptedDice(wrong)),
    "landing of a script": lambda wrong: Game.from_state(LINE).throw(ScriptedDice([wrong])),
    "moves of a game": lambda wrong: Game.from_state(LINE, wrong),
    "layout after a throw": lambda wrong: Game.from_state(LINE).push(THROW, wrong or WRONG),
    "layout after any move": lambda wrong: Game().push("start 4", wrong or WRONG),
    "layout of a picture": lambda wrong: board_svg(LINE, wrong or WRONG),
    "what somebody throws": lambda wrong: Game.from_state(LINE).throw("ideal", {0: wrong}),
    "strength": Aim.of_strength,
    "supply": lambda wrong: position("strike-2020", [wrong, -1], ("2",)),
    "loose dice": lambda wrong: position("strike-2020", [Hand(wrong), 3], ("2",)),
    "piles": lambda wrong: position("impact-avatar", [Hand(3, wrong), 3], ("fire",)),
    "library of a bot": lambda wrong: make_bot("exact", wrong or WRONG),
    "bot that is none yet": lambda _: make_bot(cast("Any", Habit)),
    "dice that are none yet": lambda _: play(Game(), "rule", cast("Any", ModelDice)),
    "edition of a coach": lambda wrong: Coach(wrong, 2, "ideal"),
    "players of a coach": lambda wrong: Coach("strike-2020", wrong, "ideal"),
}


@pytest.mark.parametrize("what", GIVEN)
def test_whatever_is_refused_is_refused_in_a_sentence(what: str) -> None:
    for wrong in NEITHER:
        with pytest.raises(KesselError, match=" "):
            GIVEN[what](wrong)


@pytest.mark.parametrize("wrong", [2.5, b"xy", "AB", ["A"], object()])
def test_names_that_are_none_are_refused(wrong: Any) -> None:
    for use in (
        lambda: Game(names=wrong),
        lambda: board_text(LINE, wrong),
        lambda: board_svg(LINE, None, wrong),
    ):
        with pytest.raises(BadValue, match="2 players need a list of as many names"):
            use()


@pytest.mark.parametrize("wrong", [2.5, b"xy", "AB", ["A", 5], object()])
def test_names_that_are_no_texts_are_refused(wrong: Any) -> None:
    for use in (lambda: Speaker("strike-2020", wrong), lambda: begin_record(LINE, wrong)):
        with pytest.raises(BadValue, match="names are a list of texts, not"):
            use()
    with pytest.raises(BadValue, match="names are a list of texts, not"):
        board_text(LINE, ["A", cast("Any", 5)])


def test_casts_that_are_none_and_games_that_are_no_number_are_refused() -> None:
    with pytest.raises(BadValue, match="a mapping of players"):
        Game.from_state(LINE).throw("ideal", WRONG)
    for games in (cast("Any", "10"), 3):
        with pytest.raises(BadValue, match="a multiple of 2"):
            tournament(["rule", "exact"], games=games)


def test_a_record_is_replayed_from_its_text_and_a_line_is_read() -> None:
    game = Game()
    play(game, "rule", seed=1)
    assert [step.state for step in replay(game.export())][-1] == game.state
    assert read_position(LINE) == read_position(Game.from_state(LINE).state)


def test_a_solution_is_kept_in_a_folder_by_its_name(tmp_path: Path) -> None:
    load_or_solve("strike-2020", 2, IdealChance(0.1), folder=str(tmp_path))
    assert list(tmp_path.iterdir())
    with pytest.raises(BadValue, match="a path or its text, not 5"):
        load_or_solve("strike-2020", 2, "ideal", folder=cast("Any", 5))


def test_a_state_is_a_line_and_a_move_its_text_wherever_they_are_given() -> None:
    state = Game.from_state(LINE).state
    assert coach().values(LINE) == coach().values(state)
    assert coach().is_exact(LINE)
    assert begin_record(LINE, ["A", "B"]) == begin_record(state, ["A", "B"])
    assert state_text(LINE) == str(state)
    assert move_text(THROW) == THROW
    assert explain(LINE, THROW, STEP) == explain(state, read_move(THROW), STEP)


def test_a_record_is_reviewed_from_its_text() -> None:
    game = Game()
    play(game, "rule", seed=1)
    assert review(game.export(), coach()) == review(game.record(), coach())


def test_a_supply_is_a_number_of_loose_dice() -> None:
    held = position("strike-2020", [3, Hand(4)], ("2", "5"))
    assert held == position("strike-2020", [Hand(3), Hand(4)], ("2", "5")) == read_state(LINE)


def test_a_coach_knows_booklets_and_models_by_name() -> None:
    assert coach().model == IdealChance()
    assert Coach("harry-potter:fr", 2, "measured").model == shipped("wizards")
