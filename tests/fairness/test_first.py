"""The first version: seeds are committed, and bound to all that happened."""

import hashlib

import pytest

from kessel.errors import BadValue
from kessel.fairness import Transcript
from kessel.fairness.first import commitment, derived_nonce, keeps_promise, throw_seed

SEED = bytes(range(32))
NONCES = (bytes(16), bytes(range(16)))


def test_the_commitment_is_the_plain_sha256_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert keeps_promise(SEED, commitment(SEED))
    assert not keeps_promise(bytes(32), commitment(SEED))
    assert not keeps_promise(b"short", commitment(SEED))


def test_known_answers_that_another_program_can_check() -> None:
    transcript = Transcript(version=1).add("edition strike-2020").add("throw 1")
    assert transcript.digest.hex() == KNOWN_TRANSCRIPT
    assert derived_nonce(transcript, 2).hex() == KNOWN_NONCE
    assert throw_seed(SEED, "abc", 7, transcript, NONCES).hex() == KNOWN_THROW


KNOWN_TRANSCRIPT = "5d2952feb78d6c3028dbb84540de388a14ca7ebc89e18a6bf1d87d008f6f65d1"
KNOWN_NONCE = "cfbd0a6d033d3a170a35f92cd71fbd28"
KNOWN_THROW = "1c5293db35b216a2077b5f059185121e2ba725485f28704acda963d85c8e54e4"


@pytest.mark.parametrize(
    "other",
    [
        (bytes(32), "abc", 7, Transcript(), NONCES),
        (SEED, "abd", 7, Transcript(), NONCES),
        (SEED, "abc", 8, Transcript(), NONCES),
        (SEED, "abc", 7, Transcript().add(""), NONCES),
        (SEED, "abc", 7, Transcript(), NONCES[::-1]),
        (SEED, "abc", 7, Transcript(), NONCES[:1]),
    ],
    ids=["seed", "table", "number", "transcript", "order of nonces", "number of nonces"],
)
def test_everything_that_goes_in_changes_what_comes_out(other) -> None:  # type: ignore[no-untyped-def]
    assert throw_seed(SEED, "abc", 7, Transcript(), NONCES) != throw_seed(*other)


def test_wrong_lengths_are_refused() -> None:
    with pytest.raises(BadValue, match="a nonce of 3 bytes"):
        throw_seed(SEED, "abc", 0, Transcript(), [b"abc"])
    with pytest.raises(BadValue, match="a seed of 5 bytes"):
        commitment(b"short")
