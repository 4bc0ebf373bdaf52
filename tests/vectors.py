"""Many games at once, followed on the rules: for the tests of the vector environment."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kessel.envs.actions import FACES
from kessel.envs.croupier import STARTS, strengths
from kessel.envs.observation import AT, mask, observe
from kessel.envs.tree import CHANCE, TreeNode
from kessel.envs.vector import KesselVectorEnv
from kessel.fast import row as r
from kessel.game.arguments import make_dice
from kessel.rules.edition import Effect
from kessel.rules.moves import Landing, StartDie
from kessel.rules.setup import new_game
from kessel.rules.state import Emptied, GameState, Phase

if TYPE_CHECKING:
    from kessel.rules.faces import Piece


def chosen(masks: NDArray[Any], chance: np.random.Generator) -> NDArray[np.int64]:
    """A legal action in each game, each as likely as the others."""
    return np.asarray((masks * (1.0 + chance.random(masks.shape))).argmax(axis=1))


class Followed:
    """Games of an environment, and the same games on the rules."""

    def __init__(self, games: KesselVectorEnv, dice: Any, seed: int, elements: Any = None) -> None:
        self.games = games
        self._chance = np.random.default_rng(seed)
        kinds = strengths(make_dice(dice, games.edition))
        self._start = TreeNode(new_game(games.edition, games.players, elements=elements), kinds)
        self._seen, self._infos = games.reset(seed=seed)
        self.nodes = [self._begun(game) for game in range(games.num_envs)]
        self.ends = 0
        self.phases: set[Phase] = set()
        """What throws led to."""
        self._compare()

    def steps(self, many: int) -> None:
        """So many actions in every game."""
        for _ in range(many):
            self._step()

    def _step(self) -> None:
        """One action in every game: both have to tell the same of it."""
        actions = chosen(self._infos["action_mask"], self._chance)
        self._seen, rewards, over, cut, self._infos = self.games.step(actions)
        assert not cut.any()
        landed, raced = self.games.landed, self.games.raced
        for game, action in enumerate(actions.tolist()):
            node = self.nodes[game]
            actor = node.actor
            starts = node.state.phase in STARTS
            node = node.act(action)
            if node.actor == CHANCE and starts:
                node = self._started(node, game)
            elif node.actor == CHANCE:
                node = node.land(landing(node.state, landed[game]))
                self.phases.add(node.state.phase)
                if node.actor == CHANCE:
                    node = node.win_column(int(raced[game]))
            assert node.state.is_over == over[game]
            if node.state.is_over:
                self.ends += 1
                assert np.array_equal(self._infos["final_obs"][game], observe(node, actor))
                returns = self._infos["final_info"]["returns"][game]
                assert tuple(returns) == node.returns()
                assert rewards[game] == returns[actor]
                node = self._begun(game)
            self.nodes[game] = node
        self._compare()

    def _compare(self) -> None:
        for game, node in enumerate(self.nodes):
            assert self._infos["player"][game] == node.actor
            assert np.array_equal(self._seen[game], observe(node, node.actor))
            assert np.array_equal(self._infos["action_mask"][game], mask(node.legal()))
            compare(node.state, self.games._games[game])

    def _begun(self, game: int) -> TreeNode:
        node = self._start
        return self._started(node, game) if node.actor == CHANCE else node

    def _started(self, node: TreeNode, game: int) -> TreeNode:
        """The starting die as it was thrown: it lies there, or showed the null face."""
        arena = self._seen[game, AT["arena"] : AT["arena"] + FACES]
        return node.moved(StartDie(node.state.edition.faces[arena.argmax()]))


def landing(state: GameState, landed: NDArray[Any]) -> Landing:
    """How dice lie; a tower that was not struck stands as before."""
    faces = state.edition.faces
    lying: list[Piece] = [faces[face] for face in range(FACES) for _ in range(landed[face])]
    towers = [piece for piece in state.arena if not isinstance(piece, str)]
    assert landed[FACES + 1] in (0, *map(len, towers))
    return Landing((*lying, *(towers if landed[FACES + 1] else ())), int(landed[FACES]))


def compare(state: GameState, row: r.Row) -> None:
    """Both are the same position."""
    edition, seats = state.edition, range(state.players)
    loose = [edition.symbols.index(piece) for piece in state.arena if isinstance(piece, str)]
    tower = [piece for piece in state.arena if not isinstance(piece, str)]
    standing = [edition.symbols.index(face) for face in (tower[0] if tower else ())]
    assert row[r.PHASE] == list(Phase).index(state.phase)
    assert row[r.EMPTIED] == list(Emptied).index(state.emptied)
    assert tuple(row[[r.ACTIVE, r.DIRECTION, r.REMOVED]]) == (
        state.active,
        state.direction,
        state.removed,
    )
    assert [loose.count(face) for face in range(6)] == row[r.LOOSE : r.LOOSE + 6].tolist()
    assert standing == row[r.TOWER : r.TOWER + row[r.HEIGHT]].tolist()
    for seat in seats:
        first = r.PILE + r.MOST_PILES * seat
        assert sorted(state.piles[seat]) == row[first : first + row[r.PILES + seat]].tolist()
        assert state.hands[seat] == row[r.HAND + seat]
        assert state.supply(seat) == row[r.HELD + seat]
        assert (row[r.GONE + seat] > 0) == (seat in state.eliminated)
    for number, effect in enumerate(Effect):
        faces = [face for face, one in state.effects.items() if one is effect]
        bits = sum(1 << edition.symbols.index(face) for face in faces)
        if state.phase not in STARTS:
            assert row[r.ACTS + number] == bits
