"""Tables of Impact with effects at work: asked with states of the rules, and played by them."""

from collections.abc import Callable, Iterator
from itertools import product
from math import sqrt
from random import Random

import pytest
from solver.brute_force import landings

from kessel.bots.bot import Sight
from kessel.bots.exact import Exact
from kessel.bots.judge import Judge
from kessel.game import Game
from kessel.game import play as play_on
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import ONE, ExtraThrow, Throw, Unit, pile
from kessel.rules.positions import read_state
from kessel.rules.setup import Hand, position
from kessel.rules.state import GameState, Phase
from kessel.solver.chance import IdealChance
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.measured import shipped
from kessel.throws.ideal import IdealFaces

STRIKE, LOSS = 0.2, 0.1
MODEL = IdealChance(STRIKE, LOSS)
GAMES = 800

Solved = Callable[[str | None, int, int], ImpactTable]


@pytest.fixture(scope="module")
def solved() -> Solved:
    """Solve a game, once: the element, or none for all of them, players, and dice of each."""
    known: dict[tuple[str | None, int, int], ImpactTable] = {}

    def solve(element: str | None, players: int, hand: int) -> ImpactTable:
        key = (element, players, hand)
        if key not in known:
            edition = "impact-power" if element else "impact-avatar"
            known[key] = ImpactTable.solve(edition, element, players, MODEL, hand)
        return known[key]

    return solve


@pytest.mark.parametrize(
    ("element", "players", "hand"),
    [
        (None, 2, 4),
        ("fire", 3, 2),
        pytest.param("stone", 2, 4, marks=pytest.mark.long),
        pytest.param("water", 2, 4, marks=pytest.mark.long),
        pytest.param("air", 2, 4, marks=pytest.mark.long),
        pytest.param("fire", 2, 4, marks=pytest.mark.long),
        pytest.param("lightning", 2, 4, marks=pytest.mark.long),
        pytest.param("lightning", 3, 2, marks=pytest.mark.long),
    ],
)
def test_games_on_the_rules_agree(
    solved: Solved, element: str | None, players: int, hand: int
) -> None:
    """Every seat within four standard errors of 800 games in which all play the table."""
    table = solved(element, players, hand)
    bot = Exact(lambda *_: (None, MODEL), effects=lambda _: (table, MODEL))
    shown = [element] if element else list(find_edition("impact-avatar").symbols)
    starts = [
        position(table.about.edition, [Hand(hand)] * players, (one,), elements=element and [one])
        for one in shown
    ]
    dice = IdealFaces(STRIKE, LOSS)
    won = [0.0] * players
    for number in range(GAMES):
        start = Game.from_state(starts[number % len(starts)])
        winners = play_on(start, [bot] * players, dice, number)
        for winner in winners:
            won[winner] += 1 / len(winners)
    for wins, share in zip(won, table.about.chances, strict=True):
        assert abs(wins / GAMES - share) < 4 * sqrt(share * (1 - share) / GAMES)


def test_a_start_is_worth_what_the_seats_are_told(solved: Solved) -> None:
    for element, players in (("water", 2), ("stone", 2), ("fire", 3)):
        table = solved(element, players, 2)
        start = position("impact-power", [Hand(2)] * players, (element,), elements=[element])
        assert table.chances(start)["throw"] == pytest.approx(table.about.chances, abs=1e-12)


def test_chances_of_three_go_to_their_players(solved: Solved) -> None:
    """To stop is worth the next player's turn; whoever is out wins nothing."""
    three, of_two = solved("fire", 3, 2), solved("fire", 2, 3)
    game = "impact-power elements=fire arena=air,fire"
    mine = read_state(f"{game} hands=1,1,2 phase=choice turn=B>")
    theirs = read_state(f"{game} hands=1,1,2 turn=C>")
    assert three.chances(mine)["stop"] == pytest.approx(three.chances(theirs)["throw"], abs=1e-15)
    assert three.actions(mine)["stop"] == three.chances(mine)["stop"][1]
    left = read_state(f"{game} hands=0,1,2 phase=choice turn=B> eliminated=A")
    told = of_two.actions(read_state(f"{game} hands=1,2 phase=choice"))
    for name, chances in three.chances(left).items():
        assert chances[0] == 0.0
        assert chances[1] == pytest.approx(told[name], abs=1e-12)
        assert sum(chances) == pytest.approx(1.0)


@pytest.mark.parametrize("players", [2, 3])
def test_all_dice_are_thrown_onto_an_empty_arena(solved: Solved, players: int) -> None:
    hands = ",".join("212"[:players])
    state = read_state(f"impact-power elements=fire hands={hands}")
    table = solved("fire", players, 6 - players)
    assert list(table.chances(state)) == ["all"]
    assert list(table.chances(state._replace(phase=Phase.CHOICE))) == ["stop", "throw"]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("impact-power elements=fire arena=fire hands=2,2,2", True),
        ("impact-power elements=air arena=air hands=1,1,1", False),
        ("impact-power elements=fire arena=fire hands=2,2", False),
        ("impact-power elements=fire arena=fire hands=3,2,2", False),
        ("impact-power elements=fire arena=air hands=1,1,0 eliminated=C", True),
        ("impact-avatar arena=fire hands=1,1,1", False),
    ],
)
def test_only_positions_of_its_own_game_are_known(solved: Solved, text: str, known: bool) -> None:
    assert solved("fire", 3, 2).knows(read_state(text)) == known


@pytest.mark.parametrize(
    ("arena", "known"), [("water,air", True), ("water,water", True), ("air,air", False)]
)
def test_only_water_lies_beside_its_like(solved: Solved, arena: str, known: bool) -> None:
    lies = tuple(arena.split(","))
    state = position("impact-power", [Hand(2)] * 2, (), elements=["water"])._replace(arena=lies)
    assert solved("water", 2, 3).knows(state) == known


def test_a_game_of_other_elements_is_not_known(solved: Solved) -> None:
    """Avatar is solved with all five."""
    table = solved(None, 2, 2)
    hands = [Hand(2)] * 2
    assert table.knows(position("impact-avatar", hands, ("fire",)))
    agreed = position("impact-avatar", hands, ("fire",), elements=["fire", "air"])
    assert not table.knows(agreed)
    assert table.extra_unit(agreed, 1) is None


def test_stopping_leaves_the_other_its_best_throw(solved: Solved) -> None:
    water = solved("water", 2, 3)
    mine = read_state("impact-power hands=2,3 elements=water arena=water,air phase=choice")
    theirs = read_state("impact-power hands=3,2 elements=water arena=water,air")
    assert water.actions(mine)["stop"] == pytest.approx(1 - water.actions(theirs)["throw"])


def test_who_stops_where_the_other_lost_the_last_die_has_won(solved: Solved) -> None:
    """As after a storm. With three players the third is next."""
    two = read_state("impact-power hands=2,1 elements=lightning arena=air phase=choice")
    assert solved("lightning", 2, 2).actions(two._replace(hands=(2, 0)))["stop"] == 1.0
    three = read_state("impact-power hands=2,1,1 elements=lightning arena=air phase=choice")
    table = solved("lightning", 3, 2)
    assert not solved("fire", 3, 2).knows(three._replace(hands=(2, 0, 1)))
    first, second, third = table.chances(three._replace(hands=(2, 0, 1)))["stop"]
    assert second == 0.0
    of_two = read_state("impact-power hands=1,2 elements=lightning arena=air")
    told = solved("lightning", 2, 3).actions(of_two)["throw"]
    assert (third, first) == pytest.approx((told, 1.0 - told), abs=1e-12)


@pytest.fixture(scope="module")
def still() -> ImpactTable:
    """Nothing is struck and nothing leaves the arena."""
    return ImpactTable.solve("impact-power", "stone", 2, IdealChance(0.0, 0.0), 2)


def test_a_pile_is_thrown_as_a_whole(still: ImpactTable) -> None:
    """Two dice beside one: no pair in 21 of 36 throws. Who took a pair only loses to a last die
    that matches what was left, one in six at most."""
    state = position("impact-power", [Hand(0, (2,)), Hand(1)], ("water",), elements=["stone"])
    told = still.actions(state)
    assert list(told) == ["pile:0 throw"]
    assert 15 / 36 * 5 / 6 < told["pile:0 throw"] < 15 / 36


def test_a_pile_onto_nothing_is_poured(still: ImpactTable) -> None:
    """Two dice: a pair in 5 of 36 throws, and it wins unless the other's last die matches it."""
    state = position("impact-power", [Hand(0, (2,)), Hand(1)], (), elements=["stone"])
    assert still.actions(state).keys() == {"all"}


@pytest.mark.parametrize(
    ("hands", "arena"), [("1,2+2", "lightning,lightning"), ("2,1+2", "fire,lightning,lightning")]
)
def test_in_a_storm_the_other_throws_what_is_best_for_it(
    solved: Solved, hands: str, arena: str
) -> None:
    """By the table, and by what both ways lead to on the rules."""
    table = solved(None, 2, 4)
    line = f"impact-avatar hands={hands} arena={arena} phase=extra before=lightning"
    state = read_state(line)
    worth = {unit: _thrown_in_storm(table, state, unit) for unit in (ONE, pile(0))}
    best = max(worth, key=lambda unit: worth[unit])
    assert abs(worth[ONE] - worth[pile(0)]) > 0.001
    assert table.extra_unit(state, 1) == best
    bot = Exact(lambda *_: (None, MODEL), effects=lambda _: (table, MODEL))
    answer = bot.answer(Sight(1, state), Random(1))
    assert isinstance(answer.move, Throw)
    assert answer.move.unit == best


def _thrown_in_storm(table: ImpactTable, state: GameState, unit: Unit) -> float:
    """The other's chance, by every way in which dice can come to lie."""
    dice = state.unit_size(1, unit)
    arena = tuple(sorted(map(str, state.arena)))
    judge = Judge(table, MODEL)
    return sum(
        chance * judge.chance(apply(state, ExtraThrow({1: unit}, lies)).state, 1)
        for lies, chance in landings(arena, dice, state.edition.faces, STRIKE, LOSS)
    )


def test_where_one_unit_is_as_good_as_another_nothing_is_said_of_storms(solved: Solved) -> None:
    state = read_state("impact-power hands=1,2 elements=lightning arena=lightning,lightning")
    assert solved("lightning", 2, 2).extra_unit(state._replace(phase=Phase.EXTRA), 1) is None


def test_a_player_who_is_indifferent_mixes_as_the_solution_has_it() -> None:
    """Three players with air, over the measured model: so the others have nothing to gain."""
    model = shipped("cauldron")
    table = ImpactTable.solve("impact-power", "air", 3, model, 3)
    bot = Exact(lambda *_: (None, model), effects=lambda _: (table, model))
    mixing = [state for state in _choices(table) if len(table.shares(state)) > 1]
    assert mixing
    for state in mixing:
        shares, told = table.shares(state), table.actions(state)
        assert sum(shares.values()) == pytest.approx(1.0)
        worth = [told[action] for action in shares]
        assert max(worth) - min(worth) < 1e-11
        assert max(told.values()) - max(worth) < 1e-11
        played = {type(bot.answer(Sight(0, state), Random(n)).move) for n in range(200)}
        assert len(played) == len({"stop" if one == "stop" else "throw" for one in shares})


def _choices(table: ImpactTable) -> Iterator[GameState]:
    """All choices of three players, and turns, that are not eliminated."""
    plain = ("fire", "water", "stone", "lightning")
    for air, others in product(range(2), range(5)):
        arena = ("air",) * air + plain[:others]
        for hands in product(range(1, 9), repeat=3):
            if len(arena) + sum(hands) <= 10:
                supplies = [Hand(dice) for dice in hands]
                state = position("impact-power", supplies, arena, elements=["air"])
                yield state._replace(phase=Phase.CHOICE)
                if arena:
                    yield state
