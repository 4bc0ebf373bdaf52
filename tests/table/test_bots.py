"""The usual bot and the gentlest answer are always legal, and fixed by their chance."""

from collections.abc import Callable
from random import Random

import pytest
from table.games import WAITS_FOR_ACCIO, WAITS_FOR_TOWER, played, started

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Beginner
from kessel.rules.moves import EndTurn, TakeAccio
from kessel.table import log
from kessel.table.answers import entry_of, sight
from kessel.table.bots import gentle_answer
from kessel.table.feed import feed, with_cast
from kessel.table.play import Play, begin
from kessel.throws.aim import Aim

CHANCES = 60
POINTS: dict[str, Callable[[], Play]] = {
    "start_die thrown": lambda: begin(started()),
    "start_die placed": lambda: begin(started("impact")),
    "throw": lambda: played(started(), ("4",)),
    "choice": lambda: played(started(), ("4",), ("4", "5")),
    "extra": lambda: played(started("harry-potter"), ("relashio",), ("relashio", "relashio")),
    "collect": lambda: played(started(collecting="optional"), ("4",), ("4", "4")),
    "accio": lambda: played(started("harry-potter"), *WAITS_FOR_ACCIO),
    "stack": lambda: played(started("harry-potter"), *WAITS_FOR_TOWER),
}


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("answer", [Beginner().answer, gentle_answer])
def test_answers_are_legal_and_follow_from_their_chance(
    point: str, answer: Callable[[Sight, Random], Answer]
) -> None:
    play = POINTS[point]()
    assert play.awaited.kind == point.split()[0]
    player = play.waited_for()[0]
    play = feed(play, log.BotPlaysOn(player=player)).play
    seen = sight(play, player)
    for chance in range(CHANCES):
        given = answer(seen, Random(chance))
        assert given == answer(seen, Random(chance))
        entry = entry_of(play, player, given, "bot")
        assert (
            with_cast(play, entry).casts if isinstance(entry, log.CastShown) else feed(play, entry)
        )


def test_the_gentlest_answer_does_the_least() -> None:
    choice = sight(POINTS["choice"](), 0)
    assert gentle_answer(choice, Random(1)) == Answer(EndTurn())
    accio = sight(POINTS["accio"](), 0)
    assert gentle_answer(accio, Random(1)) == Answer(TakeAccio(None))
    must = sight(played(started("harry-potter", accio_optional=False), *WAITS_FOR_ACCIO), 0)
    assert gentle_answer(must, Random(1)) == Answer(TakeAccio("confundo"))
    throw = gentle_answer(sight(POINTS["throw"](), 0), Random(1))
    assert throw.aim == Aim().to_json()
