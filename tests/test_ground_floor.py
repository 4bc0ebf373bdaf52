"""What every room stands on: errors, names, folders, and what is printed."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from kessel import errors, folders
from kessel.errors import BadValue, KesselError, OneOf, Phrase
from kessel.names import clean_name, distinct_name, distinct_names, skeleton
from kessel.terminal import shown, tell


# --- Errors say what was wrong in English, and keep what another language needs -------------------
def test_names_are_filled_in_and_kept() -> None:
    error = BadValue("{name} cannot throw {unit} now", name="Ben", unit="pile:0")
    assert str(error) == "Ben cannot throw pile:0 now"
    assert error.message == "{name} cannot throw {unit} now"
    assert error.params == {"name": "Ben", "unit": "pile:0"}


def test_braces_of_a_player_are_left_alone() -> None:
    assert str(KesselError("{text}: which one?", text="{name}")) == "{name}: which one?"
    assert str(KesselError("{unknown} stays")) == "{unknown} stays"


def test_alternatives_read_as_a_sentence() -> None:
    assert str(BadValue("it is {values}", values=OneOf(["open", "hidden"]))) == (
        "it is open or hidden"
    )


def test_a_phrase_is_a_text_that_can_be_told_from_what_was_typed() -> None:
    assert Phrase("the starting die") == "the starting die"
    assert isinstance(Phrase("x"), str)
    assert not isinstance("x", Phrase)


def test_every_kind_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    codes = [kind.code for kind in kinds if issubclass(kind, KesselError)]
    assert len(set(codes)) == len(codes) > 8


# --- Names as others may see them, and lookalikes at one table ------------------------------------
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


# --- Data and caches lie where each system wants them ---------------------------------------------

HOME = Path.home()


@pytest.mark.parametrize(
    ("system", "variables", "data", "cache"),
    [
        ("linux", {}, HOME / ".local/share/kessel", HOME / ".cache/kessel"),
        (
            "linux",
            {"XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "not/absolute"},
            Path("/data/kessel"),
            HOME / ".cache/kessel",
        ),
        (
            "darwin",
            {},
            HOME / "Library/Application Support/kessel",
            HOME / "Library/Caches/kessel",
        ),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/kessel"), Path("/local/kessel/Cache")),
        ("win32", {}, HOME / "AppData/Local/kessel", HOME / "AppData/Local/kessel/Cache"),
    ],
)
def test_each_system_has_its_places(
    system: str,
    variables: dict[str, str],
    data: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", system)
    assert (folders.data_folder(), folders.cache_folder()) == (data, cache)


# --- Nothing that is printed can control a terminal -----------------------------------------------
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
