"""A record proves itself; one that was changed in any byte is caught, and the line is named."""

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from fairness.key import Key
from proof.forging import mended, notes_of
from table.device import Device
from table.drive import Driver
from table.games import cast

from kessel.errors import BadValue, KesselError
from kessel.fairness import Chain, WrongSign
from kessel.proof.record_codec import record_of
from kessel.proof.verdict import Verdict
from kessel.proof.verify import verify
from kessel.record import GameRecord, read_record
from kessel.rules.edition import EDITIONS
from kessel.table import NO_WAITING, Seat, Table, log, signing
from kessel.table.dice import dice_named
from kessel.table.feed import feed, landed_entry, with_cast
from kessel.table.play import Play, begin
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

CHANGES = 30
"""Single signs changed in each record, lines doubled, and lines left out."""


def played(edition: str, thrower: Simulator, seed: int = 1, **settings: object) -> Driver:
    """A game of two persons, for whom bots play on, and a bot; the persons' devices take part."""
    chance = Random(seed)
    devices = [
        Device(Chain(chance.randbytes(32)), Key(chance.randbytes(32)), frozenset({Seat(n)}))
        for n in range(2)
    ]
    seats = [
        log.SeatPlan(kind="person", name=name, token=name, key=device.key.public)
        for name, device in zip(("Ann", "Ben"), devices, strict=True)
    ]
    made = log.TableMade(
        code="abcdefghijkl",
        edition=edition,
        seats=[*seats, log.SeatPlan(kind="open")],
        **settings,  # type: ignore[arg-type]
    )
    table, outcome = Table.make(
        made, 0.0, pace=NO_WAITING, dice_name=thrower.name, entropy=chance.randbytes
    )
    for device in devices:
        table.offer(device.seats, device.chain.tip)
    driver = Driver(table, outcome, thrower, devices)
    driver.do(table.seating.start, True)
    for player, device in enumerate(devices):
        driver.take(table.seating.resign(Seat(player), driver.now, device.leave(player)))
    driver.play_on()
    return driver


def played_by_bots(thrower: Simulator) -> Driver:
    """A game that nobody signs, so that a forger may change its lines."""
    seats = [log.SeatPlan(kind="bot"), log.SeatPlan(kind="bot")]
    made = log.TableMade(code="abcdefghijkl", edition="strike-2020", seats=seats)
    settings = {"pace": NO_WAITING, "dice_name": thrower.name, "entropy": Random(1).randbytes}
    table, outcome = Table.make(made, 0.0, **settings)  # type: ignore[arg-type]
    driver = Driver(table, outcome, thrower)
    driver.play_on()
    return driver


def record(edition: str, thrower: Simulator, seed: int = 1) -> str:
    return text_of(played(edition, thrower, seed).table.state.history)


def text_of(history: Sequence[log.GameEntry]) -> str:
    return record_of(history).text()


@pytest.fixture(scope="module", params=list(EDITIONS))
def ideal(request: pytest.FixtureRequest) -> str:
    return record(request.param, IdealDice())


def test_a_true_record_is_proved(ideal: str) -> None:
    verdict = verify(ideal, dice_named)
    assert verdict.exact
    assert verdict.checked["throws"] > 3
    assert [one.code for one in verdict.unproven] == ["record"]


def test_a_record_changed_anywhere_is_caught(ideal: str) -> None:
    chance = Random(7)
    for _ in range(CHANGES):
        place = chance.randrange(len(ideal))
        sign = chance.choice("0123456789abcdefXZ {}\"'\n.,")
        if ideal[place] != sign:
            refused(ideal[:place] + sign + ideal[place + 1 :], ".")
    lines = ideal.split("\n")
    for _ in range(CHANGES):
        at = chance.randrange(len(lines) - 1)
        refused("\n".join([*lines[:at], lines[at], *lines[at:]]), ".")
        refused("\n".join([*lines[:at], *lines[at + 1 :]]), ".")


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
            raise_if_wrong(verify("\n".join(changed), dice_named))
        named = re.match(r"line (\d+)", str(caught.value))
        assert named is not None, f"{caught.value} for {line!r}"
        assert int(named[1]) == number, f"{caught.value}: {line!r}"


def test_a_forger_who_mends_every_mark_is_caught_by_the_signatures() -> None:
    """Names are in no throw, yet every signature is bound to them."""
    table = played("strike-2020", IdealDice()).table
    started = table.state.history[0]
    assert isinstance(started, log.GameStarted)
    eve = msgspec.structs.replace(started.players[0], name="Eve")
    forged = [msgspec.structs.replace(started, players=[eve, *started.players[1:]])]
    with pytest.raises(WrongSign):  # a record of it cannot even be written
        text_of([*forged, *table.state.history[1:]])
    true = read_record(text_of(table.state.history))
    notes = dict(true.notes) | {"players": msgspec.json.encode(forged[0].players).decode()}
    names = ("Eve", *true.names[1:])
    eves = replace(true, names=names, notes=tuple(notes.items()))
    refused(mended(eves, [*forged, *table.state.history[1:]]), "line .* signature does not fit")


def test_a_running_game_is_proved_as_far_as_it_goes() -> None:
    history = played("strike-2020", IdealDice()).table.state.history
    assert verify(text_of(history[:9]), dice_named).exact


# --- other machines and other throwers ---------------------------------------------------------

NATIVE = "physics-1 mujoco-3.14.0 vax"
"""Dice that a table may have, on a machine that is not at hand."""


def test_another_kind_of_machine_is_told_and_compared_within_a_tolerance() -> None:
    text = record("strike-2020", _Named(NATIVE))
    verdict = verify(text, lambda name: _Named("physics-1 mujoco-3.14.0 pdp11"))
    assert not verdict.exact
    counts = [(one.code, one.count) for one in verdict.unproven]
    assert counts == [("near", verdict.checked["throws"]), ("record", 1)]
    assert verify(text, lambda name: _Otherwise()).wrong[0].code == "unlikely"


@pytest.mark.parametrize(
    "name", ["physics-1 mujoco-3.14.0 x86_64 wasm32", "ideal-9 strike=0.3 loss=0.02", "cards"]
)
def test_dice_that_no_table_has_are_refused(name: str) -> None:
    text = text_of(played_by_bots(_Named(name)).table.state.history)
    with pytest.raises(KesselError, match=r"line \d+: .* are dice that no table has"):
        raise_if_wrong(verify(text, dice_named))


class _Named(Simulator):
    """Ideal dice under another name."""

    name = ""

    def __init__(self, name: str) -> None:
        self.name = name

    def throw(self, order: ThrowOrder) -> ThrowResult:
        return IdealDice().throw(order)


class _Otherwise(IdealDice):
    """Dice that land as another seed would have it."""

    @property
    def name(self) -> str:
        return "ideal otherwise"

    def throw(self, order: ThrowOrder) -> ThrowResult:
        return super().throw(replace(order, seed=order.seed[::-1]))


def test_the_physics_proves_itself_to_the_last_bit() -> None:
    thrower = dice_named("physics")
    text = record("impact", thrower, seed=3)
    verdict = verify(text, lambda name: thrower)
    assert verdict.exact
    assert verdict.checked["throws"] > 3


def moved(told: Simulator, thrower: Simulator, first: Simulator | None = None) -> str:
    """A game that moves to another machine after some throws; who is said to throw there, and who
    does."""
    seats = [log.SeatPlan(kind="bot"), log.SeatPlan(kind="bot")]
    made = log.TableMade(code="abcdefghijkl", edition="harry-potter", seats=seats)
    dice, chance = first or IdealDice(), Random(5)
    before = Driver(
        *Table.make(made, 0.0, pace=NO_WAITING, dice_name=dice.name, entropy=chance.randbytes),
        dice,
    )
    while before.table.state.running().throws < 6:
        before.advance()
    after = Table.from_log(before.entries, pace=NO_WAITING, dice_name=told.name)
    driver = Driver(after, after.wake(0.0), thrower)
    driver.play_on()
    return record_of(driver.table.state.history).text()


def test_a_game_that_moved_to_another_machine_proves_itself() -> None:
    """Every throw after the move names its thrower before anybody shows a link for it."""
    here, there = _Named(NATIVE), _Named("physics-1 mujoco-3.14.0 pdp11")
    text = moved(there, there, here)
    verdict = verify(text, _Named)
    assert verdict.exact
    assert text.count(there.name) == verdict.checked["throws"] - 6
    verdict = verify(text, lambda name: here)
    assert verdict.checked["again"] == 6


def test_a_game_that_moved_in_silence_is_caught() -> None:
    """The control: thrown elsewhere, and not told."""
    refused(moved(IdealDice(), IdealDice(strike=0.9)), "lands differently")


# --- forgers who know the form of a record -------------------------------------------------------


def refused(record: GameRecord | str, message: str, throwers: Any = dice_named) -> None:
    text = record if isinstance(record, str) else record.text()
    with pytest.raises(KesselError, match=message):
        raise_if_wrong(verify(text, throwers))


def raise_if_wrong(verdict: Verdict) -> None:
    """What is damaged raises, and what is wrong is found: here both are the same."""
    for one in verdict.wrong:
        raise BadValue(f"line {one.line}: {one.what}")


def moves(entry: log.GameEntry, word: str) -> bool:
    """Whether this is an answer of that kind."""
    return isinstance(entry, log.Answered) and entry.move.startswith(word)


def test_a_tower_built_by_chance_is_built_again() -> None:
    for seed in range(40):
        driver = played("harry-potter", IdealDice(), seed, options={"tower_builder": "random"})
        state = driver.table.state
        towers = [n for n, one in enumerate(state.history) if moves(one, "stack")]
        if towers:
            break
    else:
        raise AssertionError("no tower in 40 games")
    assert verify(record_of(state.history).text(), dice_named).exact
    tower = state.history[towers[0]]
    assert isinstance(tower, log.Answered)
    other = msgspec.structs.replace(
        tower,
        move=f"stack {'/'.join(tower.move.removeprefix('stack ').split('/')[::-1])}",
        dice=tower.dice[::-1],
    )
    forged = [*state.history[: towers[0]], other]
    refused(record_of(forged), "chance would have built another tower")


GAME = played("strike-2020", IdealDice())


def next_links(play: Play) -> log.Links:
    """What server and devices of that game show next."""
    server = GAME.table.state.chain
    assert server is not None
    shown = [
        GAME.devices[number].chain.link(play.chains.devices[number].asked)
        for number in play.chains.contributing
    ]
    signs = [
        GAME.devices[number].key.sign(signing.link_message(play, link.hex()))
        for number, link in zip(play.chains.contributing, shown, strict=True)
    ]
    return log.Links(
        server=server.link(play.chains.asked).hex(),
        devices=[link.hex() for link in shown],
        signs=signs,
    )


def stopped() -> tuple[list[log.GameEntry], GameRecord]:
    """A running game that ends with somebody's stop, and its record."""
    history = list(GAME.table.state.history)
    last = max(n for n, entry in enumerate(history) if moves(entry, "end"))
    kept = history[: last + 1]
    return kept, read_record(record_of(kept).text())


def test_notes_that_tell_another_move_are_caught() -> None:
    history, record = stopped()
    play = begin(history[0])  # type: ignore[arg-type]
    for entry in history[1:-1]:
        play = feed(play, entry).play
    thrower = play.waited_for()[0]
    shown = msgspec.structs.replace(cast(thrower), by="bot")
    fixed = with_cast(play, shown).to_fix()
    thrown = feed(play, fixed).play
    links = next_links(thrown)
    result = IdealDice().throw(thrown.order(thrown.chance(links)))
    other: list[log.GameEntry] = [fixed, landed_entry(thrown, result, links)]
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


# --- notes of any content -------------------------------------------------------------------------

ODD = [-1, 0, 7, 99, 10**9, 2**62, -(2**62), 1e300, "", "x", "00" * 32, [], {}, None, True, [[]]]
"""What somebody might write where something else belongs."""
SCRAWLS = 250


def scrawled(value: Any, chance: Random) -> Any:
    """A value with something odd somewhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        return value | {key: scrawled(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        return [*value[:at], scrawled(value[at], chance), *value[at + 1 :]]
    return chance.choice(ODD)


@pytest.mark.parametrize(
    "edition",
    [
        "strike-2020",
        pytest.param("impact-avatar", marks=pytest.mark.long),
        pytest.param("harry-potter", marks=pytest.mark.long),
    ],
)
def test_notes_of_any_content_are_refused_with_their_line(edition: str) -> None:
    """By somebody who mends every mark; nothing else than an error may come of it."""
    chance, history = Random(2), list(played(edition, IdealDice()).table.state.history)
    true = read_record(text_of(history))
    tried = 0
    for _ in range(SCRAWLS):
        at = chance.randrange(1, len(history))
        values = scrawled(msgspec.to_builtins(history[at]), chance)
        try:
            odd = log.read_entry(msgspec.json.encode(values))
        except msgspec.MsgspecError:
            continue
        if odd == history[at] or isinstance(odd, log.TableEntry | log.GameStarted):
            continue
        tried += 1
        changed = [*history[:at], odd, *history[at + 1 :]]
        left = iter(changed[1:])
        entries = tuple(
            replace(entry, notes=notes_of(*(next(left) for _ in entry.notes[1:])))
            for entry in true.entries
        )
        refused(mended(replace(true, entries=entries), changed), r"^line \d+: ")
    assert tried > 20
