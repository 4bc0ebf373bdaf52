"""The vector: its parts, players from the observer on, and nothing that is hidden."""

import numpy as np

from kessel.envs.actions import COUNT
from kessel.envs.node import Node
from kessel.envs.observation import AT, PARTS, SIZE, mask, observe
from kessel.rules.positions import read_state


def part(node: Node, observer: int, name: str) -> list[int]:
    """One part of what a player observes."""
    size = next(part.size for part in PARTS if part.name == name)
    vector = observe(node, observer)
    assert vector.shape == (SIZE,)
    assert vector.dtype == np.int8
    found: list[int] = vector[AT[name] : AT[name] + size].tolist()
    return found


def test_players_are_counted_from_the_observer() -> None:
    line = "strike-2020 hands=2,0,5 arena=4,6 turn=C> phase=choice removed=3 eliminated=B:0"
    node = Node(read_state(line))
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
    node = Node(read_state("strike-2020 options=supply:hidden hands=2,3,5 arena=4"))
    assert part(node, 1, "loose") == [3, -1, -1, 0, 0]
    over = "strike-2020 options=supply:hidden hands=2,0 arena=4 phase=over eliminated=B:0 winners=A"
    assert part(Node(read_state(over)), 1, "loose") == [0, 2, 0, 0, 0]
    assert part(Node(read_state(over)), 1, "phase") == [0] * 9


def test_towers_are_seen_from_the_top() -> None:
    node = Node(read_state("harry-potter hands=3,3 arena=accio/wingardium/relashio,confundo"))
    assert part(node, 0, "arena") == [0, 0, 1, 0, 0, 1]
    assert part(node, 0, "covered") == [0, 0, 0, 1, 1, 0]
    assert part(node, 0, "tower")[:4] == [3, 5, 4, 0]
    assert part(node, 0, "elements") == [1, 1, 1, 1, 1]


def test_what_a_check_waits_for() -> None:
    line = (
        "impact-avatar options=piles_after_column:owner_choice elements=air,fire,stone "
        "hands=1+2+3+2,4+2 arena=fire,fire,air phase=column before=fire collector=B"
    )
    node = Node(read_state(line)).win_column(1)
    assert part(node, 1, "piles")[:4] == [2, 1, 0, 0]
    assert part(node, 1, "piles")[10:16] == [2, 2, 3, 1, 0, 0]
    assert part(node, 1, "before") == [1, 0, 0, 0, 0]
    assert part(node, 1, "check") == [1, 0, 0, 0]
    assert part(node, 0, "collector") == [0, 1, 0, 0, 0]
    assert part(node, 0, "race") == [0, 1, 0, 0, 0]
    assert part(node, 0, "asked") == [2]
    assert part(node.act(85), 0, "asked") == [3]


def test_who_throws_along_sees_what_others_chose() -> None:
    node = Node(
        read_state("harry-potter hands=2,2 arena=relashio,relashio phase=extra before=relashio")
    )
    first = node.actor
    node = node.act(3)
    assert node.actor == 1 - first
    assert part(node, node.actor, "thrown") == [0, 1, 0, 0, 0]
    assert part(node, node.actor, "strength") == [0, 3, 0, 0, 0]


def test_a_tower_being_built_is_seen() -> None:
    node = Node(read_state("harry-potter hands=2,2 arena=relashio,accio,confundo phase=stack"))
    assert part(node.act(82), 0, "stacked")[:2] == [4, 0]


def test_a_mask() -> None:
    found = mask([0, 5, COUNT - 1])
    assert found.nonzero()[0].tolist() == [0, 5, COUNT - 1]
    assert found.shape == (COUNT,)
