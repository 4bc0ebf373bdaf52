"""Every request a table can get is a call of the table, with all it says."""

from typing import Any, cast, get_args

import pytest

from kessel.hall.actions import perform
from kessel.messages import client, playing
from kessel.messages.fields import Aim, PushedDie
from kessel.rules.moves import StackTower
from kessel.table import Seat, Table
from kessel.table.log import BoxChosen

AIM = Aim(x=0.1, y=0.2, side=0.3, speed=0.4, height=0.5, spin=0.6)
AIMED = {"x": 0.1, "y": 0.2, "side": 0.3, "speed": 0.4, "height": 0.5, "spin": 0.6}
SEAT = Seat(2)
CALLS: list[tuple[client.TableRequest, tuple[Any, ...]]] = [
    (client.StartGame(fill=True), ("start", True, 9.0, None)),
    (client.StartGame(first=SEAT), ("start", False, 9.0, 2)),
    (client.Rematch(), ("rematch", 9.0)),
    (
        client.ChooseBox(edition="impact", preset="de", options={"supply": "hidden"}),
        ("choose_box", BoxChosen(edition="impact", preset="de", options={"supply": "hidden"})),
    ),
    (client.FreeSeat(seat=SEAT), ("free", 2, 9.0)),
    (client.Resign(seat=SEAT, sign="s"), ("resign", 2, 9.0, "s")),
    (client.TakeBack(seat=SEAT), ("take_back", 2, 9.0)),
    (client.Wear(seat=SEAT, finish="brass", mat="rings"), ("wear", 2, "brass", "rings")),
    (client.Hurry(seat=SEAT, fast=True), ("hurry", 2, True, 9.0)),
    (client.ThrowAgain(seat=SEAT), ("throw_again", 2, 9.0)),
    (
        playing.ThrowDice(seat=SEAT, state=7, unit="all", aim=AIM, sign="s"),
        ("throw", 2, 7, "all", AIMED, 9.0, "s"),
    ),
    (
        playing.AnswerGame(seat=SEAT, state=7, move="stack 4/5", dice=[3, 1]),
        ("answer", 2, 7, StackTower(("4", "5")), [3, 1], 9.0, ""),
    ),
    (playing.KeepPiles(seat=SEAT, state=7, piles=[0]), ("keep_piles", 2, 7, [0], 9.0)),
    (playing.Tap(seat=SEAT, state=7, done=3), ("tap", 2, 7, 3, 9.0)),
    (
        playing.PushDice(seat=SEAT, state=7, dice=[PushedDie(die=5, x=0.1, y=-0.1)]),
        ("push", 2, 7, [(5, 0.1, -0.1)], 9.0, ""),
    ),
    (
        playing.AnswerPush(seat=SEAT, state=7, agree=False, dice=[PushedDie(die=5, x=0.1, y=-0.1)]),
        ("agree", 2, 7, [(5, 0.1, -0.1)], False, 9.0, ""),
    ),
]


class Recorder:
    """Stands for a table and says how it was called."""

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: (name, *arguments)


@pytest.mark.parametrize(("request_", "call"), CALLS, ids=lambda one: type(one).__name__)
def test_a_request_is_a_call(request_: client.TableRequest, call: tuple[Any, ...]) -> None:
    done: Any = perform(cast("Table", Recorder()), request_, 9.0)
    assert done == call


def test_none_is_missing() -> None:
    assert {type(one) for one, _ in CALLS} == set(get_args(client.TableRequest))
