"""Kessel in other people's frameworks: PettingZoo, Gymnasium, OpenSpiel. Each is an extra.

Importing this room tells Gymnasium, if it is installed, what `gymnasium.make("kessel/Game-v0")`
means; it loads no environment. `aec` and `gym` need the extra `envs`, `vector` needs `fast`
beside it, `open_spiel` needs `openspiel`. What they share, actions, observations and chance, is
pure.
"""


def _register() -> None:
    try:
        from gymnasium import register
    except ImportError:
        return
    register("kessel/Game-v0", "kessel.envs.gym:KesselEnv")
    register("kessel/SelfPlay-v0", vector_entry_point="kessel.envs.vector:KesselVectorEnv")


_register()
