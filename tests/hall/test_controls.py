"""Every answer to what the rules can wait for can be sent."""

from typing import get_args

from kessel.messages.client import ClientMessage
from kessel.messages.playing import Action
from kessel.rules import moves

ANSWERS = {one.__name__ for one in get_args(ClientMessage) if issubclass(one, Action)}
ANSWERED_BY = {
    "StartDie": {"AnswerGame", "ThrowDice"},
    "Throw": {"ThrowDice", "PushDice", "AnswerPush"},
    "ExtraThrow": {"ThrowDice"},
    "WinColumn": {"Tap", "KeepPiles"},
    "Collect": {"AnswerGame"},
    "TakeAccio": {"AnswerGame"},
    "StackTower": {"AnswerGame"},
    "EndTurn": {"AnswerGame"},
}


def test_every_move_has_its_messages_and_every_message_its_move() -> None:
    assert {one.__name__ for one in get_args(moves.Move)} == set(ANSWERED_BY)
    assert set().union(*ANSWERED_BY.values()) == ANSWERS
