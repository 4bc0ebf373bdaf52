"""What a table of effects is of, and which states it may be asked about."""

import json
from dataclasses import asdict

import pytest

from kessel.rules.positions import read_state
from kessel.solver.chance import IdealChance
from kessel.solver.effect_table import About, odds_of
from kessel.solver.impact.tables import ImpactTable

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
