"""Chance die by die is the chance of the models, exactly."""

import copy
import pickle
from collections.abc import Iterator
from random import Random

import pytest
from games import land, random_setup

from kessel.envs import actions as a
from kessel.envs.chance import LEAVES, STANDS, Roll, Tree, start_outcomes
from kessel.envs.croupier import Croupier
from kessel.envs.tree import CHANCE, OVER, TreeNode
from kessel.errors import BadValue, IllegalMove, ParseError
from kessel.rules.edition import EDITIONS
from kessel.rules.engine import legal_moves
from kessel.rules.faces import Arena, matches
from kessel.rules.moves import Collect, StackTower, TakeAccio
from kessel.rules.positions import read_state
from kessel.rules.state import Phase
from kessel.solver.chance import ChanceModel, IdealChance, base_outcomes
from kessel.solver.dice import ModelDice
from kessel.solver.measured import shipped

IDEAL = IdealChance(0.3, 0.02)
MODELS: list[ChanceModel] = [IDEAL, IdealChance(0.0, 0.5), shipped("oval")]


def leaves(roll: Roll, chance: float = 1.0) -> Iterator[tuple[Roll, float]]:
    """Every way a throw can end, with its probability."""
    if roll.done:
        yield roll, chance
        return
    for outcome, share in roll.outcomes().items():
        yield from leaves(roll.draw(outcome), chance * share)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name.split()[0])
@pytest.mark.parametrize(
    ("thrown", "arena"), [(1, ()), (1, ("4",)), (2, ("4", "6")), (1, ("2", "4", "6"))]
)
def test_what_a_throw_leaves_is_what_the_solver_assumes(
    model: ChanceModel, thrown: int, arena: Arena
) -> None:
    state = read_state("strike-2020 hands=5,5 arena=-")._replace(arena=arena)
    kind = model.kinds[-1]
    found: dict[tuple[int, int], float] = {}
    for roll, chance in leaves(Roll(model, kind, thrown, (1,) * len(arena))):
        landing = roll.landing(state)
        assert len(landing.arena) + landing.out == thrown + len(arena)
        seen = [face for face in landing.arena if face != "X"]
        taken = sum(matches(landing.arena).values())
        key = (len(seen) - taken, taken)
        found[key] = found.get(key, 0.0) + chance
    wanted = base_outcomes(model, kind, thrown, len(arena))
    assert found == pytest.approx(dict(wanted), abs=1e-12)


def test_a_struck_tower_falls_whole() -> None:
    roll = Roll(IDEAL, "throw", 1, (3,))
    assert roll.outcomes()[STANDS] == pytest.approx(0.7)
    fallen = roll.draw(2).draw(LEAVES)
    assert not fallen.done
    assert fallen.outcomes() == pytest.approx({**dict.fromkeys(range(6), 0.98 / 6), LEAVES: 0.02})
    state = read_state("harry-potter hands=3,3 arena=accio/wingardium/relashio")
    landing = fallen.draw(1).draw(5).landing(state)
    assert (landing.arena, landing.out) == (("confundo", "relashio", "immobulus"), 1)
    stands = roll.draw(STANDS).draw(0)
    assert stands.done
    assert stands.landing(state).arena == (*state.arena, "X")


def test_die_by_die_and_all_at_once_agree_where_towers_fall() -> None:
    """20,000 throws at a tower and a die, 4 standard errors."""
    model, games = shipped("wizards"), 20_000
    state = read_state("harry-potter hands=3,3 arena=accio/wingardium,relashio")
    exact = dict.fromkeys(range(4), 0.0)
    for roll, chance in leaves(Roll(model, "wild", 1, (2, 1))):
        exact[roll.landing(state).out] += chance
    dice, source = ModelDice(model), Random(1)
    drawn = [land(dice, state, {0: "1"}, source, "wild").out for _ in range(games)]
    for out, chance in exact.items():
        error = (chance * (1 - chance) / games) ** 0.5
        assert abs(drawn.count(out) / games - chance) <= 4 * error + 1e-12


def test_a_thrown_start_die_is_thrown_until_it_counts() -> None:
    state = read_state("strike-2020 options=start_die_x:rethrow hands=8,8 arena=- phase=start")
    assert start_outcomes(state) == pytest.approx(dict.fromkeys(range(1, 6), 0.2))
    choose = read_state("strike-2020 hands=8,8 arena=- phase=start")
    assert len(start_outcomes(choose)) == 6
    tree = Tree.of(TreeNode(choose), IDEAL)
    assert tree.actor == CHANCE
    assert tree.child(0).actor == 0
    assert tree.child(0).child(2).actor == CHANCE
    assert tree.child(3).node.state.arena == ("4",)


def test_a_race_is_won_by_whom_has_least_to_stack() -> None:
    state = read_state(
        "impact-avatar elements=air,fire,stone hands=1,3 arena=fire,fire,air phase=column"
    )
    tree = Tree.of(TreeNode(state), IDEAL)
    assert tree.outcomes() == pytest.approx({0: 0.75, 1: 0.25})
    assert tree.child(1).node.state.hands == (1, 5)


def test_a_random_tower_is_drawn_die_by_die() -> None:
    state = read_state(
        "harry-potter options=tower_builder:random hands=3,3 arena=accio,accio,relashio phase=stack"
    )
    tree = Tree.of(TreeNode(state), IDEAL)
    assert tree.outcomes() == pytest.approx({2: 1 / 3, 3: 2 / 3})
    assert tree.child(3).child(2).node.state.arena == (("accio", "relashio", "accio"),)


def test_what_cannot_happen_is_refused() -> None:
    tree = Tree.of(TreeNode(read_state("strike-2020 hands=2,3 arena=4,6 phase=choice")), IDEAL)
    with pytest.raises(BadValue, match="a player has to act"):
        tree.outcomes()
    thrown = tree.child(2)
    with pytest.raises(IllegalMove, match="it can do 0 1 2 3 4 5 6 7"):
        thrown.child(8)


def test_a_tree_is_made_of_what_there_is() -> None:
    line = "strike-2020 hands=2,3 arena=4,6 phase=choice"
    state = read_state(line)
    model = shipped(state.edition.arena)
    assert Tree.of(line, "measured") == Tree.of(state, model) == Tree.of(TreeNode(line), "measured")
    assert Tree.of(line, "ideal").legal() == [0, 2]
    assert Tree.of(TreeNode(line), "ideal").child(2).outcomes()
    with pytest.raises(ParseError, match="a position is a state or its line"):
        Tree.of(5, "ideal")  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="a chance model is"):
        Tree.of(state, "physics")


def test_a_planner_goes_on_from_any_node() -> None:
    tree = Tree.of(TreeNode(read_state("strike-2020 hands=2,3 arena=4,6 phase=choice")), IDEAL)
    thrown = tree.child(2).child(STANDS)
    assert copy.deepcopy(thrown) is thrown
    assert pickle.loads(pickle.dumps(thrown)) == thrown
    assert str(thrown).endswith(f"drawn={STANDS}")
    one, other = thrown.child(STANDS).child(2), thrown.child(STANDS).child(3)
    assert one.node.state.arena == ("4", "6", "3")
    assert other.node.state.hands == (3, 3)
    assert other.actor == 1


# --- the tree: whose turn it is, what is legal, and that it leads where the rules lead ------------


GAMES = 80
"""Of each edition; with the seeds below every phase and every option comes up."""


def played(edition: str, seed: int) -> list[TreeNode]:
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


def agrees_with_the_rules(node: TreeNode) -> None:
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
    node = TreeNode(read_state("strike-2020 hands=2,3 arena=4,6 phase=choice"))
    with pytest.raises(IllegalMove, match=r"action 34 .* 0 \(stop\), 1 \(throw a die, gentle\)"):
        node.act(a.ALL_IN)
    with pytest.raises(BadValue, match=r"a whole number, not 2\.0"):
        node.act(2.0)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="waits for chance"):
        node.act(1).act(1)
    over = TreeNode(read_state("strike-2020 hands=2,0 arena=4 phase=over eliminated=B:1 winners=A"))
    with pytest.raises(BadValue, match="is over"):
        over.act(1)


def test_a_start_die_may_be_thrown_again_or_placed() -> None:
    state = read_state(
        "strike-2020 options=start_die_x:choose_face hands=8,8 arena=- phase=start_again"
    )
    node = TreeNode(state, (a.USUAL,))
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
    node = TreeNode(state)
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
    assert TreeNode(read_state(f"{line} winners=A,B")).returns() == (0.25, 0.25, -0.5)
    assert TreeNode(read_state(f"{line} winners=A")).returns() == (1.0, -0.5, -0.5)
    assert TreeNode(read_state(line)).returns() == (0.0, 0.0, 0.0)
