"""A record proves itself; one that was changed in any byte is caught, and the line is named."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from kessel.errors import KesselError
from kessel.rules.edition import EDITIONS
from kessel.table import NO_WAITING, Table, log
from kessel.table.chronicle import record_of
from kessel.table.drive import Driver
from kessel.table.proof import verify
from kessel.table.throwers import thrower_named
from kessel.throws.ideal import IdealThrower
from kessel.throws.thrower import Thrower

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
