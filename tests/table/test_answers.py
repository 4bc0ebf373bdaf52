"""Answers as entries, aims within a hand's reach, and what a player sees."""

import math
from dataclasses import replace

import pytest
from table.games import WAITS_FOR_ACCIO, WAITS_FOR_TOWER, played, started

from kessel.bots.bot import Answer
from kessel.errors import BadValue, IllegalMove
from kessel.rules.moves import (
    Collect,
    EndTurn,
    Move,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
)
from kessel.rules.notation import move_text
from kessel.table import log
from kessel.table.answers import clamped_aim, entry_of, sight
from kessel.table.feed import feed, with_cast
from kessel.table.play import Play, begin
from kessel.throws.aim import AIM_RANGES, Aim

ANN, BEN = 0, 1


def entry(play: Play, move: Move) -> log.CastShown | log.Answered:
    return entry_of(play, ANN, Answer(move), "bot")


def test_an_aim_is_clamped_value_by_value_and_an_angle_goes_round() -> None:
    wild = clamped_aim({"x": 5.0, "speed": -1.0, "side": 9.0})
    assert wild["x"] == AIM_RANGES["x"][1]
    assert wild["speed"] == AIM_RANGES["speed"][0]
    assert wild["side"] == pytest.approx(9.0 - 2 * math.pi)
    assert wild.keys() == AIM_RANGES.keys()


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e7, -1e308])
def test_numbers_that_are_none_or_out_of_all_proportion_are_refused(value: float) -> None:
    with pytest.raises(BadValue, match="finite numbers below 1000000 in size"):
        clamped_aim({"x": value})


def test_a_bots_throw_becomes_a_hand() -> None:
    play = feed(begin(started()), log.BotPlaysOn(player=ANN)).play
    cast = entry(play, Throw("1"))
    assert isinstance(cast, log.CastShown)
    assert (cast.player, cast.unit, cast.by) == (ANN, "1", "bot")
    assert with_cast(play, cast).has_all_casts


def test_an_aim_may_be_one_or_its_numbers() -> None:
    play = feed(begin(started()), log.BotPlaysOn(player=ANN)).play
    aim = Aim.of_strength("wild", x=0.02)
    told = [entry_of(play, ANN, Answer(Throw("1"), one), "bot") for one in (aim, aim.to_json())]
    assert told[0] == told[1]
    assert isinstance(told[0], log.CastShown)
    assert told[0].aim == aim.to_json()


def test_every_answer_of_one_player_becomes_an_entry() -> None:
    play = begin(started())
    for move in (StartDie("4"), EndTurn(), Collect(("4",)), TakeAccio(None)):
        assert entry(play, move) == log.Answered(player=ANN, move=move_text(move), by="bot")


def test_faces_become_dice() -> None:
    accio = played(started("harry-potter"), *WAITS_FOR_ACCIO)
    chosen = entry(accio, TakeAccio("confundo"))
    assert isinstance(chosen, log.Answered)
    assert set(chosen.dice) < set(accio.accio_dice()) or chosen.dice == list(accio.accio_dice())
    with pytest.raises(IllegalMove, match="no die with relashio lies in the arena"):
        entry(accio, TakeAccio("relashio"))
    tower = played(started("harry-potter"), *WAITS_FOR_TOWER)
    built = entry(tower, StackTower(("confundo", "relashio")))
    assert isinstance(built, log.Answered)
    assert [tower.face_of(die) for die in built.dice] == ["confundo", "relashio"]
    with pytest.raises(IllegalMove, match="no die with confundo is left"):
        entry(tower, StackTower(("confundo", "confundo")))


def test_of_hidden_supplies_only_the_sum_is_seen() -> None:
    play = begin(started(seats=(0, 1, 2), supply="hidden"))
    uneven = play.state._replace(hands=(7, 10, 3))
    hidden = replace(play, state=uneven)
    assert sight(hidden, ANN).state.hands == (7, 7, 6)
    assert sight(hidden, BEN).state.hands == (5, 10, 5)
    shown = replace(play, state=uneven._replace(options=begin(started()).state.options))
    assert sight(shown, ANN).state.hands == (7, 10, 3)
