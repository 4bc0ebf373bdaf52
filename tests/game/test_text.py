"""A position as lines of text."""

from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.game import board_text
from kessel.rules.positions import read_state


def lines(text: str, *names: str) -> list[str]:
    return board_text(read_state(text), names).splitlines()[1:]


def test_piles_and_players_who_are_out_are_told() -> None:
    shown = lines("impact-power hands=2+3,5,0 arena=fire,water elements=stone eliminated=C:0")
    assert shown == ["  arena  fire water", "> A      2 + 3", "  B      5", "  C      out"]


def test_long_names_and_an_empty_arena() -> None:
    assert lines("strike-2020 hands=3,5", "Ann", "Bartholomew") == [
        "  arena        -",
        "> Ann          3",
        "  Bartholomew  5",
    ]


def test_the_winner_is_marked() -> None:
    over = "strike-2020 hands=3,0 phase=over eliminated=B:1 winners=A"
    assert lines(over) == ["  arena  -", "  A      won", "  B      out"]


def test_a_tower_is_written_bottom_to_top() -> None:
    assert "accio/confundo" in lines("harry-potter hands=3,5 arena=accio/confundo")[0]


def test_it_speaks_other_languages() -> None:
    state = read_state("strike-2020 hands=3,5 arena=2")
    assert board_text(state, language="de") != board_text(state)


@pytest.mark.parametrize("viewer", [7, -1, "zzz", 2.5])
def test_a_viewer_is_a_player(viewer: Any) -> None:
    line = "strike-2020 hands=3,5 arena=2 options=supply:hidden"
    assert "B      ?" in board_text(line, viewer=0)
    with pytest.raises(BadValue, match=r"there is no player .*; players are 0 to 1"):
        board_text(line, viewer=viewer)
