"""The progress bar: on a terminal, and only there."""

import io
import time

import pytest

from kessel.lab.progress import WIDTH, Bar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_half_done_is_half_a_bar_and_the_line_is_wiped_at_the_end() -> None:
    terminal = Terminal()
    with Bar("solving", terminal) as bar:
        bar(5, 10)
        assert terminal.getvalue().count("█") == WIDTH // 2
        assert " 50%" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\033[K")


def test_it_is_not_drawn_too_often_but_always_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    terminal = Terminal()
    bar = Bar("solving", terminal)
    for done in range(1, 11):
        bar(done, 10)
    assert terminal.getvalue().count("\r") == 2
    assert "100%" in terminal.getvalue()


def test_nothing_is_written_where_nobody_watches() -> None:
    file = io.StringIO()
    with Bar("solving", file) as bar:
        bar(1, 2)
    assert not file.getvalue()


def test_nothing_to_do_is_all_done() -> None:
    terminal = Terminal()
    Bar("solving", terminal)(0, 0)
    assert "100%" in terminal.getvalue()
