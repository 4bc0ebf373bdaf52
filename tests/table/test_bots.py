"""The plainest bot and the gentlest answer are always legal, and fixed by their chance."""

from collections.abc import Callable
from random import Random

import pytest
from table.games import WAITS_FOR_ACCIO, WAITS_FOR_TOWER, played, started, thrown

from kessel.bots.bot import Answer, Sight
from kessel.rules.awaits import AwaitExtra
from kessel.rules.moves import Collect, EndTurn, Landing, StackTower, StartDie, TakeAccio, Throw
from kessel.table import Player, log
from kessel.table.answers import entry_of, sight
from kessel.table.bots import PlainBot, gentle_answer, toss
from kessel.table.play import Play, begin, feed, with_hand
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
@pytest.mark.parametrize("answer", [PlainBot().answer, gentle_answer])
def test_answers_are_legal_and_follow_from_their_chance(
    point: str, answer: Callable[[Sight, Random], Answer]
) -> None:
    play = POINTS[point]()
    assert play.awaited.kind == point.split()[0]
    player = play.waited_for()[0]
    seen = sight(play, player)
    for chance in range(CHANCES):
        given = answer(seen, Random(chance))
        assert given == answer(seen, Random(chance))
        entry = entry_of(play, player, given, "bot")
        assert (
            with_hand(play, entry).hands if isinstance(entry, log.HandShown) else feed(play, entry)
        )


def test_the_plain_bot_does_the_usual_and_varies() -> None:
    def moves(point: str) -> set[type]:
        play = POINTS[point]()
        seen = sight(play, Player(0))
        return {type(PlainBot().answer(seen, Random(n)).move) for n in range(CHANCES)}

    assert moves("choice") == {Throw, EndTurn}
    assert moves("start_die placed") == {StartDie}
    assert moves("start_die thrown") == {Throw}
    assert moves("collect") == {Collect}
    assert moves("accio") == {TakeAccio}
    assert moves("stack") == {StackTower}


def test_a_player_with_one_die_does_not_risk_it() -> None:
    play = POINTS["choice"]()
    poor = play.state._replace(hands=(1, play.state.hands[1]))
    answers = {PlainBot().answer(Sight(0, poor), Random(n)).move for n in range(CHANCES)}
    assert answers == {EndTurn()}


def test_the_gentlest_answer_does_the_least() -> None:
    choice = sight(POINTS["choice"](), Player(0))
    assert gentle_answer(choice, Random(1)) == Answer(EndTurn())
    accio = sight(POINTS["accio"](), Player(0))
    assert gentle_answer(accio, Random(1)) == Answer(TakeAccio(None))
    must = sight(played(started("harry-potter", accio_optional=False), *WAITS_FOR_ACCIO), Player(0))
    assert gentle_answer(must, Random(1)) == Answer(TakeAccio("confundo"))
    throw = gentle_answer(sight(POINTS["throw"](), Player(0)), Random(1))
    assert throw.aim == Aim().to_json()


def test_in_a_simultaneous_throw_everybody_throws_what_they_have() -> None:
    play = POINTS["extra"]()
    assert isinstance(play.awaited, AwaitExtra)
    for player in (Player(0), Player(1)):
        move = PlainBot().answer(sight(play, player), Random(1)).move
        assert isinstance(move, Throw)
        assert move.unit in play.awaited.units[player]


def test_nothing_is_answered_to_a_race() -> None:
    play = thrown(played(started("impact-power"), ("fire",)), Landing(("fire", "fire"))).play
    with pytest.raises(AssertionError, match="nothing to answer"):
        PlainBot().answer(sight(play, Player(0)), Random(1))


def test_a_toss_is_gentle_or_firm_and_near_the_middle() -> None:
    aims = [toss("1", Random(n)).aim or {} for n in range(CHANCES)]
    assert len({aim["speed"] for aim in aims}) == 2
    assert max(abs(aim["x"]) for aim in aims) <= 0.03
    assert max(abs(aim["y"]) for aim in aims) <= 0.02
