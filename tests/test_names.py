"""Names as others may see them, and lookalikes at one table."""

import pytest

from kessel.errors import BadValue
from kessel.names import clean_name, distinct_name, distinct_names, skeleton


def test_a_name_is_trimmed_and_composed() -> None:
    assert clean_name("  Zoe\u0308 \t van  Dam ") == "Zoë van Dam"
    assert clean_name("x" * 20) == "x" * 20
    assert clean_name("x" * 60, 60) == "x" * 60


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "x" * 21, "a\u202eb", "a\u200bb", "a\u0000b", "\x1b]0;PWNED\x07", "a\ud800",
        "\u115f", "\u3164", "\uffa0", "\u2800", "\u0301", "A\u3164n", "Ann\U000e0101", "Ann\ufe01",
        "Ann\ufffc", "A" + "\u0336" * 19, "x\u0301\u0302\u0303nn",
    ],
)  # fmt: skip
def test_what_is_no_name_or_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(BadValue, match="1 to 20 printable characters"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["민준", "हिन्दी", "Ωμέγα", "🎲", "O'Neil", "7", "नी", "Tiến", "ที่รัก", "שָׁלוֹם", "محمّد"]
)
def test_names_of_all_the_world(name: str) -> None:
    assert clean_name(name) == name


def test_the_longest_name_may_be_written_in_parts() -> None:
    """A Greek letter with three marks is four signs, or one."""
    assert clean_name("\u1f82" * 20) == clean_name("\u03b1\u0313\u0300\u0345" * 20)


def test_a_picture_or_the_text_of_a_sign_is_one_name() -> None:
    assert clean_name("❤\ufe0f Ann") == "❤ Ann"


@pytest.mark.parametrize("other", ["Ann", "ANN", "ann", "Аnn", "A nn", "Änn", "Ａｎｎ"])
def test_names_that_look_alike_have_one_skeleton(other: str) -> None:
    assert skeleton(other) == skeleton("Ann")


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Ann 2", "Ann 3"), ("李", "王")])
def test_other_names_have_other_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_lookalike_gets_a_number() -> None:
    assert distinct_name("Ann", ["Ben"]) == "Ann"
    assert distinct_name("Аnn", ["Ann"]) == "Аnn 2"
    assert distinct_name("Ann", ["Ann", "Ann 2"]) == "Ann 3"
    assert distinct_name("x" * 20, ["x" * 20]) == "x" * 18 + " 2"


def test_all_names_of_a_table_are_told_apart_and_empty_ones_stay_empty() -> None:
    assert distinct_names(["Ann", "", "ann", "", "Ann"]) == ["Ann", "", "ann 2", "", "Ann 3"]
