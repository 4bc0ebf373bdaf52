"""A record proves itself; one that was changed in any byte is caught, and the line is named."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from table.forging import mended, notes_of
from table.games import SEED, hand

from kessel.errors import BadValue, KesselError
from kessel.record import GameRecord, read_record
from kessel.rules.edition import EDITIONS
from kessel.table import NO_WAITING, Table, log
from kessel.table.chronicle import record_of
from kessel.table.drive import Driver
from kessel.table.play import begin, feed, landed_entry
from kessel.table.proof import verify
from kessel.table.throwers import thrower_named
from kessel.throws.ideal import IdealThrower
from kessel.throws.thrower import Thrower, ThrowOrder, ThrowResult

OLD_RECORD = Path(__file__).parent / "stored" / "ideal-1.txt"
"""A game of Harry Potter by ideal dice of version 1, in which a struck tower lost only its top."""
CHANGES = 60
"""Single signs changed in each record."""


def played(edition: str, thrower: Thrower, seed: int = 1, **settings: object) -> Driver:
    chance = Random(seed)
    seats = [log.SeatPlan(kind="bot") for _ in range(3)]
    made = log.TableMade(code="abcdefghijkl", edition=edition, seats=seats, **settings)  # type: ignore[arg-type]
    table, outcome = Table.make(
        made, 0.0, pace=NO_WAITING, thrower_name=thrower.name, entropy=chance.randbytes
    )
    driver = Driver(table, outcome, thrower)
    driver.play_on()
    return driver


def record(edition: str, thrower: Thrower, seed: int = 1) -> str:
    table = played(edition, thrower, seed).table
    return record_of(table.ledger.history, table.ledger.revealed).text()


@pytest.fixture(scope="module", params=list(EDITIONS))
def ideal(request: pytest.FixtureRequest) -> str:
    return record(request.param, IdealThrower())


def test_a_true_record_is_proved(ideal: str) -> None:
    verdict = verify(ideal, thrower_named)
    assert verdict.exact
    assert verdict.seed_known
    assert verdict.throws > 3


def test_a_record_by_older_ideal_dice_is_proved_by_them() -> None:
    text = OLD_RECORD.read_text(encoding="utf-8")
    verdict = verify(text, thrower_named)
    assert verdict.exact
    assert verdict.thrower == IdealThrower(version=1).name


def test_newer_ideal_dice_would_not_prove_it() -> None:
    text = OLD_RECORD.read_text(encoding="utf-8")
    verdict = verify(text, lambda name: IdealThrower())
    assert not verdict.exact
    assert verdict.near < verdict.throws


def test_a_record_changed_anywhere_is_caught(ideal: str) -> None:
    chance = Random(7)
    for _ in range(CHANGES):
        place = chance.randrange(len(ideal))
        sign = chance.choice("0123456789abcdefXZ {}\"'\n.,")
        if ideal[place] == sign:
            continue
        changed = ideal[:place] + sign + ideal[place + 1 :]
        with pytest.raises(KesselError):
            verify(changed, thrower_named)


def test_the_changed_line_is_named(ideal: str) -> None:
    """A digit exchanged for another in every third line that has one after its first word."""
    lines = ideal.split("\n")
    for number, line in list(enumerate(lines, start=1))[::3]:
        found = [m.start() for m in re.finditer(r"(?<=[ \":,.\-\[])[0-9](?=[^ ])", line)]
        if not found:
            continue
        place = found[-1]
        other = "1" if line[place] != "1" else "2"
        changed = [*lines]
        changed[number - 1] = line[:place] + other + line[place + 1 :]
        with pytest.raises(KesselError) as caught:
            verify("\n".join(changed), thrower_named)
        named = re.match(r"line (\d+)", str(caught.value))
        assert named is not None, f"{caught.value} for {line!r}"
        assert int(named[1]) == number, f"{caught.value}: {line!r}"


def test_a_forger_who_mends_every_mark_is_caught_by_the_dice() -> None:
    """Names are in no throw, yet every throw is bound to them."""
    table = played("strike-2020", IdealThrower()).table
    started = table.ledger.history[0]
    assert isinstance(started, log.GameStarted)
    forged = [msgspec.structs.replace(started, names=["Eve", *started.names[1:]])]
    text = record_of([*forged, *table.ledger.history[1:]], table.ledger.revealed).text()
    with pytest.raises(KesselError, match="line"):
        verify(text, thrower_named)


def test_a_seed_that_was_not_promised_is_caught() -> None:
    table = played("strike-2020", IdealThrower()).table
    text = record_of(table.ledger.history, bytes(32)).text()
    with pytest.raises(KesselError, match="not the one that was committed to"):
        verify(text, thrower_named)


def test_a_bots_nonce_cannot_be_picked() -> None:
    table = played("strike-2020", IdealThrower()).table
    history = [
        msgspec.structs.replace(one, nonce="00" * 16) if isinstance(one, log.HandShown) else one
        for one in table.ledger.history
    ]
    text = record_of(history, table.ledger.revealed).text()
    with pytest.raises(KesselError, match="nonce of a throw by the bot"):
        verify(text, thrower_named)


def test_a_mark_cannot_be_doubled(ideal: str) -> None:
    """Not even by one that is not the last: a record is written in one way only."""
    lines = ideal.split("\n")
    marks = [n for n, line in enumerate(lines) if line.startswith(("  @ mark", "note mark"))]
    assert len(marks) > 5
    for place in (marks[0], marks[3], marks[-1]):
        for doubled in (lines[place], lines[place] + "0"):
            changed = [*lines[:place], doubled, *lines[place:]]
            with pytest.raises(KesselError, match=r"line \d+: "):
                verify("\n".join(changed), thrower_named)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000])
def test_deep_nesting_is_one_line(ideal: str, deep: str) -> None:
    lines = ideal.split("\n")
    note = next(n for n, line in enumerate(lines) if line.startswith("  @ hand"))
    player = next(n for n, line in enumerate(lines) if line.startswith("player A"))
    for place, line in ((note, f"  @ hand {deep}"), (player, f"player A {deep}")):
        changed = [*lines[:place], line, *lines[place + 1 :]]
        with pytest.raises(KesselError, match=rf"line {place + 1}: ") as told:
            verify("\n".join(changed), thrower_named)
        assert len(str(told.value)) < 500


def test_a_running_game_has_no_seed_to_show() -> None:
    table = played("strike-2020", IdealThrower()).table
    verdict = verify(record_of(table.ledger.history[:9], None).text(), thrower_named)
    assert not verdict.seed_known


def test_another_kind_of_machine_is_told_and_compared_within_a_tolerance() -> None:
    text = record("strike-2020", IdealThrower())
    verdict = verify(text, lambda name: _Elsewhere())
    assert not verdict.exact
    assert verdict.near == verdict.throws


class _Elsewhere(IdealThrower):
    @property
    def name(self) -> str:
        return "ideal on another machine"


def test_the_physics_proves_itself_to_the_last_bit() -> None:
    thrower = thrower_named("physics")
    text = record("impact", thrower, seed=3)
    verdict = verify(text, lambda name: thrower)
    assert verdict.exact
    assert verdict.throws > 3


def test_another_thrower_may_step_in_only_where_the_own_one_fails() -> None:
    failing = _Failing()
    table = played("strike-2020", failing).table
    history = [
        msgspec.structs.replace(one, thrower=IdealThrower().name)
        if isinstance(one, log.DiceLanded)
        else one
        for one in table.ledger.history
    ]
    text = record_of(history, table.ledger.revealed).text()
    assert text.count("thrower") > 3
    with pytest.raises(KesselError, match="could have"):
        verify(text, lambda name: failing if name == failing.name else IdealThrower())


class _Failing(IdealThrower):
    @property
    def name(self) -> str:
        return "frail"


# --- forgers who know the form of a record -------------------------------------------------------


def refused(record: GameRecord | str, message: str, throwers: Any = thrower_named) -> None:
    text = record if isinstance(record, str) else record.text()
    with pytest.raises(KesselError, match=message):
        verify(text, throwers)


def test_a_landing_that_was_picked_is_caught_by_the_seed() -> None:
    ledger = played("strike-2020", IdealThrower()).table.ledger
    place = next(
        n
        for n, entry in enumerate(ledger.history)
        if isinstance(entry, log.DiceLanded) and entry.at_rest
    )
    landed = ledger.history[place]
    assert isinstance(landed, log.DiceLanded)
    (stack, *others) = landed.at_rest
    moved = replace(stack[0], pose=stack[0].pose.moved(0.01, 0.01, stack[0].pose.z))
    picked = msgspec.structs.replace(landed, at_rest=((moved,), *others))
    history = [*ledger.history[:place], picked]
    refused(record_of(history, ledger.revealed), r"lands differently: .*, out none, not ")


def test_a_tower_built_by_chance_is_built_again() -> None:
    for seed in range(40):
        driver = played("harry-potter", IdealThrower(), seed, options={"tower_builder": "random"})
        ledger = driver.table.ledger
        towers = [n for n, e in enumerate(ledger.history) if isinstance(e, log.TowerBuilt)]
        if towers:
            break
    else:
        raise AssertionError("no tower in 40 games")
    assert verify(record_of(ledger.history, ledger.revealed).text(), thrower_named).exact
    tower = ledger.history[towers[0]]
    assert isinstance(tower, log.TowerBuilt)
    other = msgspec.structs.replace(tower, dice=tower.dice[::-1])
    forged = [*ledger.history[: towers[0]], other]
    refused(record_of(forged, ledger.revealed), "chance would have built another tower")


def stopped() -> tuple[list[log.GameEntry], GameRecord]:
    """A running game that ends with somebody's stop, and its record."""
    history = list(played("strike-2020", IdealThrower()).table.ledger.history)
    last = max(n for n, entry in enumerate(history) if isinstance(entry, log.TurnStopped))
    kept = history[: last + 1]
    return kept, read_record(record_of(kept, None).text())


def test_notes_that_tell_another_move_are_caught() -> None:
    history, record = stopped()
    play = begin(history[0])  # type: ignore[arg-type]
    for entry in history[1:-1]:
        play = feed(play, entry).play
    shown = hand(play.waited_for()[0])
    result = IdealThrower().throw(feed(play, shown).play.order(SEED))
    other: list[log.GameEntry] = [shown, landed_entry(feed(play, shown).play, result)]
    forged = replace(record.entries[-1], notes=notes_of(*other))
    refused(
        mended(replace(record, entries=(*record.entries[:-1], forged)), [*history[:-1], *other]),
        r"line \d+: the notes below tell of another move",
    )


def test_a_move_without_notes_is_caught() -> None:
    history, record = stopped()
    forged = replace(record.entries[-1], notes=())
    refused(
        mended(replace(record, entries=(*record.entries[:-1], forged)), history[:-1]),
        r"line \d+: no note tells of this move",
    )


def test_a_note_too_many_is_caught() -> None:
    history, record = stopped()
    *before, landed, end = record.entries
    joined = replace(landed, notes=(*landed.notes, *notes_of(history[-1])))
    assert end.notes
    refused(
        mended(replace(record, entries=(*before, joined)), history),
        r"line \d+: this note tells of a move that is not in the record",
    )


def test_a_seed_that_is_none_is_refused() -> None:
    ledger = played("strike-2020", IdealThrower()).table.ledger
    record = read_record(record_of(ledger.history, ledger.revealed).text())
    odd = tuple((key, "no seed" if key == "seed" else value) for key, value in record.notes)
    refused(
        mended(replace(record, notes=odd), ledger.history),
        r"line \d+: a seed is 64 hexadecimal digits",
    )


def test_ideal_dice_may_step_in_where_the_games_thrower_fails() -> None:
    frail, ideal = _Frail(), IdealThrower()
    ledger = played("strike-2020", _Failing()).table.ledger
    history = [
        msgspec.structs.replace(entry, thrower=ideal.name)
        if isinstance(entry, log.DiceLanded)
        else entry
        for entry in ledger.history[:3]
    ]
    text = record_of(history, ledger.revealed).text()
    verdict = verify(text, lambda name: frail if name == frail.name else ideal)
    assert (verdict.exact, verdict.throws) == (True, 1)


class _Frail(_Failing):
    def throw(self, order: ThrowOrder) -> ThrowResult:
        raise BadValue("these dice find no rest")
