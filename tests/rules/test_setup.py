"""Games and positions that are set up."""

from typing import Any

import pytest

from kessel.errors import BadValue, UnknownOption
from kessel.rules.options import Options
from kessel.rules.setup import Hand, new_game, position

OUT = Hand(eliminated=True)


def test_a_preset_may_stand_in_the_edition() -> None:
    assert new_game("harry-potter:fr", 2).options.relashio_throwers == "others"


def test_the_power_element_cannot_be_given() -> None:
    with pytest.raises(BadValue, match="the starting die decides"):
        new_game("impact-power", 2, elements=["fire"])


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: position("strike-2020", [0, 3], ("2",)), "must have a die"),
        (lambda: position("strike-2020", [3, OUT], ("2",)), "at least two players"),
        (lambda: position("harry-potter", [3, 3], (("accio",),)), "two faces or more"),
        (lambda: position("harry-potter", [3, 3], ((),)), "not an empty one"),
        (lambda: position("strike-2020", [3, 3], ("2",), direction=2), "1 .clockwise. or -1"),
        (lambda: position("strike-2020", [3, 3], ("X",)), "a visible X never lies"),
        (lambda: position("strike-2020", [3, 3], (("2", "3"),)), "has no towers"),
        (lambda: position("impact-power", [3, 3], ("fire",)), "exactly one active element"),
    ],
)
def test_impossible_positions_are_refused(make: Any, reason: str) -> None:
    with pytest.raises(BadValue, match=reason):
        make()


def test_options_may_be_given_ready_made() -> None:
    options = new_game("strike-2020", 2, {"supply": "hidden"}).options
    assert new_game("strike-2020", 2, options).options.supply == "hidden"


@pytest.mark.parametrize("arena", ["4,5", (4, 5), [("4", 5)], None, ("4", ["5"])], ids=repr)
def test_an_arena_is_faces_and_towers(arena: Any) -> None:
    with pytest.raises(BadValue, match="an arena is faces and towers"):
        position("strike-2020", [2, 3], arena)


def test_ready_made_options_have_values_that_the_edition_knows() -> None:
    for options in (Options(supply="zzz"), Options(cocked=5)):  # type: ignore[arg-type]
        with pytest.raises(BadValue, match="in strike-2020 it is"):
            new_game("strike-2020", 2, options)
    with pytest.raises(BadValue, match="start_die='placed': in impact-power it is thrown"):
        new_game("impact-power", 2, Options())
    with pytest.raises(UnknownOption, match="there is no option 5"):
        new_game("strike-2020", 2, {5: "x"})  # type: ignore[dict-item]
