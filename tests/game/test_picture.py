"""The picture of a position is well-formed, and shows every die where it lies."""

import math
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from kessel.errors import BadValue
from kessel.game import Game, Svg, board_svg, board_text
from kessel.game.picture import box_parts, half_width, mat_of
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.positions import read_state
from kessel.throws.at_rest import LyingDie
from kessel.throws.placing import placed
from kessel.throws.pose import Pose

NS = {"svg": "http://www.w3.org/2000/svg"}


def dice(svg: str) -> list[tuple[str, float, float, float]]:
    """Face, x, y and turn of every die in a picture."""
    found = []
    for group in ElementTree.fromstring(svg).findall("svg:g", NS):
        numbers = [float(n) for n in re.findall(r"-?\d+\.?\d*", group.attrib["transform"])]
        title = group.find("svg:title", NS)
        assert title is not None
        assert title.text is not None
        x, y, turn = numbers
        found.append((title.text, x, y, turn))
    return found


def test_dice_are_drawn_where_they_lie() -> None:
    edition = find_edition("strike-2020")
    at_rest = placed(edition, (), 3, "4", 0.02, 0.01, math.radians(30))
    state = read_state("strike-2020 hands=3,5 arena=4")
    ((face, x, y, turn),) = dice(board_svg(state, at_rest))
    assert (face, x, y) == ("4", 20.0, -10.0)
    assert abs(math.remainder(turn + 30, 90)) < 0.1


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_face_of_every_edition_can_be_drawn(edition: str) -> None:
    box = find_edition(edition)
    state = Game(edition).state._replace(arena=box.faces)
    svg = board_svg(state)
    assert [face for face, *_ in dice(svg)] == list(box.faces)
    places = {(x, y) for _, x, y, _ in dice(svg)}
    assert len(places) == len(box.faces)
    signs = svg.count("<path")
    assert signs >= len(box.faces) - (1 if box.family == "impact" else 0)


def test_a_tower_is_drawn_die_by_die_with_its_height() -> None:
    state = read_state("harry-potter hands=3,5 arena=accio/confundo/accio,immobulus")
    svg = board_svg(state)
    assert [face for face, *_ in dice(svg)] == ["accio", "confundo", "accio", "immobulus"]
    assert ">3</text>" in svg


def test_names_and_supplies_stand_below_and_are_escaped() -> None:
    state = read_state("strike-2020 hands=3,5 arena=4 turn=B>")
    svg = board_svg(state, names=["<Ann>", "Ben & Co"])
    texts = [t.text for t in ElementTree.fromstring(svg).findall("svg:text", NS)]
    assert [str(text).strip() for text in texts] == ["<Ann>: 3", "▸ Ben & Co: 5"]


def test_notebooks_show_a_game_and_a_picture() -> None:
    game = Game("impact")
    game.push("start fire")
    assert game._repr_svg_() == board_svg(game.state, game.layout)
    assert Svg("<svg/>")._repr_svg_() == "<svg/>"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_box_can_stand_in_a_larger_picture(edition: str) -> None:
    found = find_edition(edition)
    rim, _, mat = box_parts(found, ())
    corners = [pair.split(",") for pair in rim.split('"')[1].split()]
    assert max(abs(float(number)) for corner in corners for number in corner) == pytest.approx(
        half_width(found), abs=0.06
    )
    assert mat_of(found) in mat


def test_faces_of_no_edition_are_refused() -> None:
    lying = ((LyingDie(0, "zzz", Pose.at((0.0, 0.0, 0.0))),),)
    with pytest.raises(BadValue, match="'zzz' is not a face of strike-2020"):
        board_svg("strike-2020 hands=2,3 arena=4", lying)


# --- a position as lines of text ------------------------------------------------------------------


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
