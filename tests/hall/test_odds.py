"""The coach answers for who is to choose, from what that seat may see, and says why it cannot."""

from typing import Any

import pytest
from hall.in_memory import Hall, Visitor

from kessel.bots.bot import Answer, Sight
from kessel.bots.levels import COACH
from kessel.hall.advice import action_view, chances
from kessel.hall.workers import Chances
from kessel.messages.views import ActionView, ThrowOdds
from kessel.rules.moves import EndTurn, Throw
from kessel.rules.positions import read_state
from kessel.rules.state import GameState
from kessel.solver.base import load_or_solve
from kessel.solver.library import best_model
from kessel.table import Seat

CHANCES = Chances(0.4, [ThrowOdds(action=ActionView(unit="1", strength="firm"), chance=0.6)], True)


async def at_choice(hall: Hall) -> tuple[Visitor, int, dict[str, Any]]:
    """A visitor with both seats of a game, the seat that is to throw, and the game."""
    ann = await hall.host("pp")
    while (ann.game or {})["awaited"]["kind"] != "throw":
        await ann.act()
        await ann.until("step")
    assert ann.game is not None
    return ann, ann.game["awaited"]["seat"], ann.game


async def test_what_the_workers_know_is_told(hall: Hall) -> None:
    hall.workers.chances = CHANCES
    ann, seat, game = await at_choice(hall)
    told = await ann.ask("odds", type="odds", seat=seat, state=game["state"], ref=3)
    assert told["ref"] == 3
    assert told["available"]
    assert told["estimated"]
    assert told["stop"] == 0.4
    assert told["throws"][0] == {"action": {"unit": "1", "strength": "firm"}, "chance": 0.6}


async def test_without_a_solution_it_says_whether_to_ask_again(hall: Hall) -> None:
    ann, seat, game = await at_choice(hall)
    question = {"type": "odds", "seat": seat, "state": game["state"]}
    for solved, preparing in ((None, True), (False, False)):
        hall.workers.solved = solved
        told = await ann.ask("odds", **question)
        assert not told["available"]
        assert told["preparing"] == preparing


async def test_who_is_not_to_choose_is_told_nothing(hall: Hall) -> None:
    hall.workers.chances = CHANCES
    ann, seat, game = await at_choice(hall)
    told = await ann.ask("odds", type="odds", seat=1 - seat, state=game["state"])
    assert (told["available"], told["preparing"]) == (False, False)
    assert await ann.refusal(type="odds", seat=seat, state=game["state"] + 1) == "stale"


async def test_the_workers_see_no_more_than_the_seat() -> None:
    seen: list[GameState] = []
    hall = Hall()

    async def odds(state: GameState) -> None:
        seen.append(state)

    hall.workers.odds = odds  # type: ignore[method-assign]
    ann, seat, game = await at_choice(hall)
    await ann.ask("odds", type="odds", seat=seat, state=game["state"])
    assert seen[0] == (await hall.hub.find(ann.table)).table.state.sight_of(Seat(seat))


AIM = {"x": 0.01, "y": 0.0, "side": 1.0, "speed": 1.8, "height": 0.1, "spin": 14.0}


async def test_the_strongest_bot_says_where_to_aim(hall: Hall) -> None:
    asked: list[tuple[str, Sight]] = []
    answers = [Answer(Throw("1"), AIM, "firm", 0.6), Answer(EndTurn()), Answer(Throw("1"), AIM)]

    async def decide(level: str, sight: Sight, chance: bytes) -> Answer:
        asked.append((level, sight))
        if not answers:
            raise TimeoutError
        return answers.pop(0)

    ann, seat, game = await at_choice(hall)
    hall.workers.decide = decide  # type: ignore[method-assign]
    question = {"type": "advice", "seat": seat, "state": game["state"]}
    told = await ann.ask("advice", **question, ref=4)
    assert (told["ref"], told["unit"], told["aim"], told["worth"]) == (4, "1", AIM, 0.6)
    assert not told["preparing"]
    for _ in ("it would stop", "it did not try"):
        told = await ann.ask("advice", **question)
        assert (told["unit"], told["aim"], told["worth"]) == (None, None, None)
    for solved in (False, None):  # the bot has no time; then it has no solution yet
        hall.workers.solved = solved
        told = await ann.ask("advice", **question)
        assert (told["aim"], told["preparing"]) == (None, True)
    state = (await hall.hub.find(ann.table)).table.state
    assert asked[0] == (COACH, state.seen_from(Seat(seat)))
    told = await ann.ask("advice", type="advice", seat=1 - seat, state=game["state"])
    assert told["aim"] is None
    assert len(asked) == 4, "who is not to throw costs no thought"
    assert await ann.refusal(**question | {"state": game["state"] + 1}) == "stale"


# --- what the coach says of a position, in the words of messages ----------------------------------


CHOICE = "strike-2020 hands=3,2 arena=2,5 phase=choice"


@pytest.fixture(autouse=True)
def _solution() -> None:
    edition = read_state(CHOICE).edition
    load_or_solve(edition.base, 2, best_model(edition))


def test_stopping_and_every_strength_of_throw_have_their_chance() -> None:
    told = chances(read_state(CHOICE))
    assert told is not None
    assert told.stop is not None
    assert 0.0 < told.stop < 1.0
    assert {one.action.strength for one in told.throws} == {"gentle", "firm", "wild"}
    values = [one.chance for one in told.throws]
    assert values == sorted(values, reverse=True)
    assert not told.estimated


def test_other_rules_than_the_solved_ones_are_no_exact_answer() -> None:
    told = chances(read_state(CHOICE + " options=collecting:optional"))
    assert told is None or told.estimated


def test_where_nothing_is_to_be_chosen_nothing_is_said() -> None:
    assert chances(read_state("strike-2020 hands=8,8 arena=- phase=start")) is None


@pytest.mark.parametrize(
    ("name", "unit", "strength"),
    [
        ("stop", None, None),
        ("all", "all", None),
        ("firm", "1", "firm"),
        ("pile:0 gentle", "pile:0", "gentle"),
    ],
)
def test_actions_are_named_as_the_page_names_them(
    name: str, unit: str | None, strength: str | None
) -> None:
    assert action_view(name) == ActionView(unit=unit, strength=strength)
