"""Whatever the rules can wait for is on the wire, and every answer to it can be sent."""

from typing import get_args

import pytest

from kessel.hall.messages.client import Action, ClientMessage
from kessel.hall.messages.views import AwaitedView
from kessel.rules import awaits, moves

ASKED = {one.__struct_config__.tag for one in get_args(AwaitedView)}
ANSWERS = {one.__name__ for one in get_args(ClientMessage) if issubclass(one, Action)}
ANSWERED_BY = {
    "StartDie": {"PlaceStartDie", "ThrowDice"},
    "Throw": {"ThrowDice", "PushDice", "AnswerPush"},
    "ExtraThrow": {"ThrowDice"},
    "WinColumn": {"Tap", "KeepPiles"},
    "Collect": {"CollectSets"},
    "TakeAccio": {"TakeAccio"},
    "StackTower": {"StackTower"},
    "EndTurn": {"EndTurn"},
}


@pytest.mark.parametrize("awaited", get_args(awaits.Await), ids=lambda one: str(one.__name__))
def test_everything_awaited_is_told(awaited: type) -> None:
    assert awaited.kind in ASKED  # type: ignore[attr-defined]


def test_every_move_has_its_messages_and_every_message_its_move() -> None:
    assert {one.__name__ for one in get_args(moves.Move)} == set(ANSWERED_BY)
    assert set().union(*ANSWERED_BY.values()) == ANSWERS
