"""The vector: its parts, players from the observer on, and nothing that is hidden."""

import re
from pathlib import Path

import numpy as np
import pytest

from kessel.envs import actions as a
from kessel.envs.actions import COUNT
from kessel.envs.observation import AT, PARTS, SIZE, mask, observe
from kessel.envs.tree import TreeNode
from kessel.errors import BadValue, UnknownEdition
from kessel.rules.edition import EDITIONS
from kessel.rules.moves import ALL, ONE
from kessel.rules.positions import read_state
from kessel.rules.setup import Hand, position


def part(node: TreeNode, observer: int, name: str) -> list[int]:
    """One part of what a player observes."""
    size = next(part.size for part in PARTS if part.name == name)
    vector = observe(node, observer)
    assert vector.shape == (SIZE,)
    assert vector.dtype == np.int8
    found: list[int] = vector[AT[name] : AT[name] + size].tolist()
    return found


def test_players_are_counted_from_the_observer() -> None:
    line = "strike-2020 hands=2,0,5 arena=4,6 turn=C> phase=choice removed=3 eliminated=B:0"
    node = TreeNode(read_state(line))
    assert part(node, 0, "loose") == [2, 0, 5, 0, 0]
    assert part(node, 2, "loose") == [5, 2, 0, 0, 0]
    assert part(node, 2, "in_game") == [1, 1, 0, 0, 0]
    assert part(node, 0, "actor") == part(node, 0, "active") == [0, 0, 1, 0, 0]
    assert part(node, 2, "actor") == [1, 0, 0, 0, 0]
    assert part(node, 0, "phase") == [0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert part(node, 0, "arena") == [0, 0, 0, 1, 0, 1]
    assert part(node, 0, "direction") == [1]
    assert part(node, 0, "removed") == [3]
    thrown = node.act(2)
    assert part(thrown, 2, "actor") == [0] * 5


def test_hidden_supplies_are_hidden() -> None:
    node = TreeNode(read_state("strike-2020 options=supply:hidden hands=2,3,5 arena=4"))
    assert part(node, 1, "loose") == [3, -1, -1, 0, 0]
    over = "strike-2020 options=supply:hidden hands=2,0 arena=4 phase=over eliminated=B:0 winners=A"
    assert part(TreeNode(read_state(over)), 1, "loose") == [0, 2, 0, 0, 0]
    assert part(TreeNode(read_state(over)), 1, "phase") == [0] * 9


def test_towers_are_seen_from_the_top() -> None:
    node = TreeNode(read_state("harry-potter hands=3,3 arena=accio/wingardium/relashio,confundo"))
    assert part(node, 0, "arena") == [0, 0, 1, 0, 0, 1]
    assert part(node, 0, "covered") == [0, 0, 0, 1, 1, 0]
    assert part(node, 0, "tower")[:4] == [3, 5, 4, 0]
    assert part(node, 0, "elements") == [1, 1, 1, 1, 1]


def test_what_a_check_waits_for() -> None:
    line = (
        "impact-avatar options=piles_after_column:owner_choice elements=air,fire,stone "
        "hands=1+2+3+2,4+2 arena=fire,fire,air phase=column before=fire collector=B"
    )
    node = TreeNode(read_state(line)).win_column(1)
    assert part(node, 1, "piles")[:4] == [2, 1, 0, 0]
    assert part(node, 1, "piles")[10:16] == [2, 2, 3, 1, 0, 0]
    assert part(node, 1, "before") == [1, 0, 0, 0, 0]
    assert part(node, 1, "check") == [1, 0, 0, 0]
    assert part(node, 0, "collector") == [0, 1, 0, 0, 0]
    assert part(node, 0, "race") == [0, 1, 0, 0, 0]
    assert part(node, 0, "asked") == [2]
    assert part(node.act(85), 0, "asked") == [3]


def test_who_throws_along_sees_what_others_chose() -> None:
    node = TreeNode(
        read_state("harry-potter hands=2,2 arena=relashio,relashio phase=extra before=relashio")
    )
    first = node.actor
    node = node.act(3)
    assert node.actor == 1 - first
    assert part(node, node.actor, "thrown") == [0, 1, 0, 0, 0]
    assert part(node, node.actor, "strength") == [0, 3, 0, 0, 0]


def test_a_tower_being_built_is_seen() -> None:
    node = TreeNode(read_state("harry-potter hands=2,2 arena=relashio,accio,confundo phase=stack"))
    assert part(node.act(82), 0, "stacked")[:2] == [4, 0]


def test_a_mask() -> None:
    found = mask([0, 5, COUNT - 1])
    assert found.nonzero()[0].tolist() == [0, 5, COUNT - 1]
    assert found.shape == (COUNT,)


# --- the action space: every number means one thing, and throws find their units ------------------


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
