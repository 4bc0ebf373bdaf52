"""Nothing that is printed can control a terminal."""

import io
import subprocess
import sys

import pytest

from kessel.terminal import shown, tell


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ann takes 2 × 6.", "Ann takes 2 × 6."),
        ("\x1b]0;PWNED\x07", "\\x1b]0;PWNED\\x07"),
        ("a\u202eb\u2028c\u200b", "a\\u202eb\\u2028c\\u200b"),
        ("\x9b31m\r\x7f", "\\x9b31m\\r\\x7f"),
        ("\ud800", "\\ud800"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("Zoë 민준 🎲", "Zoë 민준 🎲"),
    ],
)
def test_what_would_control_a_terminal_is_spelled_out(text: str, seen: str) -> None:
    assert shown(text) == seen
    sink = io.StringIO()
    tell(text, end="", file=sink)
    assert sink.getvalue() == seen


def test_a_file_name_and_an_unknown_argument_control_no_terminal() -> None:
    for arguments in (["replay", "\x1b]0;PWNED\x07"], ["replay", "x", "--\x1b[2J"], ["\x1b[2J"]):
        ran = subprocess.run(
            [sys.executable, "-m", "kessel", *arguments], capture_output=True, check=False
        )
        assert ran.returncode == 2
        assert b"\x1b" not in ran.stdout + ran.stderr
        assert b"\\x1b" in ran.stderr
