"""Kessel: the STRIKE family of dice games, as rules, physics, opponents and a referee."""

__version__ = "0.1.0"
