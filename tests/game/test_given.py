"""Dice, bots and seeds in all their forms mean the same; anything else is refused in a sentence."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from kessel import Coach, Habit, SolvedPolicy, odds, shipped, solve
from kessel.bots.roster import make_bot
from kessel.errors import BadValue, KesselError
from kessel.game import Game, board_svg, board_text, play, sight, tournament
from kessel.game.given import make_bots, make_dice, seed_text
from kessel.physics.dice import PhysicsDice
from kessel.record import replay
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.engine import Hand, apply, awaited, position
from kessel.rules.reading import read_position
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
    assert seed_text(b"\x01") == "01"
    assert seed_text(None) != seed_text(None)


WRONG: Any = 4


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: make_dice("loaded", STRIKE), "ideal, measured, physics"),
        (lambda: make_dice(WRONG, STRIKE), "anything with `land`"),
        (lambda: make_bots(("rule", "rule"), 1), "2 bots for 1 players"),
        (lambda: make_bots(WRONG, 1), "anything with `answer`"),
        (lambda: make_bots("rulr", 1), "there is no bot 'rulr'"),
        (lambda: seed_text(WRONG / 8), "a seed is a whole number, text or bytes, not 0.5"),
        (lambda: EDITIONS["impact"].hand(WRONG * "2"), "is for 2 to 5 players, not '2222'"),
        (lambda: Game("strike-2020", options=WRONG), "options are a mapping or text"),
        (lambda: Game("strike-2020", options="supply=hidden"), "did you mean supply"),
    ],
)
def test_a_refusal_is_a_sentence(wrong: Any, said: str) -> None:
    with pytest.raises(KesselError, match=said) as refused:
        wrong()
    assert isinstance(refused.value, BadValue) or refused.value.code == "unknown_option"


LINE = "strike-2020 hands=3,4 arena=2,5"
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


def test_hands_that_are_none_and_games_that_are_no_number_are_refused() -> None:
    with pytest.raises(BadValue, match="a mapping of players"):
        Game.from_state(LINE).throw("ideal", WRONG)
    with pytest.raises(BadValue, match="a multiple of 2"):
        tournament(["rule", "exact"], games=cast("Any", "10"))


def test_a_record_is_replayed_from_its_text_and_a_line_is_read() -> None:
    game = Game()
    play(game, "rule", seed=1)
    assert [step.state for step in replay(game.export())][-1] == game.state
    assert read_position(LINE) == read_position(Game.from_state(LINE).state)
