"""Kessel in other people's frameworks: PettingZoo, Gymnasium, OpenSpiel. Each is an extra.

Importing this room loads none of them; `aec`, `gym` and `aim` need the extra `envs`, `open_spiel`
needs `openspiel`. What they share, actions, observations and chance, is pure.
"""
