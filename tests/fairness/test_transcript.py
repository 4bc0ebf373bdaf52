"""A transcript binds every line and its place; its seal can be read aloud."""

from kessel.fairness import Transcript


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
