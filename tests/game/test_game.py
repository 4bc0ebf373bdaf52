"""A game in one object: pushed, taken back, thrown, recorded, and read back from its texts."""

from random import Random

import pytest
from games import play_out

from kessel.errors import BadValue, DiceDoNotAddUp, IllegalMove, NotAwaited
from kessel.game import Game, board_text
from kessel.record import RecordMismatch
from kessel.rules.awaits import AwaitChoice, AwaitStartDie, AwaitThrow
from kessel.rules.edition import EDITIONS
from kessel.rules.engine import awaited, legal_moves
from kessel.rules.events import Collected, Started
from kessel.rules.moves import EndTurn, ExtraThrow, Landing, StartDie, Throw
from kessel.rules.positions import read_state
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, arena_of, dice_in
from kessel.throws.ideal import IdealDice
from kessel.throws.placing import placed

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
