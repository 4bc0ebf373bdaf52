"""A game in one object: pushed, taken back, thrown, recorded, read back from its texts, and
drawn."""

import math
import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from games import play_out

from kessel.errors import BadValue, DiceDoNotAddUp, IllegalMove, NotAwaited
from kessel.game import Game, Svg, board_svg, board_text
from kessel.game.picture import box_parts, half_width, mat_of
from kessel.record import RecordMismatch
from kessel.rules.awaits import AwaitChoice, AwaitStartDie, AwaitThrow
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.engine import awaited, legal_moves
from kessel.rules.events import Collected, Started
from kessel.rules.moves import EndTurn, ExtraThrow, Landing, StartDie, Throw
from kessel.rules.positions import read_state
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, LyingDie, arena_of, dice_in
from kessel.throws.ideal import IdealDice
from kessel.throws.placing import placed
from kessel.throws.pose import Pose

EVAL = {"Game": Game, "read_state": read_state}


def a_game(edition: str = "strike-2020", players: int = 2, seed: int = 1) -> Game:
    """A whole game by chance, moves only."""
    game = Game(edition, players)
    for _, move, _ in play_out(game.state, Random(seed)):
        game.push(move)
    return game


def two_dice(game: Game, *faces: str) -> DiceAtRest:
    at_rest: DiceAtRest = ()
    for number, face in enumerate(faces):
        at_rest = placed(game.state.edition, at_rest, number, face, 0.03 * number - 0.03, 0.01)
    return at_rest


def test_a_move_is_pushed_and_taken_back() -> None:
    game = Game("strike-2020", players=2)
    start = game.state
    assert game.push(StartDie("4")) == (Started("4", ()),)
    assert game.awaited == AwaitThrow(0, ("1",))
    assert game.push("throw 1: 4 6") == game.events
    assert isinstance(game.awaited, AwaitChoice)
    assert game.legal == (EndTurn(), Throw("1"))
    assert game.pop() == Throw("1", Landing(("4", "6")))
    assert game.pop() == StartDie("4")
    assert game.state == start
    assert game.history == ()
    assert game.last is None
    assert game.events == ()
    with pytest.raises(BadValue, match="no move to take back"):
        game.pop()


def test_an_illegal_move_changes_nothing() -> None:
    game = Game("strike-2020", players=2)
    game.push("start 4")
    before = game.state
    for move, error in (
        ("end", NotAwaited),
        ("throw all: 4 6", IllegalMove),
        ("throw 1: 4", DiceDoNotAddUp),
    ):
        with pytest.raises(error):
            game.push(move)
    assert game.state is before
    assert len(game.history) == 1


def test_the_history_tells_every_step() -> None:
    game = a_game()
    assert game.history[0].before == game.start
    for one, after in zip(game.history, game.history[1:], strict=False):
        assert one.state == after.before
    last = game.last
    assert last is not None
    assert last.events == game.events
    assert str(game.history[0]).startswith("start ")
    assert game.is_over
    assert game.winners == game.state.winners
    assert game.legal == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_text_forms_read_back(edition: str) -> None:
    game = a_game(edition, 3, seed=7)
    assert eval(repr(game), EVAL).history == game.history
    for played in game.history:
        state = played.state
        assert read_state(str(state)) == state
        assert eval(repr(state), EVAL) == state
    again = Game.from_record(game.export())
    assert again.history == game.history
    assert again.export() == game.export()
    assert again.record() == game.record()


def test_names_are_kept() -> None:
    game = Game("strike-2020", names=["Ann", "Ben"])
    game.push("start 4")
    assert Game.from_record(game.export()).names == ("Ann", "Ben")
    assert eval(repr(game), EVAL).names == ("Ann", "Ben")
    assert Game("strike-2020").names == ("A", "B")
    with pytest.raises(BadValue, match="as many names"):
        Game("strike-2020", names=["Ann"])


def test_a_record_against_the_rules_is_refused() -> None:
    text = a_game().export()
    assert "end A" in text
    with pytest.raises(RecordMismatch):
        Game.from_record(text.replace("= end A", "= end B", 1))


def test_it_says_what_happened_in_words() -> None:
    game = Game("strike-2020", names=["Ann", "Ben"])
    assert game.said() == ()
    game.push("start 4")
    game.push("throw 1: 4 4")
    assert "Ann takes 2" in game.said()[0].replace("\xa0", " ")
    assert game.said("de") != game.said("en")


def test_a_copy_goes_its_own_way() -> None:
    game = Game("strike-2020", names=["Ann", "Ben"])
    game.push("start 4")
    assert str(game) == board_text(game.state, game.names)
    other = game.copy()
    other.push("throw 1: 4 6")
    assert len(game.history) == 1
    assert other.names == game.names
    other.pop()
    assert repr(other) == repr(game)


# --- where the dice lie -------------------------------------------------------------------------


def test_it_follows_the_dice_it_is_told_of() -> None:
    game = Game("strike-2020")
    start = two_dice(game, "4")
    game.push("start 4", start)
    assert game.layout == start
    lying = two_dice(game, "4", "6", "X")
    game.push(Throw("1", Landing(("4", "6"))), two_dice(game, "4", "6"))
    game.push(Throw("1", Landing(("4", "6", "X"))), lying)
    assert [die.die for die in dice_in(game.layout or ())] == [0, 1]
    assert game.layout == lying[:2]
    game.pop()
    assert game.layout == two_dice(game, "4", "6")


def test_without_being_told_it_does_not_know() -> None:
    game = Game("strike-2020")
    assert game.layout == ()
    game.push("start 4")
    assert game.layout is None
    game.push("throw 1: 4 6")
    assert game.layout is None
    game.push("throw 1: 6 6; out 1")
    assert game.layout == ()
    assert any(isinstance(event, Collected) for event in game.events)


def test_a_layout_that_shows_other_faces_is_refused() -> None:
    game = Game("strike-2020")
    game.push("start 4")
    with pytest.raises(BadValue, match="the layout shows"):
        game.push("throw 1: 4 6", two_dice(game, "4", "5"))
    assert len(game.history) == 1


# --- throwing -----------------------------------------------------------------------------------


def test_a_thrower_throws_what_is_awaited() -> None:
    game = Game("strike-2020")
    assert isinstance(game.awaited, AwaitStartDie)
    while not game.state.arena:  # thrown again on X
        game.throw(IdealDice(), seed=len(game.history))
    assert game.layout is not None
    events = game.throw(IdealDice(), {0: ("1", Aim.of_strength("wild"))})
    assert events == game.events
    assert arena_of(game.layout) == game.state.arena


def test_several_throw_at_once() -> None:
    game = Game.from_state("harry-potter hands=4,4,4 arena=relashio,accio")
    game.push("throw 1: relashio relashio accio")
    assert set(game.units) == {0, 1, 2}
    game.throw(IdealDice(strike=0.0, loss=0.0))
    last = game.last
    assert last is not None
    assert isinstance(last.move, ExtraThrow)
    assert set(last.move.units) == {0, 1, 2}


def test_a_throw_nobody_awaits_is_refused() -> None:
    game = Game("strike-2012")  # the starting die is placed
    with pytest.raises(NotAwaited, match="waits for the starting die, not for a throw"):
        game.throw(IdealDice())
    game.push("start 4")
    for casts in ({}, {1: ("1", Aim())}, {0: ("all", Aim())}):
        with pytest.raises(BadValue, match="0: 1; not"):
            game.throw(IdealDice(), casts)


@pytest.mark.parametrize("edition", EDITIONS)
def test_awaited_and_legal_are_those_of_the_rules(edition: str) -> None:
    game = Game(edition, 4)
    for before, move, _ in play_out(game.state, Random(5)):
        assert game.awaited == awaited(before)
        assert game.legal == tuple(legal_moves(before))
        game.push(move)
    assert game.units == {}


def test_a_game_begins_at_no_state_in_which_nobody_can_move() -> None:
    state = read_state("strike-2020 hands=2,3 arena=4")
    with pytest.raises(BadValue, match="must have a die"):
        Game.from_state(state._replace(hands=(0, 3)))


def test_no_throw_is_made_once_it_is_over() -> None:
    game = Game.from_state("strike-2020 hands=3,0 phase=over winners=A eliminated=B")
    with pytest.raises(NotAwaited, match="the game is over"):
        game.throw(IdealDice())


# --- Its picture is well-formed, and shows every die where it lies --------------------------------

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
