"""What must hold in every game of every edition under every option."""

from copy import copy
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from games import Setup, play_out, random_move, random_setup, setups
from hypothesis import given, settings

from kessel.errors import BadValue, NotAwaited
from kessel.rules.awaits import Over
from kessel.rules.edition import EDITIONS, Edition
from kessel.rules.engine import apply, awaited, legal_moves
from kessel.rules.moves import EndTurn, ExtraThrow, Landing, StartDie, Throw
from kessel.rules.notation import move_text, read_move
from kessel.rules.positions import read_state, state_text
from kessel.rules.reading import explain, read_position
from kessel.rules.setup import new_game
from kessel.rules.state import seen_supplies
from kessel.words import Speaker

if TYPE_CHECKING:
    from kessel.rules.state import GameState


GAMES_PER_EDITION = 60


@given(setups())
@settings(max_examples=200, deadline=None)
def test_dice_are_conserved_in_every_step(setup: Setup) -> None:
    for state, _, step in setup.play():
        assert step.state.total_dice() == state.total_dice() == setup.edition.dice
        assert min(step.state.hands) >= 0
        assert all(size > 1 for piles in step.state.piles for size in piles)


@given(setups())
@settings(max_examples=100, deadline=None)
def test_there_is_a_legal_move_until_the_game_is_over(setup: Setup) -> None:
    end = setup.start()
    for state, _, step in setup.play():
        end = step.state
        some = list(islice(legal_moves(state), 50))
        assert some
        for move in some:
            if not isinstance(move, Throw | ExtraThrow):
                apply(state, move)
    assert not list(legal_moves(end))
    assert awaited(end) == Over(end.winners)
    with pytest.raises(NotAwaited, match="the game is over"):
        apply(end, EndTurn())
    with pytest.raises(AssertionError, match="over"):
        random_move(end, Random(0))


@given(setups())
@settings(max_examples=100, deadline=None)
def test_texts_of_moves_and_positions_read_back(setup: Setup) -> None:
    for state, move, step in setup.play():
        assert read_state(state_text(state)) == state
        assert read_move(move_text(move)) == move
        assert hash(read_move(move_text(move))) == hash(move)
        assert all(hash(event) == hash(copy(event)) for event in step.events)
        for decision in islice(legal_moves(state), 5):
            assert read_move(move_text(decision)) == decision


@given(setups())
@settings(max_examples=100, deadline=None)
def test_a_step_leaves_the_state_before_as_it_was(setup: Setup) -> None:
    for state, move, step in setup.play():
        text = state_text(state)
        assert apply(state, move) == step
        assert state_text(state) == text


@given(setups())
@settings(max_examples=60, deadline=None)
def test_every_position_and_step_can_be_said_in_words(setup: Setup) -> None:
    speaker = Speaker(setup.edition.id, setup.names)
    for state, move, step in setup.play():
        for remark in (*read_position(state), *explain(state, move, step)):
            said = speaker.say_why(remark)
            assert "{" not in said
            assert "None" not in said


@given(setups())
@settings(max_examples=60, deadline=None)
def test_the_eliminated_hold_nothing_and_the_points_fit(setup: Setup) -> None:
    states = [step.state for _, _, step in setup.play()]
    for state in states:
        assert all(not state.supply(player) for player in state.eliminated)
        assert all((state.points[s] is None) == state.in_game(s) for s in range(state.players))
    assert bool(states[-1].winners) or setup.options.get("double_ko") == "replay"


@given(setups())
@settings(max_examples=40, deadline=None)
def test_a_player_sees_no_hidden_supply_but_its_own(setup: Setup) -> None:
    for state, _, _ in setup.play():
        for viewer in (None, *range(state.players)):
            seen = seen_supplies(state, viewer)
            for player, dice in enumerate(seen):
                open_to_all = state.options.supply == "open" or not state.supply(player)
                assert dice == (state.supply(player) if open_to_all or player == viewer else None)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_games_come_to_an_end(edition: Edition) -> None:
    chance = Random(f"end of {edition.id}")
    for _ in range(GAMES_PER_EDITION):
        steps = list(islice(random_setup(chance, edition).play(), 2000))
        assert steps[-1][2].state.is_over


def test_other_faces_and_other_moves_are_refused_everywhere() -> None:
    state = new_game("strike-2020", 2)
    with pytest.raises(BadValue, match="its faces are X 2 3 4 5 6"):
        apply(state, StartDie("fire"))
    with pytest.raises(BadValue, match="is not a move"):
        apply(state, 4)  # type: ignore[arg-type]
    started = apply(state, StartDie("4")).state
    with pytest.raises(BadValue, match="'lightning' is not a face"):
        apply(started, Throw("1", Landing(("4", "lightning"))))


def test_a_hidden_supply_is_shown_when_the_game_is_over() -> None:
    *_, (_, _, step) = play_out(new_game("strike-2020", 3, {"supply": "hidden"}), Random(1))
    state: GameState = step.state
    assert seen_supplies(state, None) == tuple(state.supply(player) for player in range(3))


# --- the games themselves -------------------------------------------------------------------------


def test_every_kind_of_move_comes_up() -> None:
    """40 games each of the two editions with effects that ask for most."""
    kinds = {
        type(move).__name__
        for edition in ("harry-potter", "impact-avatar")
        for seed in range(40)
        for _, move, _ in play_out(
            new_game(edition, 2, elements=["fire", "lightning"] if "impact" in edition else None),
            Random(seed),
        )
    }
    assert kinds >= {"StartDie", "Throw", "EndTurn", "ExtraThrow", "WinColumn"}
    assert kinds >= {"TakeAccio", "StackTower"}


def test_dice_are_lost_and_cocked_now_and_then() -> None:
    landings = [
        move.landing
        for seed in range(60)
        for _, move, _ in play_out(new_game("strike-2020", 4), Random(seed))
        if isinstance(move, Throw) and move.landing is not None
    ]
    assert any(landing.out for landing in landings)
    assert any(landing.cocked for landing in landings)
