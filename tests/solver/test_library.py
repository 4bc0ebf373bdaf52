"""Which solutions are at hand, and which are still to be made."""

from pathlib import Path

import pytest
from solver.test_effects import of_three_dice

from kessel.rules.edition import EDITIONS
from kessel.rules.positions import read_state
from kessel.solver import base, effect_files, library
from kessel.solver.chance import IdealChance
from kessel.solver.games import SolvedGame, element_of
from kessel.solver.library import (
    best_model,
    effect_table,
    missing_tables,
    ready_library,
)
from kessel.solver.measured import MeasuredChance
from kessel.solver.memo import memo

POWER, AVATAR = EDITIONS["impact-power"], EDITIONS["impact-avatar"]
CHOICE = "hands=3,3 elements=air arena=air,fire phase=choice"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, and dice with which games are short."""
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    monkeypatch.setattr(library, "best_model", lambda edition: IdealChance(0.3, 0.4))


def test_a_large_table_is_not_waited_for() -> None:
    five, _ = ready_library(EDITIONS["strike-2020"], 5)
    assert five is None
    two, _ = ready_library(EDITIONS["strike-2020"], 2)
    assert two is not None


def test_an_edition_with_effects_borrows_the_table_of_its_base() -> None:
    borrowed, _ = ready_library(AVATAR, 2)
    own, _ = ready_library(EDITIONS["impact"], 2)
    assert borrowed is not None
    assert own is not None
    assert borrowed.edition is own.edition is EDITIONS["impact"]


def test_a_table_of_effects_is_found_once_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effect_files, "solve", of_three_dice)
    state = read_state(f"impact-power {CHOICE}")
    assert effect_table(state)[0] is None
    SolvedGame(POWER.id, 2, "air", IdealChance(0.3, 0.4)).load()
    table, model = effect_table(state)
    assert table is not None
    assert table.about.model == model.name
    other = read_state(f"impact-power {CHOICE} options=collecting:optional")
    assert effect_table(other)[0] is None, "it is not the table of these options"
    three = read_state("impact-power hands=3,3,3 elements=air arena=air phase=choice")
    assert effect_table(three)[0] is None


def test_what_is_missing_is_named_until_it_is_made() -> None:
    names = [table.name for table in missing_tables(POWER, 2)]
    assert names == ["impact, 2 players", *(f"impact-power {one}" for one in POWER.symbols)]
    base.load_or_solve("impact", 2, IdealChance(0.3, 0.4))
    assert [table.name for table in missing_tables(POWER, 2)] == names[1:]
    assert not list(missing_tables(EDITIONS["impact"], 2))
    assert [table.name for table in missing_tables(AVATAR, 3)] == ["impact, 3 players"]


def test_the_active_element_is_the_one_of_the_start_die() -> None:
    assert element_of(read_state(f"impact-power {CHOICE}")) == "air"
    assert element_of(read_state("impact-avatar hands=3,3 arena=air")) is None


@pytest.mark.parametrize("name", EDITIONS)
def test_the_best_model_is_the_measured_one_of_the_arena(name: str) -> None:
    model = best_model(EDITIONS[name])
    assert isinstance(model, MeasuredChance)
    assert model.arena == EDITIONS[name].arena


# --- a method is asked once for each of its arguments, in every object anew -----------------------


class Counted:
    def __init__(self) -> None:
        self.asked: list[tuple[int, bool]] = []

    @memo
    def answer(self, number: int, *, twice: bool = False) -> int:
        """Double it, if it is asked to."""
        self.asked.append((number, twice))
        return number * (1 + twice)


def test_an_answer_is_kept_by_its_arguments() -> None:
    one, other = Counted(), Counted()
    assert [one.answer(3), one.answer(3, twice=True), one.answer(3), other.answer(3)] == [
        3,
        6,
        3,
        3,
    ]
    assert (one.asked, other.asked) == ([(3, False), (3, True)], [(3, False)])
