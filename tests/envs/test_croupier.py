"""A game in play: where it begins, who acts, and going back to where it was."""

from random import Random
from typing import Any

import numpy as np
import pytest

from kessel.bots.bot import Answer, Sight
from kessel.envs.croupier import Croupier, starting_state, strengths
from kessel.errors import BadValue, IllegalMove
from kessel.game.arguments import make_bots, make_dice
from kessel.rules.edition import EDITIONS
from kessel.rules.moves import EndTurn, Landing
from kessel.rules.positions import read_state
from kessel.rules.state import GameState
from kessel.solver.chance import IdealChance
from kessel.solver.dice import ModelDice
from kessel.throws.at_rest import DiceAtRest, arena_of
from kessel.throws.dice import Casts, Landed
from kessel.throws.ideal import IdealDice


def test_where_games_begin() -> None:
    assert starting_state("impact", 4).hands == (6, 6, 6, 6)
    small = starting_state("strike-2020", hands=(2, 3))
    assert (small.hands, small.total_dice()) == ((2, 3), 26)
    line = "strike-2020 hands=2,3 arena=4"
    assert starting_state(position=line) == starting_state(position=read_state(line))
    assert starting_state(hands=(2, 3, 1)).players == 3
    with pytest.raises(BadValue, match="2 players hold one die or more"):
        starting_state(hands=(0, 3))
    with pytest.raises(BadValue, match="2 players hold one die or more"):
        starting_state(players=2, hands=(2, 2, 2))
    with pytest.raises(BadValue, match="one of 2 players, not of 3"):
        starting_state(players=3, position=line)
    with pytest.raises(BadValue, match="40 dice; a box of strike-2020 has 26"):
        starting_state(position="strike-2020 hands=20,19 arena=4")


@pytest.mark.parametrize("players", [0, "", [], 2.0, "2"])
def test_players_are_a_number(players: Any) -> None:
    with pytest.raises(BadValue, match="strike-2020 is for 2 to 5 players, not"):
        starting_state(players=players)


@pytest.mark.parametrize("hands", [5, "23", (2.5, 2), (float("nan"), 2), ("2", 2), [None]])
def test_hands_are_whole_numbers(hands: Any) -> None:
    with pytest.raises(BadValue, match="hands are a list with a whole number of dice"):
        starting_state(hands=hands)


def test_numbers_of_numpy_are_numbers() -> None:
    state = starting_state(players=np.int64(2), hands=np.array([2, 3]))  # type: ignore[arg-type]
    assert state == starting_state(hands=(2, 3))
    assert all(type(hand) is int for hand in state.hands)
    assert Croupier(state, "ideal", np.int64(1)).is_cut_short is False  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("edition", {"edition": "harry-potter"}),
        ("hands", {"hands": (5, 5)}),
        ("options", {"options": "supply:hidden"}),
        ("edition and options and hands",
         {"edition": "harry-potter", "options": {"supply": "hidden"}, "hands": (5, 5)}),
    ],
)  # fmt: skip
def test_nothing_beside_a_position_contradicts_it(named: str, told: dict[str, Any]) -> None:
    with pytest.raises(BadValue, match=f"^{named} beside a position contradict it"):
        starting_state(**told, position="strike-2020 hands=2,3 arena=4")


def test_the_same_may_be_said_beside_a_position() -> None:
    line = "harry-potter hands=2,3 arena=accio options=supply:hidden"
    state = starting_state("harry-potter", 2, "supply:hidden", hands=(2, 3), position=line)
    assert state == starting_state(position=line) == starting_state("harry-potter", position=line)
    with pytest.raises(BadValue, match="options beside a position"):
        starting_state("harry-potter:fr", position=line)
    agreed = "impact-avatar hands=2,3 arena=- elements=fire,stone"
    starting_state(elements=("stone", "fire"), position=agreed)
    with pytest.raises(BadValue, match="elements beside a position"):
        starting_state(elements=("air", "fire"), position=agreed)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bots_play_whole_games(edition: str) -> None:
    elements = EDITIONS[edition].agreeable or None
    options = {"piles_after_column": "owner_choice"} if edition == "impact-avatar" else None
    croupier = Croupier(starting_state(edition, 3, options, elements), "measured")
    bots, minds = make_bots(("gambler", "careful", "rule"), 3), Random(3)
    for seed in range(10):
        croupier.begin(Random(seed))
        while not croupier.is_over:
            croupier.ask(bots[croupier.actor], minds)
        assert croupier.state.winners


def test_a_bot_that_cheats_is_told() -> None:
    class Lazy:
        """Stops before it has thrown."""

        def answer(self, sight: Sight, chance: Random) -> Answer:
            return Answer(EndTurn())

    croupier = Croupier(starting_state(), "ideal")
    with pytest.raises(IllegalMove, match="may answer throw 1"):
        croupier.ask(Lazy(), Random(0))


def test_going_back_meets_the_same_dice() -> None:
    croupier = Croupier(starting_state("harry-potter", 3), "measured")
    chance = Random(4)
    croupier.begin(Random(4))
    for _ in range(5):
        croupier.act(croupier.legal[-1])
    saved, ways = croupier.save(), []
    for _ in range(2):
        croupier.restore(saved)
        chance.seed(1)
        while not croupier.is_over:
            croupier.act(chance.choice(croupier.legal))
        ways.append((croupier.node, croupier.actions))
    assert ways[0] == ways[1]
    croupier.restore(saved)
    croupier.chance.seed(99)
    while not croupier.is_over:
        croupier.act(croupier.legal[-1])
    assert croupier.node != ways[0][0]


def test_a_game_may_be_cut_short() -> None:
    croupier = Croupier(starting_state(), "ideal", longest=2)
    assert not croupier.is_cut_short
    for _ in range(2):
        croupier.act(croupier.legal[-1])
    assert croupier.is_cut_short
    wrong: Any
    for wrong in (0, -1, "9", 2.5):
        with pytest.raises(BadValue, match="at least one"):
            Croupier(starting_state(), "ideal", longest=wrong)
    with pytest.raises(BadValue, match="what `save` returned, not from 5"):
        croupier.restore(5)


# --- dice of all kinds resolve chance nodes -------------------------------------------------------


STRIKE = EDITIONS["strike-2020"]


def test_strengths_that_make_a_difference() -> None:
    ideal, measured = make_dice("ideal", STRIKE), make_dice("measured", STRIKE)
    assert (strengths(ideal), strengths(measured)) == ((1,), (0, 1, 2))
    assert strengths(ModelDice(IdealChance())) == (1,)
    assert strengths(IdealDice()) == (0, 1, 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_dice_that_lie_somewhere_are_followed(edition: str) -> None:
    """Five games of each edition, random actions."""
    chance = Random(2)
    elements = EDITIONS[edition].agreeable or None
    for seed in range(5):
        croupier = Croupier(starting_state(edition, 3, elements=elements), IdealDice())
        croupier.begin(Random(seed))
        while not croupier.is_over:
            lying = croupier.node.layout
            assert lying is not None
            assert arena_of(lying) == croupier.state.arena
            croupier.act(chance.choice(croupier.legal))


def test_a_start_die_that_leaves_is_thrown_again() -> None:
    start = starting_state("strike-2020", options={"start_die_x": "rethrow"})
    croupier = Croupier(start, IdealDice(loss=0.9))
    for seed in range(10):
        croupier.begin(Random(seed))
        assert len(croupier.node.layout or ()) == 1


def test_dice_of_a_planner_fall_as_it_likes() -> None:
    class Sixes:
        """Every throw strikes nothing and shows a six."""

        def land(
            self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
        ) -> Landed:
            return Landed(Landing((*state.arena, "6")))

    start = starting_state(position="strike-2020 hands=2,3 arena=4,6")
    croupier = Croupier(start, Sixes())
    croupier.act(croupier.legal[0])
    assert croupier.state.hands == (3, 3)


def test_the_physics_throws() -> None:
    croupier = Croupier(starting_state("harry-potter", 2), "physics")
    chance = Random(1)
    for _ in range(6):
        croupier.act(chance.choice(croupier.legal))
        assert arena_of(croupier.node.layout or ()) == croupier.state.arena
