"""Many games at once, followed on the rules: for the tests of the vector environment."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kessel.envs.actions import FACES
from kessel.envs.dice import STARTS, strengths
from kessel.envs.node import CHANCE, Node
from kessel.envs.observation import AT, mask, observe
from kessel.envs.vector import KesselVectorEnv
from kessel.game.given import make_dice
from kessel.rules.engine import new_game
from kessel.rules.moves import Landing, StartDie


def chosen(masks: NDArray[Any], chance: np.random.Generator) -> NDArray[np.int64]:
    """A legal action in each game, each as likely as the others."""
    return np.asarray((masks * (1.0 + chance.random(masks.shape))).argmax(axis=1))


class Followed:
    """Games of an environment, and the same games on the rules."""

    def __init__(self, games: KesselVectorEnv, dice: Any, seed: int) -> None:
        self.games = games
        self._chance = np.random.default_rng(seed)
        kinds = strengths(make_dice(dice, games.edition))
        self._start = Node(new_game(games.edition, games.players), kinds)
        self._seen, self._infos = games.reset(seed=seed)
        self.nodes = [self._begun(game) for game in range(games.num_envs)]
        self.ends = 0
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
        landed = self.games.landed
        for game, action in enumerate(actions.tolist()):
            node = self.nodes[game]
            actor = node.actor
            starts = node.state.phase in STARTS
            node = node.act(action)
            if node.actor == CHANCE:
                node = (
                    self._started(node, game) if starts else node.land(self._landing(landed[game]))
                )
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

    def _begun(self, game: int) -> Node:
        node = self._start
        return self._started(node, game) if node.actor == CHANCE else node

    def _started(self, node: Node, game: int) -> Node:
        """The start die as it was thrown: it lies there, or showed the null face."""
        arena = self._seen[game, AT["arena"] : AT["arena"] + FACES]
        return node.moved(StartDie(node.state.edition.faces[arena.argmax()]))

    def _landing(self, landed: NDArray[np.int8]) -> Landing:
        faces = self.games.edition.faces
        lying = [faces[face] for face in range(FACES) for _ in range(landed[face])]
        return Landing(tuple(lying), int(landed[FACES]))
