"""Tournaments: rotation, points, ties."""

import pytest

from kessel.errors import BadValue
from kessel.rules.options import Options
from kessel.rules.tournament import FinishedGame, Score, game_points, score

ABC = ("A", "B", "C")
SHARE = Options()
PLAYOFF = Options(tournament_tie="playoff")
FREE = Options(tournament_start="any_order_each_once")
ROUND = (
    FinishedGame((("A",), ("C",)), ("B",)),
    FinishedGame((("B",), ("A",)), ("C",)),
    FinishedGame((("C",), ("B",)), ("A",)),
)


def test_an_unfinished_tournament_has_a_plan_and_points_but_no_winner() -> None:
    standing = score(ABC, "B", ROUND[:1], SHARE)
    assert standing == Score(("B", "C", "A"), {"A": 2, "B": 0, "C": 1}, None, None)


def test_a_deciding_game_among_the_tied_decides() -> None:
    tied = score(ABC, "A", ROUND, PLAYOFF)
    assert tied.playoff == ABC
    decided = score(ABC, "A", (*ROUND, FinishedGame((("A",), ("B",)), ("C",))), PLAYOFF)
    assert (decided.winners, decided.playoff) == (("C",), None)
    shared = score(ABC, "A", (*ROUND, FinishedGame((("A",), ("B", "C")), ("B", "C"))), PLAYOFF)
    assert shared.winners == ("B", "C")


def test_a_game_to_be_played_again_does_not_count() -> None:
    again = FinishedGame((), ())
    assert score(ABC, "A", (ROUND[0], again, *ROUND[1:]), SHARE).winners == ABC


def test_points_of_a_batch_are_equal_or_in_order_of_play() -> None:
    game = FinishedGame((("A", "B"),), ("C",))
    assert game_points(game, ABC, SHARE) == {"C": 0, "A": 1, "B": 1}
    in_turn = Options(simultaneous_points="turn_order")
    assert game_points(game, ABC, in_turn) == {"C": 0, "A": 2, "B": 1}


def test_who_begins_may_be_chosen_each_once() -> None:
    games = [
        FinishedGame(game.out, game.win, first) for game, first in zip(ROUND, "CAB", strict=True)
    ]
    assert score(ABC, "A", games, FREE).starters == ("C", "A", "B")
    assert score(ABC, "A", games[:1], FREE).starters == ("C", "A", "B")
    with pytest.raises(BadValue, match="any_order_each_once"):
        score(ABC, "A", games, SHARE)
    with pytest.raises(BadValue, match="everyone begins exactly once"):
        score(ABC, "A", [games[0], games[0]], FREE)


@pytest.mark.parametrize(
    ("games", "reason"),
    [
        ([FinishedGame((("A",),), ("B",))], "'C' was neither"),
        ([FinishedGame((("A",), ("A",)), ("B", "C"))], "once in a game"),
        ([FinishedGame((("A",),), ("B", "Z"))], "'Z' does not play"),
        ([FinishedGame((), ABC)], "every game eliminates somebody"),
        (
            [FinishedGame((("A",), ("B",)), ("A", "C"))],
            "only when all the last players share",
        ),
        ([*ROUND, ROUND[0]], "was decided after 3 games"),
    ],
)
def test_games_that_cannot_be(games: list[FinishedGame], reason: str) -> None:
    with pytest.raises(BadValue, match=reason):
        score(ABC, "A", games, SHARE)


def test_one_deciding_game_of_the_tied_and_no_more() -> None:
    with pytest.raises(BadValue, match="one deciding game"):
        score(ABC, "A", (*ROUND, ROUND[0], ROUND[1]), PLAYOFF)
    with pytest.raises(BadValue, match="the first player 'Z'"):
        score(ABC, "Z", (), SHARE)
