"""Opponents: each is handed what its player may see, never the table's seed or dice to come."""

from kessel.bots.bot import Answer, Bot, Sight

__all__ = ["Answer", "Bot", "Sight"]
