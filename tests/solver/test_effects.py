"""Tables of games with effects: which there can be; a broken one is solved again."""

import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import resolve_options
from kessel.rules.positions import read_state
from kessel.rules.setup import Hand, position
from kessel.solver import effect_files
from kessel.solver.chance import IdealChance
from kessel.solver.effect_table import About, odds_of
from kessel.solver.games import SolvedGame
from kessel.solver.impact.tables import ImpactTable

MODEL = IdealChance(0.3, 0.4)
POWER = find_edition("impact-power")


def of_three_dice(edition: str, players: int, element: str, model: IdealChance, *_: object) -> Any:
    """A game that is solved at once."""
    return ImpactTable.solve(edition, element, players, model, 3)


def test_a_table_is_solved_once_and_again_where_it_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(effect_files, "solve", of_three_dice)
    game = SolvedGame(POWER.id, 2, "air", MODEL)
    there = game.path(tmp_path)
    assert not there.exists()
    made = game.table(folder=tmp_path)
    (path,) = tmp_path.iterdir()
    assert path == there
    path.write_bytes(path.read_bytes()[:-8])
    again = game.table(folder=tmp_path)
    start = position(POWER, [Hand(3)] * 2, ("air",), elements=["air"])
    assert again.actions(start) == made.actions(start)
    assert made.actions(start)["throw"] == pytest.approx(made.about.chances[0], abs=1e-12)


def test_what_can_be_solved_exactly() -> None:
    games = [SolvedGame(box.id, 2, None, MODEL) for box in EDITIONS.values()]
    assert [one.edition for one in games if not one.can_be_solved] == ["impact-power"]
    for players in (2, 3, 4):
        elements = [SolvedGame(POWER.id, players, one, MODEL) for one in POWER.symbols]
        assert {one.can_be_solved for one in elements} == {players < 4}
        slow = [one.element for one in elements if one.takes_long]
        assert slow == ([] if players == 2 else ["stone"])
    assert not SolvedGame("impact-avatar", 3, None, MODEL).can_be_solved
    assert SolvedGame.of(read_state("impact hands=2,3 arena=fire phase=choice"), MODEL) is None


def test_other_options_are_refused() -> None:
    wizards = find_edition("harry-potter")
    options = resolve_options(wizards, {"relashio_pending": "void"})
    with pytest.raises(BadValue, match="relashio_pending=void is not solved"):
        SolvedGame(wizards.id, 2, None, MODEL, options).load()


def test_games_by_other_booklets_have_tables_of_their_own() -> None:
    wizards = find_edition("harry-potter")
    options = {one: resolve_options(wizards, language=one) for one in wizards.languages}
    game = SolvedGame(wizards.id, 2, None, MODEL)
    paths = {one: replace(game, options=options[one]).path() for one in options}
    assert paths["en"] == paths["it"] == paths["es"] == game.path()
    assert len(set(paths.values())) == 4


PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "solver-effects.md"
NAMED = {"en": "English", "de": "the German", "fr": "the French", "nl": "the Dutch"}
ELEMENTS = ("water", "air", "fire", "lightning", "stone")
ON_THE_PAGE = IdealChance(0.3, 0.02)


@pytest.mark.series
@pytest.mark.parametrize("element", ELEMENTS)
def test_the_page_says_what_the_starter_wins_with_each_element(element: str) -> None:
    lines = PAGE.read_text("utf-8").splitlines()
    at = lines.index(f"| {' | '.join(ELEMENTS)} | Harry Potter |")
    *shares, _ = (float(share) for share in lines[at + 2].strip("| ").split(" | "))
    table = effect_files.solve("impact-power", 2, element, ON_THE_PAGE)
    assert table.about.chances[0] == pytest.approx(shares[ELEMENTS.index(element)], abs=1e-6)


@pytest.mark.series
@pytest.mark.parametrize("language", NAMED)
def test_the_page_says_what_the_starter_wins_by_each_booklet(language: str) -> None:
    told = re.search(rf"(0\.\d{{6}}) by (?:the )?{NAMED[language]}", PAGE.read_text("utf-8"))
    assert told
    options = resolve_options(find_edition("harry-potter"), language=language)
    table = effect_files.solve("harry-potter", 2, None, ON_THE_PAGE, options)
    assert table.about.chances[0] == pytest.approx(float(told[1]), abs=1e-6)


# --- what a table of effects is of, and which states it may be asked about ------------------------


ABOUT = About(
    "impact-power", "impact-power", "air", "ideal", ("throw",), 4, (0.4, 0.6), 1e-14, 100, 0.5
)


def test_a_header_reads_back() -> None:
    assert About.from_header(json.loads(json.dumps(asdict(ABOUT)))) == ABOUT


def test_a_header_of_something_else_is_refused() -> None:
    with pytest.raises(KeyError):
        About.from_header({"chances": [0.4, 0.6]})


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("impact-power hands=3,3 elements=air arena=air", True),
        ("impact-power hands=3,3 elements=air arena=air phase=choice", True),
        ("impact-power hands=3,3 elements=fire arena=air", False),
        ("impact-power hands=3,3,3 elements=air arena=air", False),
        ("impact-avatar hands=3,3 arena=air", False),
        ("impact-power hands=3,3 elements=air arena=air phase=over winners=A", False),
    ],
)
def test_only_throws_and_choices_of_its_game(text: str, asked: bool) -> None:
    assert ABOUT.may_be_asked(read_state(text)) == asked


def test_what_one_of_two_does_not_win_is_the_others() -> None:
    table = ImpactTable.solve("impact-power", "air", 2, IdealChance(0.3, 0.4), 2)
    state = read_state("impact-power hands=2,2 elements=air arena=air phase=choice turn=B>")
    for name, (first, second) in odds_of(table, state).actions.items():
        assert second == table.actions(state)[name]
        assert first + second == pytest.approx(1.0, abs=1e-15)
