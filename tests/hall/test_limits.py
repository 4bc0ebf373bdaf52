"""What strangers can try: codes of four letters are not to be found, and buckets hold what they
say."""

import asyncio
import logging
import string
from itertools import product
from random import Random

import pytest
from hall.in_memory import UNLIMITED, Hall, Visitor

from kessel.hall import codes as module
from kessel.hall.codes import ALPHABET, LENGTH, SPACE, Codes, Opened, TooManyTries
from kessel.hall.costs import LINES_A_MESSAGE, further_cost, lines_cost
from kessel.hall.limits import BURST_SECONDS, Addresses, Bucket, Full, Limits, fresh_address
from kessel.hall.logs import Incidents
from kessel.messages import client
from kessel.messages.server import LINES_A_PAGE

# --- Codes: valid while a table waits -------------------------------------------------------------

DAY = 86_400
LOOK_IN = 1200
"""s between visits; no bucket is full again by then, so none is spilt."""
LIMITS = Limits()
WITHOUT_LIMITS = Limits(address_chances=1e12, chances=1e12)


def test_letters_that_look_or_sound_alike_and_vowels_are_left_out() -> None:
    assert set(ALPHABET) < set(string.ascii_uppercase)
    assert not set(ALPHABET) & set("AEIOUQ")
    assert len(set(ALPHABET)) ** LENGTH == SPACE == 160_000


# --- trying codes for a day ---------------------------------------------------------------------


async def search(limits: Limits, addresses: int, tables: int) -> tuple[int, int]:
    """Somebody tries a new code whenever it is allowed, for a day: how many tries, and finds.

    Each address comes again and again and tries until it is refused.
    """
    codes = Codes(limits, 0.0)
    for number in range(tables):
        await codes.open(Opened(f"table {number}", screen=True, by=fresh_address(limits, 0.0)))
    seekers = [fresh_address(limits, 0.0) for _ in range(addresses)]
    untried = ["".join(letters) for letters in product(ALPHABET, repeat=module.LENGTH)]
    Random(7).shuffle(untried)
    finds = 0
    for now in range(0, DAY + 1, LOOK_IN):
        for seeker in seekers:
            try:
                while untried:
                    finds += await codes.find(untried[-1], seeker, float(now)) is not None
                    untried.pop()
            except TooManyTries:
                pass
    return len(ALPHABET) ** module.LENGTH - len(untried), finds


@pytest.mark.parametrize("tables", [1, 10, 40])
def test_who_tries_for_a_day_finds_no_table(tables: int) -> None:
    """The chance of one address is at most 1 in 190, that of all addresses together 1 in 50 but
    for three spare tries each, however many tables wait: expected finds are tries times tables by
    the number of codes."""
    tries, finds = asyncio.run(search(LIMITS, 1, tables))  # what finds a table is not charged
    assert 0 < (tries - finds) * tables / SPACE < 1 / 190
    tries, finds = asyncio.run(search(LIMITS, 20, tables))
    spare = 20 * 2 * LIMITS.spare_tries_per_day  # at once, and as many until the day is over
    assert 1 / 100 < (tries - finds) * tables / SPACE < 1 / 50 + spare * tables / SPACE


def test_without_the_limits_the_same_search_finds_every_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control, with codes of three letters, of which there are fewer."""
    monkeypatch.setattr(module, "LENGTH", 3)
    assert asyncio.run(search(WITHOUT_LIMITS, 1, 10)) == (20**3, 10)


async def test_codes_of_other_halls_lead_to_their_tables_and_are_not_given_twice() -> None:
    codes, guest = Codes(LIMITS, 0.0), fresh_address(LIMITS, 0.0)
    opened = Opened("here", screen=False, by=guest)
    code = await codes.open(opened)
    assert codes.leads() == {code: ("here", False)}
    codes.elsewhere = lambda: {"BCDF": ("there", True)}
    assert await codes.find("bcdf", guest, 0.0) == Opened("there", True, guest)
    assert await codes.find(code, guest, 0.0) == opened


async def test_where_all_together_tried_too_much_an_address_has_three_tries_left() -> None:
    """Guessers elsewhere lock nobody out: a few wrong codes, and the right one however often."""
    limits = Limits(chances=0.5)
    codes, guest = Codes(limits, 0.0), fresh_address(limits, 0.0)
    opened = Opened("table", screen=False, by=fresh_address(limits, 0.0))
    code = await codes.open(opened)
    wrong = "BBBB" if code != "BBBB" else "CCCC"
    for _ in range(3):
        assert await codes.find(code, guest, 0.0) == opened
        assert await codes.find(wrong, guest, 0.0) is None
    spent = guest.chances.tokens
    with pytest.raises(TooManyTries, match="use the link"):
        await codes.find(wrong, guest, 0.0)
    assert guest.chances.tokens == spent == limits.address_chances - 3


async def test_an_address_opens_few_codes_and_all_together_a_bounded_number() -> None:
    codes, host = Codes(LIMITS, 0.0), fresh_address(LIMITS, 0.0)
    for number in range(LIMITS.address_codes):
        await codes.open(Opened(f"table {number}", screen=True, by=host))
    with pytest.raises(Full, match="link"):
        await codes.open(Opened("one more", screen=True, by=host))
    while len(codes) < LIMITS.codes:
        await codes.open(Opened("another", screen=True, by=fresh_address(LIMITS, 0.0)))
    with pytest.raises(Full, match="link"):
        await codes.open(Opened("one more", screen=True, by=fresh_address(LIMITS, 0.0)))


async def test_no_code_is_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("BBBB" + "BBBB" + "CCCC")
    monkeypatch.setattr("kessel.hall.codes.secrets.choice", lambda _: next(letters))
    codes, host = Codes(LIMITS, 0.0), fresh_address(LIMITS, 0.0)
    assert await codes.open(Opened("one", screen=True, by=host)) == "BBBB"
    assert await codes.open(Opened("two", screen=True, by=host)) == "CCCC"


# --- in a hall ----------------------------------------------------------------------------------


async def opened(host: Visitor, **more: bool) -> str:
    answer = await host.ask("code", type="open_code", ref=9, **more)
    code = answer["code"]
    assert isinstance(code, str)
    assert len(code) == LENGTH
    return code


async def told(player: Visitor, code: str | None) -> None:
    """Wait until a page knows it."""
    while (await player.until("code"))["code"] != code:
        pass


async def test_guests_find_the_table_by_its_code_while_it_waits(hall: Hall) -> None:
    screen, ann, ben = await hall.visit(), await hall.visit(), await hall.visit()
    await screen.create("strike-2020", "oo")
    code = await opened(screen, screen=True)
    assert await opened(screen, screen=True) == code, "a table has one code"
    found = await ann.ask("found", type="find", code=code)
    assert found == {"type": "found", "table": screen.table, "screen": True}
    await ann.join(found["table"], "Ann")
    await told(ann, code)
    await ben.join(screen.table)
    assert await ben.refusal(type="start") == "not_host", (
        "a full table waits for whoever came first"
    )
    await ann.send(type="start")
    await told(screen, None)
    assert await ben.refusal(type="find", code=code) == "no_table"
    assert await screen.refusal(type="open_code") == "wrong_seat"
    assert await ann.refusal(type="open_code") == "not_awaited"


async def test_only_the_host_opens_a_code_once_somebody_sits(hall: Hall) -> None:
    ann, eve = await hall.host("poo"), await hall.visit()
    assert await eve.refusal(type="open_code") == "not_attending"
    await eve.ask("snapshot", type="watch", table=ann.table)
    assert await eve.refusal(type="open_code") == "wrong_seat"
    code = await opened(ann)
    await told(eve, code)
    for screen in (False, True):
        assert await opened(ann, screen=screen) == code
        found = await eve.ask("found", type="find", code=code)
        assert found["screen"] == screen, "a hand is enough once a screen shows the table"
    await ann.send(type="start", fill=True)
    await told(eve, None)
    assert len(hall.hub.codes) == 0


async def test_a_table_that_nobody_attends_cannot_be_found() -> None:
    hall = Hall(limits=Limits(idle_table_seconds=0.01))
    ann, ben = await hall.host("poo"), await hall.visit()
    code = await opened(ann)
    ann.desk.leave()
    for _ in range(1000):
        if not len(hall.hub.codes):
            break
        await asyncio.sleep(0.01)
    assert await ben.refusal(type="find", code=code) == "no_table"


async def test_tables_that_were_left_take_nobody_a_code() -> None:
    hall = Hall(limits=Limits(codes=2))
    hosts = [await hall.visit() for _ in range(4)]
    for host in hosts:
        await host.create("strike-2020", "poo")
    left, stays, third, fourth = hosts
    codes = [await opened(left), await opened(stays)]
    left.desk.leave()
    codes.append(await opened(third))
    assert await fourth.refusal(type="find", code=codes[0]) == "no_table"
    for host, code in zip((stays, third), codes[1:], strict=True):
        assert (await fourth.ask("found", type="find", code=code))["table"] == host.table
    assert await fourth.refusal(type="open_code") == "full", "control: both are attended"


async def test_tries_are_refused_when_there_were_too_many() -> None:
    hall = Hall(limits=Limits(address_chances=2.0))
    ann, eve = await hall.host("poo"), await hall.visit()
    code = await opened(ann)
    wrong = next(one for one in ("BBBB", "CCCC") if one != code)
    assert await eve.refusal(type="find", code="b4?") == "bad_value"
    answers = [await eve.refusal(type="find", code=wrong) for _ in range(3)]
    assert answers == ["no_table", "no_table", "too_many_tries"]
    assert await eve.refusal(type="find", code=code) == "too_many_tries", "a right one too"


def test_no_code_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def use() -> str:
        hall = Hall(limits=UNLIMITED)
        ann, ben = await hall.host("poo"), await hall.visit()
        code = await opened(ann)
        await ben.ask("found", type="find", code=code)
        await ben.ask("error", type="find", code="ZZZZ")
        return code

    with caplog.at_level(0):
        code = asyncio.run(use())
    told = [str(record.__dict__) for record in caplog.records]
    assert any("table made" in one for one in told), "the log is read at all"
    assert not any(code in one or "ZZZZ" in one for one in told)


# --- Buckets; addresses are not remembered for ever -----------------------------------------------
def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket.full(rate=10.0, now=0.0)
    assert sum(bucket.take(0.0) for _ in range(100)) == 40
    assert not bucket.take(0.05)
    assert bucket.take(0.15)
    assert sum(bucket.take(1000.0) for _ in range(100)) == 40


@pytest.mark.parametrize("known", [3, 10_005])
def test_addresses_are_forgotten_when_there_are_too_many(known: int) -> None:
    addresses = Addresses(lambda: fresh_address(Limits(), 0.0))
    busy = addresses.find("busy")
    busy.connections = 1
    for number in range(known):
        addresses.find(f"10.0.{number}")
    assert addresses.find("busy") is busy
    assert ("busy", busy) in addresses.known()


def test_a_bucket_knows_what_was_taken_from_it_here() -> None:
    bucket = Bucket.full(10.0, now=0.0)
    assert bucket.take(0.0, 3.0)
    assert not bucket.take(0.0, 100.0)
    bucket.owe(0.0, 20.0)
    assert bucket.settle() == 3.0
    assert bucket.settle() == 0.0


# --- messages cost what they make the server do ---------------------------------------------------


NEW = {"new": {"edition": "strike-2020", "players": ["a", "b"]}}


def test_plain_messages_cost_nothing_more_and_work_does() -> None:
    assert further_cost(client.Ping()) == 0.0
    assert further_cost(client.WatchTable(table="abcdefghijkl")) > 1.0
    assert further_cost(client.OpenReferee(requests=[NEW] * 100)) == 5.0


def test_the_longest_kept_game_can_be_opened_but_not_again_and_again() -> None:
    bucket = Bucket.full(Limits().messages_per_second, now=0.0)
    longest = further_cost(client.OpenReferee(requests=[NEW] * 500))
    assert longest < Limits().messages_per_second * BURST_SECONDS
    assert 2 <= sum(bucket.take(0.0, longest) for _ in range(100)) <= 4


def test_lines_cost_what_they_weigh_up_to_a_page() -> None:
    assert lines_cost(100) == 5.0
    assert lines_cost(100, tightly=True) == 10.0
    assert lines_cost(-3) == 0.0
    assert lines_cost(LINES_A_PAGE) == lines_cost(100_000) == LINES_A_PAGE / LINES_A_MESSAGE
    bucket = Bucket.full(Limits().messages_per_second, now=0.0)
    assert sum(bucket.take(0.0, 1.0 + lines_cost(100_000)) for _ in range(100)) == 7


def test_a_debt_is_paid_by_time() -> None:
    bucket = Bucket.full(rate=10.0, now=0.0)
    assert bucket.owe(0.0, 40.0) == 0.0
    assert bucket.owe(0.0, 5.0) == 0.5
    assert bucket.owe(1.0, 0.0) == 0.0
    assert not bucket.take(1.0, 6.0)
    assert bucket.take(1.0, 5.0)


# --- a line of log carries its facts for programs -------------------------------------------------


def test_what_strangers_try_is_counted_and_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("kessel.hall.logs.time.monotonic", lambda: now)
    caplog.set_level(logging.INFO, logger="kessel")
    incidents = Incidents()
    for _ in range(500):
        incidents.note("bad_token")
    incidents.note("origin")
    now += 61.0
    incidents.note("bad_token")
    told = [record.about for record in caplog.records]  # type: ignore[attr-defined]
    assert told == [
        {"kind": "bad_token", "count": 1},
        {"kind": "origin", "count": 1},
        {"kind": "bad_token", "count": 500},
    ]
