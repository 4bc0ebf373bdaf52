"""The seed of a throw depends on everything that goes into it; known answers for other programs."""

import json
from functools import reduce
from pathlib import Path

import pytest

from kessel.errors import BadValue
from kessel.fairness import Chain, Transcript, bot_seed, throw_seed

KNOWN = json.loads((Path(__file__).parent / "known.json").read_text(encoding="utf-8"))
SERVER, ONE, TWO = bytes(32), bytes(range(32)), b"\xff" * 32
PLAIN = (SERVER, "abc", 7, 0, Transcript(), (ONE, TWO))


@pytest.mark.parametrize(
    "other",
    [
        (ONE, "abc", 7, 0, Transcript(), (ONE, TWO)),
        (SERVER, "abd", 7, 0, Transcript(), (ONE, TWO)),
        (SERVER, "abc", 8, 0, Transcript(), (ONE, TWO)),
        (SERVER, "abc", 7, 1, Transcript(), (ONE, TWO)),
        (SERVER, "abc", 7, 0, Transcript().add(""), (ONE, TWO)),
        (SERVER, "abc", 7, 0, Transcript(), (TWO, ONE)),
        (SERVER, "abc", 7, 0, Transcript(), (ONE,)),
    ],
    ids=["server", "table", "number", "attempt", "transcript", "order", "devices"],
)
def test_everything_that_goes_in_changes_what_comes_out(
    other: tuple[bytes, str, int, int, Transcript, tuple[bytes, ...]],
) -> None:
    assert throw_seed(*PLAIN) != throw_seed(*other)


def test_wrong_lengths_are_refused() -> None:
    with pytest.raises(BadValue, match="a link of 3 bytes"):
        throw_seed(SERVER, "abc", 0, 0, Transcript(), [b"abc"])
    with pytest.raises(BadValue, match="a link of 5 bytes"):
        throw_seed(b"short", "abc", 0, 0, Transcript(), [])


def test_a_bots_chance_is_that_of_its_player_and_of_all_that_came_before() -> None:
    seeds = {
        bot_seed(lines, player)
        for lines in (Transcript(), Transcript().add(""))
        for player in (0, 1)
    }
    assert len(seeds) == 4
    assert {len(seed) for seed in seeds} == {32}


def test_known_answers_that_another_program_can_check() -> None:
    server, device = (Chain(bytes.fromhex(KNOWN[who]["secret"])) for who in ("server", "device"))
    for who, chain in (("server", server), ("device", device)):
        assert chain.tip == KNOWN[who]["tip"]
        assert chain.link(1).hex() == KNOWN[who]["link 1"]
        assert chain.link(17).hex() == KNOWN[who]["link 17"]
    transcript = reduce(Transcript.add, KNOWN["lines"], Transcript())
    assert transcript.digest.hex() == KNOWN["digest"]
    assert transcript.seal == KNOWN["seal"]
    throw = KNOWN["throw"]
    seed = throw_seed(
        server.link(17), throw["table"], throw["number"], throw["attempt"], transcript,
        [device.link(17), server.link(1)],
    )  # fmt: skip
    assert seed.hex() == throw["seed"]
