"""Impact with effects at work: small games are solved once more by brute force on the rules."""

from pathlib import Path

import numpy as np
import pytest
from solver.brute_force import BruteForce

from kessel.errors import BadValue
from kessel.rules.edition import Effect, find_edition
from kessel.rules.setup import Hand, position
from kessel.solver.chance import THROW, IdealChance, base_outcomes, column_weights
from kessel.solver.effect_table import Cycles
from kessel.solver.impact import cycles, solving
from kessel.solver.impact.board import Board
from kessel.solver.impact.solving import solve_game
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.impact.throws import Falling, falls, picked_up

STRIKE, LOSS = 0.4, 0.1
MODEL = IdealChance(STRIKE, LOSS)
ELEMENTS = find_edition("impact-power").symbols
DOCS = Path(__file__).parents[3] / "docs/explanation/solver-effects.md"


def solved(element: str | None, players: int, hand: int) -> tuple[float, ...]:
    """What the seats win, by the solver."""
    edition = "impact-power" if element else "impact-avatar"
    about = ImpactTable.solve(edition, element, players, MODEL, hand).about
    assert about.exploitability < 1e-11
    assert sum(about.chances) == pytest.approx(1.0, abs=1e-12)
    return about.chances


def by_brute_force(element: str | None, players: int, hand: int) -> tuple[float, ...]:
    """The same on the rules; of all elements the starting die shows any."""
    edition = "impact-power" if element else "impact-avatar"
    active = [element] if element else None
    starts = [
        position(edition, [Hand(hand)] * players, (shown,), elements=active)
        for shown in ([element] if element else ELEMENTS)
    ]
    return tuple(np.mean(BruteForce(starts, STRIKE, LOSS).starts, axis=0).tolist())


@pytest.mark.parametrize("element", [*ELEMENTS, None])
def test_brute_force_on_the_rules_finds_the_same_of_two(element: str | None) -> None:
    assert solved(element, 2, 2) == pytest.approx(by_brute_force(element, 2, 2), abs=1e-10)


@pytest.mark.parametrize("element", ELEMENTS)
def test_brute_force_on_the_rules_finds_the_same_of_three(element: str) -> None:
    assert solved(element, 3, 1) == pytest.approx(by_brute_force(element, 3, 1), abs=1e-10)


def test_a_policy_that_can_be_exploited_is() -> None:
    """The control of the exploitability: players who never go on."""
    _, game = solve_game((Effect.COLUMN,), 3, 2, MODEL)
    assert game.gain() < 1e-11
    for layer in game.layers:
        layer.policy.taken[:] = 0
    assert game.gain() > 0.01


def test_a_storm_in_which_several_would_choose_at_once_is_refused() -> None:
    with pytest.raises(BadValue, match="several choose at once"):
        ImpactTable.solve("impact-avatar", None, 3, MODEL, 1)


def test_solving_reports_every_layer() -> None:
    told: list[tuple[int, int]] = []
    solve_game((Effect.COLUMN,), 2, 1, MODEL, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize(
    "element",
    [
        pytest.param("water", marks=pytest.mark.series),
        pytest.param("fire", marks=pytest.mark.series),
        pytest.param("lightning", marks=pytest.mark.series),
        pytest.param("air", marks=pytest.mark.long),
    ],
)
def test_the_page_has_the_values_of_three(element: str) -> None:
    table = ImpactTable.solve("impact-power", element, 3, IdealChance())
    about, mixed = table.about, table.games[1].mixed
    assert about.exploitability < 1e-11
    assert len(mixed) == (20 if element == "air" else 0), "as many as the page says"
    shares = " | ".join(f"{share:.6f}" for share in about.chances)
    assert f"| {element} | {shares} | {about.states:,} | " in DOCS.read_text("utf-8")


@pytest.mark.series
def test_the_page_has_the_values_of_avatar() -> None:
    about = ImpactTable.solve("impact-avatar", None, 2, IdealChance()).about
    assert about.exploitability < 1e-11
    told = DOCS.read_text("utf-8")
    assert f"{about.states:,}" in told
    assert f"{about.chances[0]:.6f}" in told


# --- layers of three players in which sweeps cycle, or are taken to -------------------------------


CYCLING = IdealChance(0.4, 0.1)


@pytest.mark.parametrize("effect", [Effect.HURRICANE, Effect.STORM])
def test_a_layer_solved_as_a_small_game_is_worth_the_same(
    effect: Effect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if all sweeps of three cycled."""
    _, patient = solve_game((effect,), 3, 2, CYCLING)
    monkeypatch.setattr(solving, "SWEEPS", 1)
    _, hasty = solve_game((effect,), 3, 2, CYCLING)
    assert hasty.gain() < 1e-11
    assert hasty.chances(2) == pytest.approx(patient.chances(2), abs=1e-12)


def test_where_no_equilibrium_is_found_nothing_is_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "SWEEPS", 1)
    monkeypatch.setattr(cycles, "MOST_ROUNDS", 0)
    with pytest.raises(Cycles, match="no equilibrium found"):
        solve_game((Effect.HURRICANE,), 3, 2, CYCLING)


# --- the race for a column of fire ----------------------------------------------------------------


def test_fewer_dice_to_stack_mean_a_better_chance() -> None:
    assert column_weights([1, 2, 4]) == [1.0, 0.5, 0.25]


def test_nobody_is_faster_than_a_player_with_a_single_die() -> None:
    assert column_weights([0, 1]) == [1.0, 1.0]


# --- What throws do to the dice that lie, against distributions known otherwise -------------------

LOSING = IdealChance(0.3, 0.1)


def test_nothing_that_can_happen_is_left_out() -> None:
    assert sum(chance for *_, chance in falls(LOSING, THROW, 2, 4)) == pytest.approx(1.0)


def test_one_of_two_lightnings_is_picked_up_as_often_as_the_other_die() -> None:
    """Of two lightnings and one other, the other stays in two of three cases."""
    symbols = Board((Effect.STORM,), 2, 4).symbols
    way = symbols.numbers(3, np.array([[2, 1, 0, 0, 0]]))
    both, mixed = symbols.numbers(2, np.array([[2, 0, 0, 0, 0], [1, 1, 0, 0, 0]]))
    left = picked_up(symbols, 3, way)[1].toarray()[0]
    assert left[both] == pytest.approx(1 / 3)
    assert left[mixed] == pytest.approx(2 / 3)
    assert left.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("effects", [(), (Effect.SWAMP,), tuple(Effect)[:5]])
def test_a_throw_leaves_what_the_base_game_sees(effects: tuple[Effect, ...]) -> None:
    """Onto two different dice: how many different ones lie, and how many match."""
    board = Board(effects, 2, 4)
    symbols = board.symbols
    rows = picked_up(symbols, 2, symbols.numbers(2, np.array([[0, 0, 0, 1, 1]])))
    for (left, taken), chance in base_outcomes(LOSING, THROW, 1, 2).items():
        falling = Falling(board, LOSING)
        for layer in range(4):
            falling.keep(layer, [_is(board, layer - n, n, left, taken) for n in range(layer + 1)])
        told = sum(
            falling.thrown(rows, (THROW,), 1, 2, 0, lost=lost)[0][0, 0, 0] for lost in (True, False)
        )
        assert told == pytest.approx(chance, abs=1e-12)


def _is(board: Board, held: int, lying: int, left: int, taken: int) -> np.ndarray:
    """1 for ways that leave so many and match so many, whatever is held."""
    ways = board.symbols.ways[lying]
    seen = ((ways == 1).sum(axis=1) == left) & ((ways * (ways > 1)).sum(axis=1) == taken)
    hands = len(board.supplies.hands[held])
    return np.broadcast_to(seen.astype(float)[:, None, None], (len(ways), hands, 2)).copy()


# --- positions are numbered: what lies, then what everybody holds ---------------------------------


ALL = (Effect.STORM, Effect.COLUMN, Effect.BOULDERS, Effect.HURRICANE, Effect.SWAMP)


@pytest.mark.parametrize(("effects", "players"), [(ALL, 2), ((Effect.STORM,), 3), ((), 2)])
def test_every_position_of_a_layer_has_its_number(
    effects: tuple[Effect, ...], players: int
) -> None:
    board = Board(effects, players, 5)
    for dice in range(6):
        found = [
            board.at(dice, lying, places, board.supplies.hands[dice - lying])
            for lying in range(dice + 1)
            for places in [np.arange(len(board.lying[lying]))]
        ]
        assert np.array_equal(np.concatenate(found), np.arange(board.positions(dice)))
        assert len(board.held(dice)) == board.positions(dice)
