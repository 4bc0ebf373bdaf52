"""Games for tests, begun and brought to a certain point by scripted throws, without a table."""

from kessel.fairness.first import SEED_BYTES, commitment
from kessel.rules.edition import find_edition
from kessel.rules.moves import Landing
from kessel.rules.options import resolve_options
from kessel.table import Player, Seat, log
from kessel.table.play import Play, Settled, begin, feed, landed_entry, spelled_out
from kessel.throws.scripted import ScriptedDice

SEED = bytes(SEED_BYTES)
TOWER = ("wingardium", "wingardium", "relashio", "confundo")
WAITS_FOR_TOWER = (
    TOWER[:1],
    ("wingardium", "relashio"),
    ("wingardium", "relashio", "confundo"),
    TOWER,
)
WAITS_FOR_ACCIO = (("accio",), ("accio", "confundo"), ("accio", "accio", "confundo"))
"""Throws of one die each in Harry Potter, after which a tower or an Accio is awaited."""


def started(
    edition: str = "strike-2020",
    seats: tuple[int, ...] = (0, 1),
    first: int = 0,
    elements: list[str] | None = None,
    **options: str | bool,
) -> log.GameStarted:
    """The entry with which a game on these seats begins."""
    box = find_edition(edition)
    return log.GameStarted(
        table="table",
        game="game",
        number=1,
        edition=edition,
        options=spelled_out(box, resolve_options(box, options)),
        seats=[Seat(seat) for seat in seats],
        names=[f"Name {seat}" for seat in seats],
        first=Player(first),
        commitment=commitment(SEED),
        thrower="scripted",
        elements=elements,
    )


def hand(player: int, unit: str = "1") -> log.HandShown:
    """A hand with an aim of nothing."""
    return log.HandShown(player=Player(player), unit=unit, aim={}, nonce="00" * 16)


def thrown(play: Play, landing: Landing, unit: str = "1") -> Settled:
    """Everybody who is waited for throws, and the dice land so."""
    for player in play.waited_for():
        play = feed(play, hand(player, unit)).play
    result = ScriptedDice([landing]).throw(play.order(play.first_chance(SEED)))
    return feed(play, landed_entry(play, result))


def played(entry: log.GameStarted, *arenas: tuple[str, ...]) -> Play:
    """A game after throws of one die each that left these faces."""
    play = begin(entry)
    for arena in arenas:
        play = thrown(play, Landing(arena)).play
    return play
