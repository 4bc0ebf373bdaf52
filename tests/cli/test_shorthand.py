"""What is typed at the table, key by key, and the move that it means."""

from typing import Any

import pytest

from kessel.cli.shorthand import Shorthand
from kessel.rules.engine import apply
from kessel.rules.moves import Landing, Throw
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState
from kessel.words import Speaker

NAMES = ("Ann", "Ben", "Bea")


def never(missing: int) -> bool:
    raise AssertionError(f"nobody is asked about {missing} dice")


def strike() -> GameState:
    """Ann may go on: a 2, a 3 and a 5 lie there."""
    opened = position("strike-2020", [Hand(4)] * 3, ("2", "3"))
    return apply(opened, Throw("1", Landing(("2", "3", "5")))).state


def stones() -> GameState:
    return position("impact-power", [Hand(1, (3,)), Hand(2)], ("fire",), elements=["stone"])


def read(text: str, state: GameState, confirm: Any = never) -> object:
    return Shorthand(state.edition, NAMES).read(text, state, confirm)


@pytest.mark.parametrize(
    ("typed", "landing"),
    [
        ("2354", Landing(("2", "3", "5", "4"))),
        ("2, 3; 5 x", Landing(("2", "3", "5", "X"))),
        ("23o5", Landing(("2", "3", "5"), out=1)),
        ("235~4", Landing(("2", "3", "5", "4"), cocked=1)),
    ],
)
def test_faces_by_one_key_each(typed: str, landing: Landing) -> None:
    assert read(typed, strike()) == Throw("1", landing)


def test_towers_are_in_brackets_from_the_bottom() -> None:
    wizards = position("harry-potter", [Hand(3), Hand(3)], (("relashio", "accio"),))
    assert read("[ra]c", wizards) == Throw("1", Landing((("relashio", "accio"), "confundo")))
    keys = Shorthand(wizards.edition, NAMES)
    speaker = Speaker(wizards.edition.id)
    assert keys.arena(wizards.arena, speaker) == "[ra]"
    assert "a=Accio" in keys.legend(speaker)


def hint(state: GameState, language: str = "en") -> str:
    return Shorthand(state.edition, NAMES).hint(state, Speaker(state.edition.id, NAMES, language))


def test_a_hint_promises_nothing_that_would_be_refused() -> None:
    """A die that is placed does not fly out, and an Accio of the French booklet is a duty."""
    assert "flew out" in hint(new_game("strike-2020", 2))
    assert "flew out" not in hint(new_game("strike-2012", 2))
    for name, may_decline in (("harry-potter", True), ("harry-potter:fr", False)):
        state = position(name, [Hand(3), Hand(3)], ("accio", "confundo"))
        state = apply(state, "throw 1: accio accio confundo").state
        assert ("none" in hint(state)) is may_decline


def test_what_is_said_of_piles_stands_before_the_colon() -> None:
    assert hint(stones()).endswith("cauldron (p1: fw throws pile 1):")
    assert hint(stones(), "fr").endswith(" (p1: fw lance la pile 1)\u00a0:")
