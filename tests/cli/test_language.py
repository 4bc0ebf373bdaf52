"""What the commands say in each language, which one they speak by themselves, and the rules in
it."""

import io
import locale
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from cli.conftest import Say

from kessel.cli import main
from kessel.cli.language import speak_plainly, system_language
from kessel.rules.edition import EDITIONS
from kessel.words import catalogue, languages

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"}, "fr"),
        ({"LANGUAGE": "pt:nl:en", "LANG": "de_DE.UTF-8"}, "nl"),
        ({"LANGUAGE": "", "LC_MESSAGES": "it"}, "it"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "C"}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_language_of_the_system(variables: dict[str, str], language: str) -> None:
    assert system_language(variables) == language


@pytest.mark.parametrize(
    ("name", "language"), [("Spanish_Spain", "es"), ("nl_BE", "nl"), (None, "en")]
)
def test_the_language_of_a_platform_without_variables(
    name: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getlocale", lambda: (name, None))
    assert system_language({}) == language


def test_a_command_speaks_the_language_of_the_system(
    said: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "it")
    told = said("replay", str(RECORDS / "strike-2020-2.txt"))
    assert "Il registro è conforme alle regole, riga per riga." in told


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("record", ["harry-potter-3", "impact-avatar-4", "strike-2012-2"])
def test_a_game_is_told_in_every_language(record: str, language: str, said: Say) -> None:
    told = said("replay", str(RECORDS / f"{record}.txt"), "--why", "--language", language)
    assert catalogue(language)["replay.agrees"] in told
    assert catalogue(language)["why.last_with_dice"] in told
    assert "{" not in told


@pytest.mark.parametrize("language", languages())
def test_the_referee_speaks_every_language(
    language: str, said: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = catalogue(language)
    typed = f"4\n4\n{words['referee.yes']}\n?\nu\nq\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    players = ["strike-2020", "--players", "Ann", "Ben"]
    file = ["--file", str(tmp_path / "game.txt")]
    told = said("referee", *players, *file, "--language", language)
    assert words["referee.missing"]["one"] in told
    assert words["referee.undone"] in told
    assert words["say.choice.other"].replace("{name}", "Ann") in told


def test_an_unknown_language_is_answered_with_the_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["options", "--language", "tlh"])
    assert "'de', 'en', 'es', 'fr', 'it', 'nl'" in capsys.readouterr().err


def test_signs_that_a_terminal_lacks_become_plain_ones() -> None:
    raw = io.BytesIO()
    terminal = io.TextIOWrapper(raw, encoding="ascii")
    speak_plainly(terminal)
    terminal.write("Victoire\u202f! 2\u00a0×\u00a0X – l’arène…")
    terminal.flush()
    assert raw.getvalue() == b"Victoire ! 2 x X - l'ar?ne..."


def test_what_cannot_be_read_is_still_an_error() -> None:
    speak_plainly()
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", errors="kessel-plainly")


# --- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("de", "Nein: vorher da: 1; geworfen: 1; also müssen 2"),
        ("fr", "Non\u00a0: déjà là\u00a0: 1\u202f; lancés\u00a0: 1\u202f; il en faut donc 2"),
        ("es", "No: ya estaban: 1; lanzados: 1; en total debe haber 2"),
    ],
)
def test_the_referee_refuses_in_the_reader_s_language(
    language: str, why: str, said: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("4\n4 4 4\nq\n"))
    game = ["strike-2020", "--players", "Ann", "Ben", "--file", str(tmp_path / "g")]
    assert why in said("referee", *game, "--language", language)


@pytest.mark.parametrize("command", ["verify", "replay", "review"])
def test_a_file_that_is_not_there_is_told_in_the_reader_s_language(
    command: str, refused: Say, tmp_path: Path
) -> None:
    told = refused(command, str(tmp_path / "none"), "--language", "de")
    assert "none kann nicht gelesen werden: Die Datei gibt es nicht" in told
    told = refused(command, str(tmp_path), "--language", "es")
    assert "no se puede leer: es una carpeta" in told


# --- `kessel rules`: the rules of a table in the terminal, and as a sheet to print ----------------
class Headings(HTMLParser):
    """Headings, and whether every tag that opened closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


def test_the_rules_are_told_by_chapter(said: Say) -> None:
    told = said("rules", "strike-2012", "--language", "en")
    assert told.startswith("Strike\n======\n")
    assert "\nThe Big Throw!\n  If nothing at all lies in the arena" in told
    assert "2 players: 9 dice · 3 players: 8 dice" in " ".join(told.split())
    assert max(map(len, told.splitlines())) <= 80


def test_a_table_sees_its_own_options_and_its_booklet(said: Say) -> None:
    usual = said("rules", "harry-potter", "--language", "en")
    french = said("rules", "harry-potter:fr", "--language", "en")
    hidden = said("rules", "harry-potter", "--language", "en", "--option", "supply=hidden")
    assert "everyone else throws one die" in french
    assert "everyone else throws one die" not in usual
    assert "only you know how many dice you have" in hidden


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_sheet_is_one_page_that_needs_nothing_else(edition: str, said: Say) -> None:
    for language in languages():
        sheet = said("rules", edition, "--html", "--language", language)
        assert f'<html lang="{language}">' in sheet
        assert "@page" in sheet
        assert not any(one in sheet for one in ("src=", "href=", "url("))
        read = Headings()
        read.feed(sheet)
        assert read.open == []
        assert len(read.headings) == len(set(read.headings)) > 12
