"""Dice that nobody can have chosen: chains of secrets, the transcript, and the seed of a throw.

Knows no throwers, seats or tables: only bytes.
"""

from kessel.fairness.chain import CHAIN_LINKS, LINK_BYTES, Chain, ShownChain, WrongLink
from kessel.fairness.seed import bot_seed, throw_seed
from kessel.fairness.transcript import Transcript, seal_of

__all__ = [
    "CHAIN_LINKS",
    "LINK_BYTES",
    "Chain",
    "ShownChain",
    "Transcript",
    "WrongLink",
    "bot_seed",
    "seal_of",
    "throw_seed",
]
