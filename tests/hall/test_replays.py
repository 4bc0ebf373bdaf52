"""A replay shows every step as it was sent, also where dice were pushed in between."""

import json
from itertools import pairwise

import msgspec
import pytest
from hall.in_memory import Hall
from table.test_state import after, at_the_race
from views.test_views import until

from kessel.hall.frames import unpack
from kessel.hall.replays import at_the_end, history_of, replay
from kessel.messages.reports import Replay
from kessel.messages.views import DieView, GameView
from kessel.table.log import (
    DicePushed,
    Entry,
    GameStarted,
    RaceRunAgain,
    RaceWon,
    TableEntry,
    ThrowFixed,
    entry_text,
)


async def test_a_push_is_part_of_the_game_but_no_step(hall: Hall) -> None:
    ann = await hall.host("pp", "impact")
    game = await until(ann, "throw")
    die = game["arena"][0]["dice"][0]["id"]
    pushed = {"die": die, "x": 0.02, "y": -0.01}
    seat = game["awaited"]["seat"]
    await ann.ask("changed", type="push", seat=seat, state=game["state"], dice=[pushed])
    await ann.play()
    bodies = await hall.store.game_log(game["game"])
    assert bodies is not None
    history = history_of(bodies)
    assert any(isinstance(entry, DicePushed) for entry in history)
    replay = msgspec.json.decode(await hall.archive.replay(game["game"]) or b"", type=Replay)
    assert at_the_end(bodies).running().state.is_over
    sent = [(one["move"], one["seat"], one["throw"]) for one in ann.seen]
    assert [(s.step.move, s.step.seat, s.step.throw) for s in replay.steps] == sent


async def test_a_games_history_begins_with_the_game_and_has_no_secret(hall: Hall) -> None:
    ann = await hall.host("pb")
    await ann.play()
    history = history_of(hall.store.logs[1])
    assert isinstance(history[0], GameStarted)
    assert not any(isinstance(entry, TableEntry) for entry in history)


@pytest.mark.parametrize("size", [0, 32])
async def test_a_throw_says_how_large_its_trajectory_is(size: int) -> None:
    from kessel.hall.replays import replay

    hall = Hall()
    ann = await hall.host("pb")
    await ann.play()
    bodies = await hall.store.game_log((ann.game or {})["game"])
    sizes = {0: size} if size else {}
    shown = msgspec.json.decode(replay(bodies or [], sizes), type=Replay)
    first = next(step.thrown for step in shown.steps if step.thrown is not None)
    assert (first.throw, first.bytes) == (0, size)


def test_states_are_numbered_as_they_were_also_after_a_race_that_was_run_again() -> None:
    state = at_the_race()
    players = [0, 1]
    race: list[Entry] = [RaceRunAgain(players=players), RaceWon(winner=1, keep=[])]
    after_race, _ = after(state, *race)
    played: list[Entry] = []
    for entry in state.history:
        played += entry.casts if isinstance(entry, ThrowFixed) else []
        played.append(entry)
    bodies = [entry_text(entry) for entry in [*played, *race]]
    shown = msgspec.json.decode(replay(bodies, {}), type=Replay)
    assert shown.steps[-1].step.game.state == after_race.state_number
    assert not any(isinstance(entry, RaceRunAgain) for entry in history_of(bodies))


async def test_a_replay_shows_what_was_worn_in_the_first_game_and_in_later_ones(hall: Hall) -> None:
    ann = await hall.host("pb")
    await ann.ask("done", type="wear", seat=0, finish="frost", mat="waves", ref=1)
    games, seen = list[str](), 0
    while seen < 2:  # in a short game no die of hers may come to lie there
        if games:
            await ann.ask("snapshot", type="rematch")
        await ann.play()
        games.append((ann.game or {})["game"])
        assert len(set(games)) == len(games) < 50
        body = await hall.archive.replay(games[-1])
        shown = msgspec.json.decode(body or b"", type=Replay)
        looks = [(one.finish, one.mat) for one in shown.looks]
        assert looks == [("frost", "waves"), ("", "")]
        dressed = {
            (thrown.casts[0].seat, die.finish)
            for before, after in pairwise(shown.steps)
            if (thrown := after.thrown) is not None and len(thrown.casts) == 1
            if after.step.move != "start"  # it is nobody's, and comes again if it falls out
            for die in _new(before.step.game, after.step.game)
        }
        assert dressed <= {(0, "frost"), (1, "")}
        seen += (0, "frost") in dressed


def _new(before: GameView, after: GameView) -> list[DieView]:
    """The dice that lie there since a throw."""
    lay = {die.id for piece in before.arena for die in piece.dice}
    return [die for piece in after.arena for die in piece.dice if die.id not in lay]


# --- finished games can be looked at, running ones and unknown ones cannot ------------------------


async def test_a_running_or_unknown_game_is_not_in_the_archive(hall: Hall) -> None:
    ann = await hall.host("pp")
    for game in ((ann.game or {})["game"], "a" * 16):
        assert await hall.archive.replay(game) is None
        assert await hall.archive.record(game) is None
        assert await hall.archive.review(game) is None
        assert await hall.archive.frame(game, 0) is None


async def test_a_finished_game_is_there_in_every_form(hall: Hall) -> None:
    hall.workers.solved = True
    ann = await hall.host("pb")
    await ann.play()
    game = ann.game or {}
    replay = await hall.archive.replay(game["game"])
    assert json.loads(replay or b"")["game"] == game["game"]
    record = await hall.archive.record(game["game"])
    assert game["proof"]["digest"][:32] in (record or "")
    assert await hall.archive.review(game["game"]) == b"report"
    frame = await hall.archive.frame(game["game"], 0)
    assert unpack(frame or b"")[0] == 0
    assert await hall.archive.frame(game["game"], 10_000) is None
