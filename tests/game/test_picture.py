"""The picture of a position is well-formed, and shows every die where it lies."""

import math
import re
from xml.etree import ElementTree

import pytest

from kessel.errors import BadValue
from kessel.game import Game, Svg, board_svg
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
