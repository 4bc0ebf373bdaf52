"""Games for tests, begun and brought to a certain point by scripted throws, without a table."""

from kessel.fairness import Chain
from kessel.rules.edition import find_edition
from kessel.rules.moves import Landing
from kessel.rules.options import resolve_options
from kessel.table import Seat, log
from kessel.table.feed import Settled, feed, landed_entry, with_cast
from kessel.table.play import Play, begin, spelled_out
from kessel.throws.scripted import ScriptedDice

SERVER = Chain(bytes(32))
SEED = bytes(32)
"""Of throws whose result is scripted."""
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
        players=[log.PlayerNamed(seat=Seat(seat), name=f"Name {seat}") for seat in seats],
        first=first,
        dice="scripted",
        elements=elements,
        server=SERVER.tip,
    )


def cast(player: int, unit: str = "1") -> log.CastShown:
    """A cast with an aim of nothing."""
    return log.CastShown(player=player, unit=unit, aim={})


def thrown(play: Play, landing: Landing, unit: str = "1") -> Settled:
    """Everybody who is waited for throws, and the dice land so."""
    play = with_casts(play, *(cast(player, unit) for player in play.waited_for()))
    play = feed(play, play.to_fix()).play
    return feed(play, landed(play, landing))


def with_casts(play: Play, *casts: log.CastShown) -> Play:
    """The game with these casts shown."""
    for one in casts:
        play = with_cast(play, one)
    return play


def links(play: Play) -> log.Links:
    """What the server shows for the throw that is fixed; there is no device."""
    return log.Links(server=SERVER.link(play.chains.asked).hex(), devices=[], signs=[])


def landed(play: Play, landing: Landing) -> log.DiceLanded:
    """The entry of a throw that is fixed and lands so."""
    result = ScriptedDice([landing]).throw(play.order(SEED))
    return landed_entry(play, result, links(play))


def played(entry: log.GameStarted, *arenas: tuple[str, ...]) -> Play:
    """A game after throws of one die each that left these faces."""
    play = begin(entry)
    for arena in arenas:
        play = thrown(play, Landing(arena)).play
    return play


def stacked_by_first(play: Play) -> log.Answered:
    """The first player stacks all dice that lie there, in their order."""
    faces = "/".join(spot[0].face for spot in play.at_rest)
    dice = [spot[0].die for spot in play.at_rest]
    return log.Answered(player=0, move=f"stack {faces}", dice=dice)
