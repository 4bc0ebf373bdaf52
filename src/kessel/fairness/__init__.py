"""Dice that nobody can have chosen: chains of secrets, the transcript, and the seed of a throw.

Knows no players, seats or tables: only bytes.
"""

from kessel.fairness.chain import CHAIN_LINKS, LINK_BYTES, Chain, ShownChain, WrongLink
from kessel.fairness.keys import WrongSign, check_signature
from kessel.fairness.seed import bot_seed, throw_seed
from kessel.fairness.transcript import Transcript

__all__ = [
    "CHAIN_LINKS",
    "LINK_BYTES",
    "Chain",
    "ShownChain",
    "Transcript",
    "WrongLink",
    "WrongSign",
    "bot_seed",
    "check_signature",
    "throw_seed",
]
