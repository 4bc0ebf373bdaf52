"""What the commands say in each language, and which one they speak by themselves."""

import io
import locale
import sys
from pathlib import Path

import pytest
from cli.conftest import Say

from kessel.cli import main
from kessel.cli.language import speak_plainly, system_language
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
