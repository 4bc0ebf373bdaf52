"""The action space: every number means one thing, and throws find their units."""

import re
from pathlib import Path

import pytest

from kessel.envs import actions as a
from kessel.errors import BadValue, UnknownEdition
from kessel.rules.edition import EDITIONS
from kessel.rules.moves import ALL, ONE
from kessel.rules.setup import Hand, position

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "envs.md"


def test_the_page_lists_every_action_once() -> None:
    page = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r"^\| (\d+)(?: to (\d+))? \|", page, re.MULTILINE)
    firsts = [
        a.STOP, a.THROW, a.THROW + 3, a.THROW + 18, a.ALL_IN, a.START, a.COLLECT, a.ACCIO,
        a.NO_ACCIO, a.STACK, a.DISSOLVE, a.KEEP,
    ]  # fmt: skip
    lasts = [*(first - 1 for first in firsts[1:]), a.COUNT - 1]
    assert [(int(first), int(last or first)) for first, last in listed[: len(firsts)]] == [
        *zip(firsts, lasts, strict=True)
    ]


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_every_action_has_words_of_its_own(edition: object) -> None:
    box = EDITIONS[getattr(edition, "id", "")]
    assert len({a.describe(action, box) for action in range(a.COUNT)}) == a.COUNT


def test_an_action_in_words() -> None:
    box = EDITIONS["harry-potter"]
    said = [a.describe(n, box) for n in (a.STOP, 2, 6, 33, a.START, a.COLLECT, a.ACCIO + 3, a.KEEP)]
    assert said == [
        "stop",
        "throw a die, firm",
        "throw pile 1, wild",
        "throw a die of pile 5, wild",
        "start with immobulus",
        "take nothing",
        "accio accio",
        "keep the pile",
    ]
    with pytest.raises(BadValue, match="0 to 86"):
        a.describe(a.COUNT, box)
    assert a.describe(34, "strike-2020") == a.describe(34, EDITIONS["strike-2020"]) == "all in"
    with pytest.raises(BadValue, match="a whole number, not 'x'"):
        a.describe("x", box)  # type: ignore[arg-type]
    with pytest.raises(UnknownEdition):
        a.describe(44, "zzz")


def test_no_box_has_dice_for_a_sixth_size_of_pile() -> None:
    sizes = range(2, 2 + a.PILE_SIZES + 1)
    with_piles = [box.dice for box in EDITIONS.values() if box.family == "impact"]
    assert sum(sizes[:-1]) <= min(with_piles)
    assert sum(sizes) > max(with_piles)


def test_piles_of_one_size_are_one_action() -> None:
    state = position(
        "impact-avatar",
        [Hand(1, (4, 2, 4)), Hand(3)],
        ("fire",),
        elements=("stone", "fire", "air"),
    )
    throws = {unit: a.throw_action(state, 0, unit, 1) for unit in ("pile:0", "pile:1", "pile:2")}
    assert throws == {"pile:0": 8, "pile:1": 5, "pile:2": 8}
    assert a.thrown_unit(state, 0, 8) == ("pile:0", 1)
    assert a.thrown_unit(state, 0, a.throw_action(state, 0, "die:1", 2)) == ("die:1", 2)
    assert a.thrown_unit(state, 0, a.throw_action(state, 0, ONE, 0)) == (ONE, 0)
    assert a.thrown_unit(state, 0, a.throw_action(state, 0, ALL, 0)) == (ALL, a.USUAL)


def test_sets_go_there_and_back() -> None:
    box = EDITIONS["strike-2020"]
    for action in range(a.COLLECT, a.ACCIO):
        assert a.sets_action(a.sets_of(action, box)[::-1], box) == action
