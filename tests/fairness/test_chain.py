"""A link proves itself against the one before, and a forged or repeated one does not."""

import hashlib

import pytest

from kessel.errors import BadValue
from kessel.fairness import CHAIN_LINKS, Chain, ShownChain, WrongLink
from kessel.fairness.chain import check_tip, link_bytes

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
