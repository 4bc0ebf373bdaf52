"""Answers as entries, aims within a hand's reach, and what a player sees."""

import pytest
from table.games import WAITS_FOR_ACCIO, WAITS_FOR_TOWER, played, started

from kessel.bots.bot import Answer
from kessel.errors import IllegalMove
from kessel.rules.moves import (
    Move,
    StackTower,
    TakeAccio,
)
from kessel.table import log
from kessel.table.answers import entry_of
from kessel.table.play import Play

ANN, BEN = 0, 1


def entry(play: Play, move: Move) -> log.CastShown | log.Answered:
    return entry_of(play, ANN, Answer(move), "bot")


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
