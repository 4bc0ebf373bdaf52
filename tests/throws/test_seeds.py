"""A seed is the same as a number and as its digits; none is another one every time."""

from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.throws.seeds import seed_text


def test_a_number_and_its_digits_are_one_seed() -> None:
    assert seed_text(7) == seed_text("7") == "7"
    assert seed_text(b"\x01") == "01"


def test_without_a_seed_there_is_a_fresh_one() -> None:
    assert seed_text(None) != seed_text(None)


@pytest.mark.parametrize("wrong", [0.5, [], object()])
def test_what_is_none_is_refused(wrong: Any) -> None:
    with pytest.raises(BadValue, match="a seed is a whole number, text or bytes, not"):
        seed_text(wrong)
