"""What a proof is made of: keys, signed messages, chains, seeds, transcripts; known answers for
other programs."""

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from fairness.key import Key

from kessel.errors import BadValue
from kessel.fairness import (
    CHAIN_LINKS,
    Chain,
    ShownChain,
    Transcript,
    WrongLink,
    WrongSign,
    bot_seed,
    check_signature,
    keys,
    throw_seed,
)
from kessel.fairness import signed as s
from kessel.fairness.chain import check_tip, link_bytes
from kessel.fairness.keys import fingerprint

# --- Keys and signatures: whose they are, how they are written, and what is refused ---------------

ANN, BEN = Key(bytes(32)), Key(b"b" * 32)


def test_only_the_owner_of_a_key_signs_and_only_what_was_signed() -> None:
    sign = ANN.sign(b"a cast")
    check_signature(ANN.public, b"a cast", sign)
    for key, message in ((BEN, b"a cast"), (ANN, b"another cast")):
        with pytest.raises(WrongSign, match="does not fit"):
            check_signature(key.public, message, sign)


def test_two_keys_are_never_the_same() -> None:
    assert Key().public != Key().public
    assert fingerprint(ANN.public) != fingerprint(BEN.public)
    assert len(fingerprint(ANN.public)) == len("XXXX-XXXX-XXXX-XXXX")


def test_a_secret_is_not_shown() -> None:
    assert "secret" not in repr(Key())


@pytest.mark.parametrize(
    "text",
    ["", "x", ANN.public + "=", ANN.public[:-1] + "l", ANN.public[:-1] + "+", "é" * 43],
    ids=["none", "short", "padded", "not the canonical last letter", "plain base64", "no ASCII"],
)
def test_a_key_is_written_in_one_way(text: str) -> None:
    with pytest.raises(BadValue, match="a public key is 32 bytes"):
        keys.key_bytes(text)


def test_a_device_without_a_key_has_none() -> None:
    keys.check_key("")
    keys.check_key(None)
    with pytest.raises(BadValue, match="a public key"):
        keys.check_key("abc")


ORDER_8 = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"


WEAK = {
    "order 4": "00" * 32,
    "order 1": "01" + "00" * 31,
    "order 2": "ec" + "ff" * 30 + "7f",
    "order 8": ORDER_8,
    "its negative": ORDER_8[:-2] + "fa",
    "0 again": "ed" + "ff" * 30 + "7f",
    "no point": "ff" * 32,
}


@pytest.mark.parametrize("key", WEAK.values(), ids=WEAK)
def test_a_key_for_which_anybody_can_sign_is_refused(key: str) -> None:
    """Wherever a key is read, at the door as well (B1): a page refuses what it signs, too."""
    weak = keys.key_text(bytes.fromhex(key))
    for refuses in (keys.check_key, lambda one: check_signature(one, b"", ANN.sign(b""))):
        with pytest.raises(BadValue, match="large order"):
            refuses(weak)


def test_control_a_key_of_order_1_would_sign_anything() -> None:
    """Its signature is R = sB, whatever is signed."""
    nobody, base = bytes([1]) + bytes(31), bytes.fromhex("58" + "66" * 31)
    assert keys._check_here(nobody, b"anything", base + bytes([1]) + bytes(31))
    assert keys._check_here(nobody, b"and this", base + bytes([1]) + bytes(31))


def test_what_is_no_point_of_the_curve_signed_nothing() -> None:
    nobody = keys.key_text(bytes([2]) + bytes(31))
    with pytest.raises(WrongSign):
        check_signature(nobody, b"", ANN.sign(b""))


def test_a_browser_checks_signatures_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys, "_checker", [lambda *_: False])
    keys.check_by(lambda key, message, sign: message == b"cast")
    check_signature(ANN.public, b"cast", BEN.sign(b"anything"))
    with pytest.raises(WrongSign):
        check_signature(ANN.public, b"another", ANN.sign(b"another"))


# --- What devices sign, byte for byte -------------------------------------------------------------

KNOWN = json.loads((Path(__file__).parent / "known.json").read_text(encoding="utf-8"))
MARK = bytes.fromhex(KNOWN["digest"])
KEY = Key(bytes.fromhex(KNOWN["key"]["secret"]))
PUSH = next(one["given"] for one in KNOWN["signed"] if one["what"] == "push")


def _pushed(player: int, dice: list[list[Any]]) -> bytes:
    return s.push_bytes(MARK, player, [(die, x, y) for die, x, y in dice])


MESSAGES: Mapping[str, Callable[..., bytes]] = {
    "cast": lambda throw, player, unit, aim: s.cast_bytes(MARK, throw, player, unit, aim),
    "answer": lambda player, move, dice: s.answer_bytes(MARK, player, move, dice),
    "push": _pushed,
    "agree": lambda player: s.agree_bytes(_pushed(**PUSH), player),
    "show": lambda link: s.show_bytes(MARK, link),
    "join": lambda tip: s.join_bytes(MARK, tip),
    "away": lambda tip: s.away_bytes(tip),
    "leave": lambda player: s.leave_bytes(MARK, player),
}


@pytest.mark.parametrize("known", KNOWN["signed"], ids=lambda known: known["what"])
def test_known_bytes_and_signatures(known: dict[str, Any]) -> None:
    message = MESSAGES[known["what"]](**known["given"])
    assert message.hex() == known["bytes"]
    assert KEY.sign(message) == known["sign"]
    check_signature(KEY.public, message, known["sign"])


def test_the_known_key() -> None:
    assert KEY.public == KNOWN["key"]["public"]
    assert fingerprint(KEY.public) == KNOWN["key"]["fingerprint"]


def test_no_two_messages_are_the_same() -> None:
    """Else a signature of one could be shown for another."""
    assert len({known["bytes"] for known in KNOWN["signed"]}) == len(MESSAGES)


# --- A link proves itself against the one before, and a forged or repeated one does not -----------

CHAIN = Chain(bytes(range(32)))


def test_each_link_is_the_hash_of_the_next() -> None:
    short = Chain(bytes(32), length=2)
    first = hashlib.sha256(b"kessel link 1\n" + bytes(32)).digest()
    assert [short.link(2), short.link(1)] == [bytes(32), first]
    assert short.tip == hashlib.sha256(b"kessel link 1\n" + first).hexdigest()


def test_all_links_prove_themselves_in_turn() -> None:
    shown = ShownChain.from_tip(CHAIN.tip)
    for number in range(1, CHAIN_LINKS + 1):
        shown = shown.show(CHAIN.link(number), number)
    assert shown.newest == CHAIN.secret


def test_links_of_attempts_that_were_given_up_may_be_missing() -> None:
    shown = ShownChain.from_tip(CHAIN.tip).show(CHAIN.link(3), 3)
    assert shown.show(CHAIN.link(7), 7).number == 7


@pytest.mark.parametrize(
    ("link", "number"),
    [
        (CHAIN.link(6), 5),
        (CHAIN.link(4), 5),
        (Chain(bytes(32)).link(5), 5),
        (CHAIN.link(4), 4),
        (CHAIN.link(3), 3),
        (CHAIN.link(256), 257),
    ],
    ids=["the one after", "the one before", "another chain", "shown already", "older", "too many"],
)
def test_any_other_link_is_refused(link: bytes, number: int) -> None:
    shown = ShownChain.from_tip(CHAIN.tip).show(CHAIN.link(4), 4)
    with pytest.raises(WrongLink):
        shown.show(link, number)


def test_there_are_so_many_links_and_no_more() -> None:
    with pytest.raises(BadValue, match="has no link 257"):
        CHAIN.link(257)
    with pytest.raises(BadValue, match="has no link -1"):
        CHAIN.link(-1)


def test_secrets_links_and_tips_have_their_length_and_spelling() -> None:
    with pytest.raises(BadValue, match="a link of 5 bytes"):
        Chain(b"short")
    with pytest.raises(BadValue, match="a link of 5 bytes"):
        ShownChain.from_tip(CHAIN.tip).show(b"short", 1)
    for text in ("", "ab", "zz" * 32, CHAIN.tip.upper(), f" {CHAIN.tip}", CHAIN.tip + "\n"):
        with pytest.raises(BadValue, match="64 lower-case"):
            link_bytes(text)
        with pytest.raises(BadValue, match="64 lower-case"):
            check_tip(text)
    check_tip(CHAIN.tip)
    check_tip(None)


# --- The seed of a throw depends on everything that goes into it ----------------------------------

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


# --- A transcript binds every line and its place; its seal can be read aloud ----------------------
def test_lines_cannot_be_moved_across_their_borders() -> None:
    assert Transcript().add("ab").add("c") != Transcript().add("a").add("bc")
    assert Transcript().add("a").add("b") != Transcript().add("b").add("a")


def test_a_seal_is_forty_bits_in_signs_that_cannot_be_confused() -> None:
    assert Transcript().seal == "0000-0000"
    assert Transcript(b"\xff" * 32).seal == "ZZZZ-ZZZZ"
    assert Transcript(bytes.fromhex("08421084210000")).seal == "1111-1111"
    signs = {sign for n in range(256) for sign in Transcript(bytes((n,)) * 5).seal}
    assert not signs & set("ILOU")


def test_one_line_more_is_another_seal() -> None:
    assert Transcript().add("a").seal != Transcript().add("b").seal
