"""Links lead somewhere, examples can run, what is named is there."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kessel.cli import COMMANDS, _parser, main, with_command

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]


LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")
"""A link inside the project: to which file, and to which place in it."""


def anchors(text: str) -> set[str]:
    """The places of a page that a link can lead to: its headings, and those that are named."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    plain = [re.sub(r"[^\w\s-]", "", title).strip().lower() for title in titles]
    return {re.sub(r"[-\s]+", "-", title) for title in plain} | set(
        re.findall(r'<a id="([^"]+)">', text)
    )


def astray(page: Path, text: str) -> list[str]:
    """Links of a page that lead to no file, or to no place in it."""
    wrong = []
    for target, place in LINK.findall(text):
        path = page.parent / target if target else page
        found = path.exists() and (not place or place in anchors(path.read_text(encoding="utf-8")))
        wrong += [] if found else [f"{target}#{place}"]
    return wrong


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")):
        assert astray(page, page.read_text(encoding="utf-8")) == [], page.name


def test_a_link_to_no_file_or_to_no_place_is_found() -> None:
    page = ROOT / "README.md"
    text = "[a](docs/index.md#to-begin) [b](#kessel) [c](docs/none.md) [d](docs/index.md#none)"
    assert astray(page, text) == ["docs/none.md#", "docs/index.md#none"]


NAMED = re.compile(r"`((?:[\w.*-]+/)+[\w-]+\.(?:py|tsx?|json))`(?: `([\w.#]+)`)?")
"""A file of the project, and what of it is meant."""
ROOTS = tuple(ROOT / place for place in ("", "src", "src/kessel", "client", "client/src"))


def missing(text: str) -> list[str]:
    """Files that a text names and that are not there, or do not have the function it names."""
    found = []
    for file, name in NAMED.findall(text):
        paths = [path for root in ROOTS for path in root.glob(file)]
        word = re.compile(rf"{name.rpartition('.')[2]}\b")
        if not any(word.search(path.read_text(encoding="utf-8")) for path in paths):
            found.append(f"{file} {name}".strip())
    return found


def test_the_guide_names_files_and_functions_that_exist() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(NAMED.findall(guide)) > 60
    assert missing(guide) == []


PROGRAM = re.compile(r"\b(?:bench|examples|tests|tools)/[\w/]+\.(?:py|txt|jsonl?)\b")


def test_programs_and_tests_that_pages_name_exist() -> None:
    """A figure names the bench it comes from, a promise the test that holds it."""
    named = {name for page in PAGES for name in PROGRAM.findall(page.read_text("utf-8"))}
    assert len(named) > 20
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_a_file_or_a_function_that_does_not_exist_is_found() -> None:
    assert missing("`hall/desk.py` `Desk.receive`, `words/*/game.json`") == []
    assert missing("`hall/bureau.py`, `hall/desk.py` `Desk.deceive`") == [
        "hall/bureau.py",
        "hall/desk.py Desk.deceive",
    ]


MOST_WORDS = 2000


def test_no_page_but_a_reference_is_longer_than_can_be_read_at_once() -> None:
    for page in PAGES:
        if "reference" not in page.parts:
            assert len(page.read_text(encoding="utf-8").split()) <= MOST_WORDS, page.name


def test_nothing_claims_to_follow_a_booklet_to_the_letter() -> None:
    """Where a wording is loose, presets leave it alone (B-08, B-09, B-26)."""
    texts = [*PAGES, ROOT / "CHANGELOG.md", *ROOT.glob("src/kessel/words/en/*.json")]
    for page in texts:
        assert "to the letter" not in page.read_text(encoding="utf-8"), page.name


MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DAY = re.compile(rf"\b\d{{1,2}} (?:{MONTHS}) 20\d\d\b|\b20\d\d-\d\d-\d\d\b")


def test_no_page_but_the_measurements_dates_a_figure() -> None:
    dated = {page.name: DAY.findall(page.read_text(encoding="utf-8")) for page in PAGES}
    assert {name: days for name, days in dated.items() if days} == {}
    kept = [path.read_text(encoding="utf-8") for path in ROOT.glob("docs/measurements/*.txt")]
    assert len(kept) > 5
    assert all(DAY.search(text) for text in kept)


CALLED = re.compile(r"(?:`|^ *|\$ )kessel ([a-z]+)((?: [^`\n|]*)?)(?:`|\n|\|)", re.MULTILINE)
"""A command as a page writes it, and what follows."""


def calls(text: str) -> set[tuple[str, str]]:
    """Commands, each with an option that is given to it, or with none."""
    text = text.replace("\\\n", " ")
    found = set()
    for command, rest in CALLED.findall(text):
        options = re.findall(r"(?<=[ \[])--[a-z-]+", rest)
        found |= {(command, option) for option in options or [""]}
    return found - {("record", "")}  # how the text of a game begins


def test_commands_on_the_pages_exist_and_know_their_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    named = set.union(*(calls(page.read_text(encoding="utf-8")) for page in PAGES))
    assert len(named) > 20
    helps = {}
    for command in sorted({command for command, _ in named}):
        assert command in COMMANDS, command
        with pytest.raises(SystemExit):
            main([command, "--help"])
        helps[command] = capsys.readouterr().out
    assert [call for call in sorted(named) if call[1] not in helps[call[0]]] == []


def test_a_command_is_read_as_it_stands() -> None:
    text = "`kessel match --bots a,b` and\n\n    kessel serve --port 8 \\\n        --lan\n"
    assert calls(text) == {("match", "--bots"), ("serve", "--port"), ("serve", "--lan")}


BLOCK = re.compile(r"^ *```(.*)\n((?:.*\n)*?) *```$", re.MULTILINE)
OTHERS = (
    "chown",
    "cp",
    "curl",
    "docker",
    "echo",
    "mkdir",
    "openssl",
    "pip",
    "python3",
    "systemctl",
)
"""Commands of pages that are not ours."""


def typed(block: str) -> None:
    """Read each command of a block as its own parser does; raises where it would not."""
    for line in block.replace("\\\n", " ").splitlines():
        command, *words = shlex.split(line, comments=True) or ["echo"]
        match command.rpartition("/")[2]:
            case "kessel":
                _parser(with_command(words)).parse_args(with_command(words))
            case "make":
                targets = (ROOT / "Makefile").read_text(encoding="utf-8")
                assert re.search(rf"^{words[0]}:", targets, re.MULTILINE), line
            case "python":
                assert (ROOT / words[0]).exists(), line
            case other:
                assert other in OTHERS, line


KINDS = {
    "sh": typed,
    "python": lambda block: compile(block, "page", "exec"),
    "json": json.loads,
    "toml": tomllib.loads,
    "pycon": None,  # pytest runs these, wherever they stand
    "text": None,
    "nginx": None,
    "bibtex": None,
}
PART_OF_A_PROGRAM = "        different = "
"""The first line of what the tutorial on bots puts into the program before it; a test runs both."""


def wrong(text: str) -> list[str]:
    """Blocks of a page that are of no kind, or cannot be read as what they say they are."""
    found = []
    for kind, block in BLOCK.findall(text):
        if kind not in KINDS:
            found.append(f"{kind or 'no kind'}: {block}")
        elif (check := KINDS[kind]) and not block.startswith(PART_OF_A_PROGRAM):
            try:
                check(block)
            except (AssertionError, SystemExit, SyntaxError, ValueError) as error:
                found.append(f"{kind}: {block}{error}")
    return found


def test_every_block_of_every_page_can_be_read_as_what_it_is() -> None:
    found = {page.name: wrong(page.read_text(encoding="utf-8")) for page in PAGES}
    assert {name: blocks for name, blocks in found.items() if blocks} == {}
    assert sum(len(BLOCK.findall(page.read_text(encoding="utf-8"))) for page in PAGES) > 40


@pytest.mark.parametrize(
    "block",
    [
        "sh\nkessel match --games many",
        "sh\nkessel dance",
        "sh\nmake nothing",
        "sh\nrm games",
        "json\n{",
        "python\na b",
        "\nkessel",
    ],
)
def test_a_block_that_cannot_run_is_found(block: str) -> None:
    assert len(wrong(f"```{block}\n```\n")) == 1
    assert wrong("```sh\nkessel match --games 3 \\\n    --bots rule,exact\n```\n") == []


NOT_RUN = (
    "kessel$",
    "kessel (--bot|serve)",  # until it is stopped; the tutorials are played
    ".*(FOLDER|GAME|game.kessel|my-bot|my_bot|first_bot|check games)",  # what the reader has
    "kessel (leaderboard|study .*--full)",  # minutes
    "python examples/learn",  # minutes; tests/envs plays shorter ones
)
"""Commands of pages that cannot just be run. They are read as all others."""


def runs(text: str) -> Iterator[str]:
    """Commands of a page that are ours and end by themselves."""
    for kind, block in BLOCK.findall(text):
        for line in block.replace("\\\n", " ").splitlines() if kind == "sh" else ():
            words = shlex.split(line, comments=True)
            command = shlex.join(words)
            ours = words and words[0] in ("kessel", "python", ".venv/bin/kessel")
            if ours and not re.match("|".join(NOT_RUN), command.removeprefix(".venv/bin/")):
                yield command


def ends_well(command: str, folder: Path) -> bool:
    """Run it in a folder with what pages name, and nobody at the keyboard."""
    for one in ("examples", "docs/study"):
        shutil.copytree(ROOT / one, folder / one, dirs_exist_ok=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "XDG_DATA_HOME": str(folder), "MPLBACKEND": "agg"}
    program, *words = shlex.split(command)
    found = shutil.which(program, path=path)
    assert found is not None
    done = subprocess.run(
        [found, *words], cwd=folder, env=os.environ | own, stdin=subprocess.DEVNULL, check=False
    )
    return done.returncode == 0


COMMANDS_THAT_END = sorted({one for page in PAGES for one in runs(page.read_text("utf-8"))})


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS_THAT_END)
def test_commands_of_the_pages_run(command: str, tmp_path: Path) -> None:
    assert ends_well(command, tmp_path)


def test_most_commands_are_run_and_one_that_fails_is_found(tmp_path: Path) -> None:
    assert len(COMMANDS_THAT_END) > 7
    (command,) = runs("```sh\nkessel odds strike-2020 hands=8,5 arena=2,2\nkessel serve\n```\n")
    assert not ends_well(command, tmp_path)


@pytest.mark.long
def test_programs_of_the_pages_run() -> None:
    """But those of the tutorials, which are played."""
    found = [
        block
        for page in PAGES
        if "tutorial" not in page.parts
        for kind, block in BLOCK.findall(page.read_text("utf-8"))
        if kind == "python"
    ]
    assert found
    for block in found:
        subprocess.run([sys.executable, "-c", block], cwd=ROOT, check=True)
