"""Tournaments: who plays whom and where, and ratings that give back the strengths of a model."""

from collections import Counter
from itertools import permutations
from math import log
from random import Random
from typing import Any

import pytest

from kessel.bots.bot import Answer, Sight
from kessel.errors import BadValue
from kessel.game import Game, round_robin
from kessel.game.round_robin import ELO, Results, interval, ratings, tournament


class FirstAnswer:
    """Throws once and stops."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        return Answer(next(sight.legal()))


def test_all_pairs_play_in_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = {name: FirstAnswer() for name in "abc"}
    seated: list[tuple[FirstAnswer, ...]] = []

    def won_by_the_first(game: Game, players: list[FirstAnswer], *_: object) -> tuple[int, ...]:
        seated.append(tuple(players))
        return (0,)

    monkeypatch.setattr(round_robin, "play", won_by_the_first)
    told: list[tuple[int, int]] = []
    played = tournament(bots, games=10, progress=lambda *done: told.append(done))
    assert told == [(10, 30), (20, 30), (30, 30)]
    assert Counter(seated) == dict.fromkeys(permutations(bots.values(), 2), 5)
    assert played.groups == {("a", "b"): (5, 5), ("a", "c"): (5, 5), ("b", "c"): (5, 5)}
    assert {one.name: one.games for one in played.standings} == {"a": 20, "b": 20, "c": 20}


def test_a_seed_repeats_a_tournament() -> None:
    names = ("rule", "careful")
    first, again, other = (tournament(names, games=20, seed=seed) for seed in (3, "3", 4))
    assert first == again
    assert first.groups != other.groups


def test_the_better_bot_stands_above() -> None:
    """The rule wins 58% against a bot that stops; of 400 games it loses most once in 1000."""
    played = tournament({"rule": "rule", "timid": FirstAnswer()}, games=400)
    best, worst = played.standings
    assert (best.name, worst.name) == ("rule", "timid")
    assert best.low < best.share < best.high
    assert best.elo == pytest.approx(-worst.elo)
    assert str(played).splitlines()[0].startswith("rule   won ")


def test_three_at_a_table() -> None:
    names = ("beginner", "gambler", "careful", "rule")
    played = tournament(names, "harry-potter", 3, games=3)
    assert len(played.groups) == 4
    assert all(sum(won) == pytest.approx(3) for won in played.groups.values())


def test_ratings_find_the_strengths_of_the_model() -> None:
    """Results as the model expects them, so many that the added game does not matter."""
    strengths = (1.0, 2.0, 8.0)
    games = 1e9
    pairs: Results = {
        (a, b): tuple(games * strengths[one] / (strengths[a] + strengths[b]) for one in (a, b))
        for a, b in ((0, 1), (0, 2), (1, 2))
    }
    found = [elo for elo, _ in ratings(3, pairs)]
    assert found[1] - found[0] == pytest.approx(ELO * log(2), abs=1e-3)
    assert found[2] - found[0] == pytest.approx(ELO * log(8), abs=1e-3)
    table: Results = {(0, 1, 2): tuple(games * one / 11 for one in strengths)}
    found = [elo for elo, _ in ratings(3, table)]
    assert found[2] - found[1] == pytest.approx(ELO * log(4), abs=1e-3)


def test_errors_of_ratings_are_those_of_a_share() -> None:
    """Of two bots, to first order, the error of half of log(p / (1 - p))."""
    won, games = 6000.0, 10000.0
    (elo, error), (other, same) = ratings(2, {(0, 1): (won, games - won)})
    share = won / games
    deviation = 1.959963984540054 / (games * share * (1 - share)) ** 0.5
    assert error == pytest.approx(ELO * deviation / 2, rel=1e-3)
    assert [other, same] == pytest.approx([-elo, error])


def test_nobody_is_infinitely_strong() -> None:
    (best, error), _ = ratings(2, {(0, 1): (10.0, 0.0)})
    assert 0 < best < 1000
    assert error > best / 2


def test_wilson() -> None:
    low, high = interval(0, 10)
    assert [low, high] == pytest.approx([0.0, 0.2775], abs=1e-4)


def test_what_is_no_tournament() -> None:
    for bots in (("rule",), "rule", ("rule", "rule")):
        with pytest.raises(BadValue, match="different"):
            tournament(bots)
    with pytest.raises(BadValue, match="a multiple of 2"):
        tournament(("rule", "careful"), games=3)


@pytest.mark.parametrize("bots", [5, None, {5: "rule", "rule": "rule"}, [5, "rule"], "rule", b"x"])
def test_bots_that_have_no_names_are_refused_in_a_sentence(bots: Any) -> None:
    with pytest.raises(BadValue, match="bots are different names, or a mapping of names to bots"):
        tournament(bots, games=2)


def test_a_progress_that_cannot_be_told_is_refused_before_anything_is_played() -> None:
    wrong: Any = 5
    with pytest.raises(BadValue, match="progress is called with what is done and the total"):
        tournament(["rule", "careful"], games=2, progress=wrong)
