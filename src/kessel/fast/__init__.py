"""Whole games by the million, compiled: all editions, any chance model, strategies as tables.

Needs the extra `fast`. Only who wins is told; for anything that is to be looked
at there are the rules.
"""

from kessel.fast.simulate import Simulated, simulate

__all__ = ["Simulated", "simulate"]
