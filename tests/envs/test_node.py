"""The tree: whose turn it is, what is legal, and that it leads where the rules lead."""

import pickle
from random import Random

import pytest
from games import random_setup

from kessel.envs import actions as a
from kessel.envs.croupier import Croupier
from kessel.envs.node import CHANCE, OVER, Node
from kessel.errors import BadValue, IllegalMove, ParseError
from kessel.rules.edition import EDITIONS
from kessel.rules.engine import legal_moves
from kessel.rules.moves import Collect, StackTower, TakeAccio
from kessel.rules.positions import read_state
from kessel.rules.state import Phase

GAMES = 80
"""Of each edition; with the seeds below every phase and every option comes up."""


def played(edition: str, seed: int) -> list[Node]:
    """The nodes of a random game with random options."""
    chance = Random(seed)
    setup = random_setup(chance, EDITIONS[edition])
    croupier = Croupier(setup.start(), "measured")
    croupier.begin(Random(seed))
    nodes = [croupier.node]
    while not croupier.is_over:
        croupier.act(chance.choice(croupier.legal))
        nodes.append(croupier.node)
    return nodes


@pytest.mark.parametrize("edition", EDITIONS)
def test_whole_games_with_any_options(edition: str) -> None:
    phases = set()
    for seed in range(GAMES):
        nodes = played(edition, seed)
        phases |= {node.state.phase for node in nodes}
        total = nodes[0].state.total_dice()
        for node in nodes[:-1]:
            assert node.actor >= 0
            assert node.legal() == sorted(set(node.legal()))
            assert node.state.total_dice() == total
            agrees_with_the_rules(node)
        assert nodes[-1].actor == OVER
        assert nodes[-1].legal() == []
        assert sum(nodes[-1].returns()) == pytest.approx(0.0)
    assert {Phase.THROW, Phase.CHOICE, Phase.COLLECT, Phase.OVER} <= phases
    if edition == "harry-potter":
        assert {Phase.EXTRA, Phase.ACCIO, Phase.STACK} <= phases
    if edition == "impact-avatar":
        assert {Phase.EXTRA, Phase.COLUMN} <= phases


def agrees_with_the_rules(node: Node) -> None:
    """As many actions as moves, where a move is one action; an Accio of a face takes its usual
    die."""
    moves = [m for m in legal_moves(node.state) if not (isinstance(m, TakeAccio) and m.place)]
    match moves[0]:
        case Collect() | TakeAccio():
            assert len(moves) == len(node.legal())
            after = {str(node.act(action).state) for action in node.legal()}
            assert len(after) == len(moves)
        case StackTower() if not node.draft.tower:
            assert len(node.legal()) == len(
                {m.tower[0] for m in moves if isinstance(m, StackTower)}
            )


def test_what_is_illegal_raises_with_what_is_legal() -> None:
    node = Node(read_state("strike-2020 hands=2,3 arena=4,6 phase=choice"))
    with pytest.raises(IllegalMove, match=r"action 34 .* 0 \(stop\), 1 \(throw a die, gentle\)"):
        node.act(a.ALL_IN)
    with pytest.raises(BadValue, match=r"a whole number, not 2\.0"):
        node.act(2.0)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="waits for chance"):
        node.act(1).act(1)
    over = Node(read_state("strike-2020 hands=2,0 arena=4 phase=over eliminated=B:1 winners=A"))
    with pytest.raises(BadValue, match="is over"):
        over.act(1)


def test_a_node_is_made_of_a_line_too() -> None:
    line = "strike-2020 hands=2,3 arena=4,6 phase=choice"
    node = Node(line)
    assert node == Node(read_state(line))
    assert node.legal() == [0, 1, 2, 3]
    assert pickle.loads(pickle.dumps(node)) == node
    assert isinstance(node.act(1), Node)
    with pytest.raises(ParseError, match="a position is a state or its line of text, not 5"):
        Node(5)  # type: ignore[arg-type]


def test_stopping_and_throwing() -> None:
    node = Node(read_state("strike-2020 hands=2,3 arena=4,6 phase=choice"))
    assert node.act(a.STOP).actor == 1
    thrown = node.act(a.THROW + 2)
    assert (thrown.actor, len(thrown.draft.tosses)) == (CHANCE, 1)
    assert thrown.draft.tosses[0][1].kind == "wild"


def test_a_start_die_may_be_thrown_again_or_placed() -> None:
    state = read_state(
        "strike-2020 options=start_die_x:choose_face hands=8,8 arena=- phase=start_again"
    )
    node = Node(state, (a.USUAL,))
    assert node.legal() == [a.THROW + a.USUAL, *range(a.START, a.COLLECT)]
    assert node.act(a.START + 2).state.arena == ("4",)
    assert node.act(a.THROW + a.USUAL).actor == CHANCE


def test_a_tower_grows_die_by_die_and_the_last_goes_by_itself() -> None:
    nodes = [n for seed in range(GAMES) for n in played("harry-potter", seed)]
    drafts = [n for n in nodes if n.draft.tower]
    assert drafts
    for node in drafts:
        assert len(node.stackable()) >= 2
        assert "tower=" in str(node)


def test_owners_are_asked_about_their_piles() -> None:
    state = read_state(
        "impact-avatar options=piles_after_column:owner_choice elements=air,fire,stone "
        "hands=1+2+3,4+2 arena=fire,fire,air phase=column"
    )
    node = Node(state)
    assert node.actor == CHANCE
    asked = node.win_column(1)
    assert (asked.actor, asked.legal()) == (0, [a.DISSOLVE, a.KEEP])
    asked = asked.act(a.KEEP).act(a.DISSOLVE)
    assert asked.actor == 1
    assert "winner=1" in str(asked)
    done = asked.act(a.KEEP).state
    assert done.piles == ((2,), (2,))
    assert done.hands == (4, 6)
    assert asked.column_dissolved().state.piles == ((2,), ())


def test_winners_share_what_the_others_lose() -> None:
    line = "strike-2020 hands=0,0,0 arena=- phase=over eliminated=A:0,B:0,C:0"
    assert Node(read_state(f"{line} winners=A,B")).returns() == (0.25, 0.25, -0.5)
    assert Node(read_state(f"{line} winners=A")).returns() == (1.0, -0.5, -0.5)
    assert Node(read_state(line)).returns() == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_nodes_survive_a_pickle(edition: str) -> None:
    for node in played(edition, 3):
        assert pickle.loads(pickle.dumps(node)) == node
