"""Bots play whole games with any dice, see only what they may, and play tournaments."""

from collections import Counter
from itertools import permutations
from math import log
from random import Random
from typing import Any, ClassVar, cast

import pytest

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Beginner
from kessel.errors import BadValue
from kessel.game import Game, play, round_robin, sight, steps, tournament
from kessel.game.loop import asked
from kessel.game.round_robin import ELO, Results, interval, ratings
from kessel.physics.dice import PhysicsDice
from kessel.rules.awaits import AwaitColumn, AwaitExtra, Over
from kessel.rules.edition import EDITIONS
from kessel.rules.moves import Landing, Throw
from kessel.rules.notation import move_text
from kessel.rules.state import GameState
from kessel.throws.at_rest import DiceAtRest, arena_of
from kessel.throws.dice import Casts, Landed
from kessel.throws.ideal import IdealDice
from kessel.throws.scripted import ScriptedDice


# --- One game -------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_played_to_its_end_and_recorded(edition: str, players: int) -> None:
    for seed in range(10):
        game = Game(edition, players)
        for played in steps(game, [Beginner()] * players, IdealDice(), seed):
            assert played == game.last
            assert game.layout is not None
            assert arena_of(game.layout) == game.state.arena
        assert game.is_over
        assert Game.from_record(game.export()).state == game.state


@pytest.mark.parametrize("edition", ["strike-2020", "impact-power", "harry-potter"])
def test_the_physics_is_one_kind_of_dice(edition: str) -> None:
    game = Game(edition, 3)
    for _ in steps(game, [Beginner()] * 3, PhysicsDice(watched=False), seed=3):
        assert game.layout is not None
        assert arena_of(game.layout) == game.state.arena
    assert Game.from_record(game.export()).state == game.state


def test_a_seed_plays_the_same_game_again_and_none_another() -> None:
    def moves(seed: int | None) -> str:
        game = Game("impact-avatar", 3, elements=["fire", "stone", "lightning"])
        play(game, [Beginner()] * 3, IdealDice(), seed)
        return game.export()

    assert moves(1) == moves(1)
    assert len({moves(seed) for seed in (1, 2, None, None)}) == 4


def test_a_tower_nobody_chooses_is_stacked_by_chance() -> None:
    orders = set()
    for seed in range(8):
        start = "harry-potter hands=3,3 arena=wingardium,confundo,immobulus,accio"
        game = Game.from_state(f"{start} options=tower_builder:random")
        landing = Landing(("wingardium", "confundo", "immobulus", "accio", "wingardium"))
        loop = steps(game, [Beginner()] * 2, ScriptedDice([landing]), seed)
        next(loop)
        orders.add(str(next(loop)))
    assert len(orders) > 1
    assert all(order.startswith("stack ") for order in orders)


def test_a_bot_sees_only_what_its_player_may() -> None:
    class Watcher(Beginner):
        """Keeps the supplies it was shown."""

        seen: ClassVar[set[tuple[int, ...]]] = set()

        def answer(self, sight: Sight, chance: Random) -> Answer:
            self.seen.add(sight.state.hands)
            return super().answer(sight, chance)

    start = "strike-2020 hands=3,6,1 arena=2,3 options=supply:hidden"
    dice = ScriptedDice([Landing(("2", "3", "4"))])
    next(steps(Game.from_state(start), [Watcher()] * 3, dice))
    assert Watcher.seen == {(3, 4, 3)}
    assert sight(Game.from_state(start), 1).state.hands == (2, 6, 2)


def test_bots_draw_from_another_source_than_the_dice() -> None:
    """What a bot draws does not move the dice: an idle draw more leaves the throws as they were."""

    class Careless(Beginner):
        def answer(self, sight: Sight, chance: Random) -> Answer:
            return super().answer(sight, Random(len(sight.state.arena)))

    class Drawing(Careless):
        def answer(self, sight: Sight, chance: Random) -> Answer:
            chance.random()
            return super().answer(sight, chance)

    exports = []
    for bot in (Careless(), Drawing()):
        game = Game("strike-2020")
        play(game, [bot, bot], IdealDice(), seed=9)
        exports.append(game.export())
    assert exports[0] == exports[1]


def test_who_is_asked() -> None:
    assert asked(AwaitExtra({1: ("1",), 2: ("1",)})) == (1, 2)
    assert asked(AwaitColumn((0, 1))) == ()
    assert asked(Over((0,))) == ()
    assert asked(Game("strike-2020", first=1).awaited) == (1,)


class FirstAnswer:
    """As copied from the page: whatever may be answered first."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        return Answer(next(sight.legal()))


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_bot_of_the_page_plays_every_edition_from_a_new_game(edition: str) -> None:
    for seed in range(5):
        assert play(Game(edition, 3), FirstAnswer(), "ideal", seed)


class Says:
    """A bot that answers one thing."""

    def __init__(self, said: Any) -> None:
        self.said = said

    def answer(self, sight: Sight, chance: Random) -> Answer:
        said = self.said(sight) if callable(self.said) else self.said
        return cast("Answer", said)


@pytest.mark.parametrize("said", [None, "throw 1", 5, Throw("1"), ("throw 1", None, "", None)])
@pytest.mark.parametrize("line", ["strike-2020 hands=3,4 arena=2", "strike-2020 hands=3,4"])
def test_a_bot_that_gives_no_answer_is_refused_in_a_sentence(said: Any, line: str) -> None:
    with pytest.raises(BadValue, match="a bot answers with an `Answer`, such as"):
        play(Game.from_state(line), Says(said))
    with pytest.raises(BadValue, match="a bot answers with an `Answer`, such as"):
        tournament({"a": Says(said), "b": "rule"}, games=2)


@pytest.mark.parametrize("edition", ["strike-2020", "impact-power"])
def test_a_bot_may_answer_with_the_text_of_a_move(edition: str) -> None:
    def first(sight: Sight) -> Answer:
        return Answer(next(iter(sight.legal())))

    def text(sight: Sight) -> Answer:
        return Answer(cast("Any", move_text(next(iter(sight.legal())))))

    moved, said = Game(edition), Game(edition)
    play(moved, Says(first), seed=1)
    play(said, Says(text), seed=1)
    assert said.history == moved.history
    with pytest.raises(BadValue, match="5 is not a move"):
        play(Game(edition), Says(Answer(cast("Any", 5))))


class Lands:
    """Dice that land one way."""

    def __init__(self, landed: Any) -> None:
        self.landed = landed

    def land(
        self, state: GameState, casts: Casts, chance: Random, lying: DiceAtRest | None = None
    ) -> Landed:
        return cast("Landed", self.landed)


@pytest.mark.parametrize("landed", [None, 5, Landing(("2",)), Landed(cast("Any", None))])
def test_dice_that_do_not_say_how_they_landed_are_refused_in_a_sentence(landed: Any) -> None:
    for game in (Game(), Game.from_state("strike-2020 hands=3,4 arena=2")):
        with pytest.raises(BadValue, match="`land` gives a `Landed` with a `Landing`, not"):
            play(game, "rule", Lands(landed))


@pytest.mark.parametrize("arena", [("2", "3"), (("2", "3"),), 5])
def test_a_start_throw_of_more_than_a_die_is_refused_in_a_sentence(arena: Any) -> None:
    with pytest.raises(BadValue, match="a start throw is of one die, which shows a face or left"):
        play(Game(), "rule", Lands(Landed(Landing(arena))))


# --- Tournaments: who plays whom and where, and ratings that give back the strengths of a model ---
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


@pytest.mark.parametrize(
    "bots",
    [5, None, {5: "rule", "rule": "rule"}, [5, "rule"], "rule", b"x", ("rule", "rule")],
)
def test_bots_that_have_no_names_are_refused_in_a_sentence(bots: Any) -> None:
    with pytest.raises(BadValue, match="bots are different names, or a mapping of names to bots"):
        tournament(bots, games=2)
    with pytest.raises(BadValue, match="tables of 2 needs as many different bots or more"):
        tournament(("rule",), games=2)


def test_a_progress_that_cannot_be_told_is_refused_before_anything_is_played() -> None:
    wrong: Any = 5
    with pytest.raises(BadValue, match="progress is called with what is done and the total"):
        tournament(["rule", "careful"], games=2, progress=wrong)
