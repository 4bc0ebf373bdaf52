"""A witness: how it reads, and what it says about a record."""

from random import Random

import msgspec
import pytest
from fairness.adversary import Game, honestly, played
from proof.device import witness_of

from kessel.errors import BadValue, KesselError
from kessel.proof.verify import Verdict, verify
from kessel.proof.witness import (
    Witness,
    check_seal,
    check_witness,
    read_witness,
    took_part,
)
from kessel.table.dice import dice_named

TEXT = (
    '{"kessel witness":1,"table":"t","game":"g","key":"k","lines":3,"digest":"00",'
    '"tips":["ab"],"findings":["x"]}'
)


@pytest.fixture(scope="module")
def game() -> Game:
    return played(Random(2), honestly)


@pytest.fixture(scope="module")
def verdict(game: Game) -> Verdict:
    return verify(game.record(), dice_named)


def changed(seen: Game, /, **values: object) -> Witness:
    return msgspec.structs.replace(witness_of(seen.guest), **values)


def test_it_reads_as_the_page_writes_it() -> None:
    witness = read_witness(TEXT)
    assert (witness.key, witness.tips) == ("k", ["ab"])
    assert msgspec.json.encode(witness).decode() == TEXT
    short = '{"kessel witness":1,"table":"t","game":"g","key":"k","lines":3,"digest":"00"}'
    assert (read_witness(short).tips, read_witness(short).findings) == ([], [])


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", TEXT.replace('"tips"', '"late"'), "[" * 100_000, b"\xff"]
)
def test_what_is_no_witness(text: str | bytes) -> None:
    with pytest.raises(BadValue, match="no witness as the page saves it"):
        read_witness(text)


def test_a_witness_of_another_version() -> None:
    with pytest.raises(BadValue, match="version 2; 1 is read: use the Kessel that saved it"):
        read_witness(TEXT.replace("1", "2", 1))


def test_the_witness_of_the_game_fits(game: Game, verdict: Verdict) -> None:
    check_witness(verdict, witness_of(game.guest))
    assert took_part(verdict, witness_of(game.guest)) == verdict.throws


def test_a_device_that_left_early_saw_the_first_lines(game: Game, verdict: Verdict) -> None:
    early = changed(game, lines=5, digest=verdict.digests[4].hex())
    check_witness(verdict, early)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"game": "another"}, "the witness is of game another"),
        ({"table": "another"}, "the witness is of game"),
        ({"digest": "00" * 32}, "saw another game: after"),
        ({"lines": 3}, "saw another game: after 3 lines"),
        ({"lines": 0}, "saw 0 lines"),
        ({"lines": 10_000}, "saw 10000 lines"),
        ({"findings": ["throw 3: wrong", "x"]}, "the device found: throw 3: wrong; x"),
        ({"tips": ["00"]}, "has other chains"),
        ({"key": "another"}, "has other chains"),
    ],
)
def test_a_witness_that_does_not_fit(
    game: Game, verdict: Verdict, values: dict[str, object], says: str
) -> None:
    with pytest.raises(KesselError, match=says):
        check_witness(verdict, changed(game, **values))


def test_who_watched_took_part_in_nothing(game: Game, verdict: Verdict) -> None:
    watching = changed(game, tips=[])
    check_witness(verdict, watching)
    assert took_part(verdict, watching) == 0


def test_a_seal_is_read_as_people_write_it(verdict: Verdict) -> None:
    seal = verdict.play.transcript.seal
    check_seal(verdict, seal)
    check_seal(verdict, seal.lower().replace("-", " "))
    check_seal(verdict, f" {seal} ".replace("0", "O").replace("1", "l"))
    with pytest.raises(KesselError, match=f"the seal of the record is {seal}, not XXXX-XXXX"):
        check_seal(verdict, "XXXX-XXXX")
