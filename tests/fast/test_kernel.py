"""The compiled loops. Compiled here each time: a cache on disk would not notice that a kernel has
changed."""

import itertools
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare
from vectors import compare, landing

from kessel.envs.actions import STOP, USUAL
from kessel.envs.tree import CHANCE, TreeNode
from kessel.errors import KesselError
from kessel.fast import row as r
from kessel.fast.compiled import announced, compiled, inlined
from kessel.fast.effect_kernel import SHARES, Players, go_on, play_games
from kessel.fast.effect_tables import effect_dice, effect_players
from kessel.fast.kernel import FACES, HALF, bits, fallen, row_of, stepped
from kessel.fast.throws import EffectDice
from kessel.fast.turns import start_with
from kessel.rules.edition import find_edition
from kessel.rules.engine import apply
from kessel.rules.moves import StartDie
from kessel.rules.setup import new_game
from kessel.rules.state import Phase
from kessel.solver import IdealChance
from kessel.solver.base.hands import hand_index
from kessel.solver.base.strategies import Habit
from kessel.solver.chance import SYMBOLS, binomial, singles_after

# --- Their parts: random bits, the numbering of hands, what is taken ------------------------------

DRAWS = 600_000
LEAST = 1e-4
"""p-values below this would be no chance; the seeds are fixed."""


@inlined
def faces(state: np.uint64, draws: int) -> np.ndarray:
    """How often each face was drawn, and each face after the same one."""
    counts = np.zeros((6, 6), np.int64)
    before = np.int64(0)
    for _ in range(draws):
        state = stepped(state)
        face = np.int64((bits(state) * FACES) >> HALF)
        counts[before, face] += 1
        before = face
    return counts


@inlined
def throws(state: np.uint64, resting: int, falling: int, draws: int) -> np.ndarray:
    """How often so many symbols are left lying and so many dice are taken."""
    counts = np.zeros((6, 16), np.int64)
    for _ in range(draws):
        state, lying, taken = fallen(state, resting, falling)
        counts[lying, taken] += 1
    return counts


@inlined
def row(hands: np.ndarray, seats: np.ndarray, at: int, choose: np.ndarray) -> int:
    return row_of(hands, seats, len(seats), at, hands.sum(), choose)


def test_faces_are_fair_and_follow_no_pattern() -> None:
    counts = faces(np.uint64(88172645463325253), DRAWS)
    assert chisquare(counts.sum(axis=0)).pvalue > LEAST
    assert chisquare(counts.ravel()).pvalue > LEAST


def test_the_check_of_faces_finds_a_loaded_die() -> None:
    counts = faces(np.uint64(88172645463325253), DRAWS).sum(axis=0)
    counts[0] += DRAWS // 100
    assert chisquare(counts).pvalue < LEAST


def test_what_a_throw_leaves_has_the_solver_s_distribution() -> None:
    for resting, falling in ((1, 1), (2, 2), (4, 1), (0, 7)):
        counts = throws(np.uint64(12345), resting, falling, DRAWS)
        wanted = np.zeros((6, 16))
        for seen, chance in binomial(falling, SYMBOLS / (SYMBOLS + 1)):
            for lying, share in singles_after(resting, seen):
                wanted[lying, resting + seen - lying] += chance * share
        assert counts[wanted == 0.0].sum() == 0
        there = wanted > 5.0 / DRAWS
        expected = wanted[there] / wanted[there].sum() * counts[there].sum()
        assert chisquare(counts[there], expected).pvalue > LEAST


def test_hands_are_numbered_as_by_the_solver() -> None:
    for players in (2, 3, 5):
        index = hand_index(players, 26)
        choose = np.array([[comb(n, k) for k in range(players + 1)] for n in range(28)])
        for hands in itertools.product((1, 2, 4), repeat=players):
            for at in range(players):
                turned = hands[at:] + hands[:at]
                found = row(np.array(hands), np.arange(players), at, choose)
                assert found == index.rows(np.array([turned]))[0]


# --- what is compiled computes what it did before, and says so when it is -------------------------


def test_compiling_is_announced_once_and_what_is_compiled_is_silent(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def square(number: int) -> int:
        return number * number

    quick: Any = inlined(square)
    with announced("the squares"):
        assert (quick(3), quick(1.5)) == (9, 2.25)
    assert capsys.readouterr().err == "kessel: compiling the squares, once\n"
    with announced("the squares"):
        assert quick(4) == 16
    assert capsys.readouterr().err == ""


# --- Games with effects, followed decision by decision on the rules -------------------------------

MODEL = IdealChance(0.3, 0.04)
EAGER = Habit((0.5, 0.7, 0.7, 0.8, 0.9, 0.9))
SHY = Habit((0.0, 0.1, 0.3, 0.5, 0.8, 0.8), keep_last=True)


@lru_cache(maxsize=16)
def dice(most: int) -> EffectDice:
    return effect_dice(MODEL, most)


@compiled
def next_decision(row: r.Row, face: int, dice: EffectDice, players: Players) -> None:
    """The starting die shows a face, or the players decide."""
    if row[r.PHASE] == r.START:
        start_with(row, face)
    else:
        go_on(row, dice, players)


class Played:
    """One game, and the same on the rules."""

    def __init__(self, edition: str, players: int, seed: int, agreed: tuple[str, ...] = ()) -> None:
        box = find_edition(edition)
        self.phases: set[Phase] = set()
        self.face = seed % len(box.symbols)
        start = new_game(box, players, elements=agreed or None)
        self.row = r.row_of(start)
        self.row[r.RANDOM] = seed * 977 + 1
        self.node = TreeNode(apply(start, StartDie(box.symbols[self.face])).state, (USUAL,))
        self.setting = (
            dice(players * box.hand(players) + 1),
            effect_players(MODEL, [EAGER, SHY, EAGER, EAGER, SHY][:players]),
        )
        next_decision(self.row, self.face, *self.setting)
        compare(self.node.state, self.row)

    def play(self) -> None:
        while not self.node.state.is_over:
            self.step()

    def step(self) -> None:
        """What is not to stop is the first action there is."""
        thrown = self.row[r.THROWS]
        drafted = self.node.draft.tosses
        next_decision(self.row, self.face, *self.setting)
        node, legal = self.node, self.node.legal()
        self.phases.add(node.state.phase)
        stops = node.state.phase is Phase.CHOICE and self.row[r.THROWS] == thrown
        node = node.act(next(action for action in legal if (action == STOP) == stops))
        if node.draft.tosses != drafted and node.actor == CHANCE:
            columns = [r.LANDED + r.NULL, *range(r.LANDED, r.LANDED + r.NULL), r.OUT, r.STOOD]
            node = node.land(landing(node.state, self.row[columns]))
            if node.actor == CHANCE:
                self.phases.add(node.state.phase)
                node = node.win_column(int(self.row[r.RACED]))
        self.node = node
        compare(node.state, self.row)


@pytest.mark.long
@pytest.mark.parametrize(
    ("edition", "players", "agreed", "seen"),
    [
        ("impact-power", 2, (), {Phase.EXTRA, Phase.COLUMN}),
        ("impact-power", 4, (), {Phase.EXTRA, Phase.COLUMN}),
        ("impact-avatar", 3, (), {Phase.EXTRA, Phase.COLUMN}),
        ("impact-avatar", 5, ("stone", "air", "fire"), {Phase.COLUMN}),
        ("harry-potter", 2, (), {Phase.EXTRA, Phase.ACCIO, Phase.STACK}),
        ("harry-potter", 5, (), {Phase.EXTRA, Phase.ACCIO, Phase.STACK}),
    ],
)
def test_every_decision_is_one_of_the_rules(
    edition: str, players: int, agreed: tuple[str, ...], seen: set[Phase]
) -> None:
    found: set[Phase] = set()
    for seed in range(40):
        played = Played(edition, players, seed, agreed)
        played.play()
        found |= played.phases
    assert found == seen | {Phase.THROW, Phase.CHOICE}


@pytest.mark.long
@pytest.mark.parametrize("column", [r.LOOSE, r.REMOVED, r.HELD, r.HAND + 1, r.GONE])
def test_a_game_that_is_not_the_rules_is_noticed(column: int) -> None:
    played = Played("harry-potter", 3, 1)
    played.step()
    played.row[column] ^= 1
    with pytest.raises((AssertionError, KesselError)):
        played.play()


@pytest.mark.long
def test_victories_are_counted_and_shared() -> None:
    """Of players with one die, some end together: each gets half."""
    box = find_edition("harry-potter")
    fresh = r.row_of(new_game(box, 2))
    fresh[r.START_DIE] = r.PLACED
    fresh[r.HELD : r.HELD + 2] = fresh[r.HAND : r.HAND + 2] = 1
    row, players = fresh.copy(), effect_players(MODEL, [EAGER, SHY])
    found = {
        tuple(play_games(1, np.arange(5), fresh, row, dice(3), players).tolist())
        for _ in range(400)
    }
    assert found == {(SHARES, 0), (0, SHARES), (SHARES // 2, SHARES // 2)}
