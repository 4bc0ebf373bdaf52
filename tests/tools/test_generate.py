"""Nothing that is made from something else is stale; and what is stale is noticed and named."""

import json
import re
import shutil
from pathlib import Path
from typing import get_args

import pytest
from test_docs import missing

from kessel.errors import BadValue
from kessel.lab.leaderboard import SHIPPED as BOTS
from kessel.lab.leaderboard import leaderboard
from kessel.lab.study.play import levels
from kessel.messages.client import ClientMessage
from kessel.messages.server import Message, ServerMessage
from kessel.physics.version import PHYSICS_VERSION
from kessel.rules.edition import find_edition
from kessel.server.metrics import ServerMetrics
from kessel.solver.base import load_or_solve
from kessel.solver.base.position import arenas
from kessel.solver.base.table_file import read_table
from kessel.solver.base.tables import FOLDER, shipped_path
from kessel.solver.chance import IdealChance
from kessel.solver.measured import SHIPPED
from tools import generate, icons, made, messages, tables
from tools.architecture import PAGE, PICTURE, WAYS, layers, room_of
from tools.leaderboard import BOARDS, games
from tools.made import ROOT, Generator, is_missing
from tools.model import count
from tools.protocol import protocol_ts
from tools.reference import entry
from tools.sbom import sbom
from tools.tables import largest_games
from tools.watch import DASHBOARD, RULES, WATCHED


def test_nothing_generated_is_stale() -> None:
    assert generate.stale() == []


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two generated files, one of them kept as it was once made; both as they should be."""
    fresh, kept = tmp_path / "here" / "fresh", tmp_path / "kept"
    generators = (
        Generator("fresh", lambda: {fresh: lambda: b"now"}),
        Generator("kept", lambda: {kept: lambda: b"now"}, is_missing),
    )
    monkeypatch.setattr(generate, "GENERATORS", generators)
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    assert generate.main([]) == 0
    return fresh, kept


def test_what_is_written_is_not_stale(files: tuple[Path, Path]) -> None:
    assert generate.main(["--check"]) == 0
    assert [path.read_bytes() for path in files] == [b"now", b"now"]


def test_what_differs_is_stale_and_the_command_is_named(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    fresh, kept = files
    fresh.write_bytes(b"before")
    kept.unlink()
    assert generate.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "here/fresh is stale: make generate" in told
    assert "kept is stale" in told
    assert generate.main(["--check", "kept"]) == 1
    assert "fresh" not in capsys.readouterr().err
    assert fresh.read_bytes() == b"before", "a check writes nothing"


def test_what_is_kept_is_made_again_only_on_demand(files: tuple[Path, Path]) -> None:
    fresh, kept = files
    fresh.write_bytes(b"before")
    kept.write_bytes(b"before")
    assert generate.main([]) == 0
    assert (fresh.read_bytes(), kept.read_bytes()) == (b"now", b"before")
    assert generate.main(["--all", "kept"]) == 0
    assert kept.read_bytes() == b"now"


def test_an_unknown_generator_is_refused_with_those_there_are(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        generate.main(["fresher"])
    assert "there are fresh, kept" in capsys.readouterr().err


def test_nothing_is_generated_outside_the_repository() -> None:
    for one in generate.GENERATORS:
        assert all(path.is_relative_to(made.ROOT) for path in one.files())


# --- the client's types are those of the messages -------------------------------------------------


def test_what_is_a_player_in_the_rules_is_a_seat_on_the_wire() -> None:
    text = protocol_ts()
    assert 'kind: "collect";\n  seat: number;\n  faces: Record<string, number>;' in text
    assert 'kind: "extra";\n  seats: number[];' in text
    table = text.partition("export interface RefereeHand")[0]
    assert not re.search(r"^  players?\??:", table, re.MULTILINE)


# --- every message is explained on the pages that `make docs` makes of them -----------------------


EXPLAINED = re.compile(r"^## \w+ {#(\w+)}\n\n```python\n[^`]+\n```\n\n\w", re.MULTILINE)


def test_every_message_is_explained() -> None:
    for page, union in zip(messages.pages().values(), (ClientMessage, ServerMessage), strict=True):
        kinds = [kind.__struct_config__.tag for kind in get_args(union)]
        assert EXPLAINED.findall(page.partition("## Codes")[0]) == kinds


class Bare(Message, frozen=True, tag="bare"):
    pass


def test_a_message_without_a_docstring_is_not_explained() -> None:
    assert EXPLAINED.findall("\n".join(entry("Bare", __name__, "bare"))) == []
    assert EXPLAINED.findall("\n".join(entry("Pong", "kessel.messages.server", "pong")))


# --- an icon carries what it was drawn from -------------------------------------------------------


def test_an_icon_whose_source_changed_is_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in icons.PUBLIC.glob("*icon*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(icons, "PUBLIC", tmp_path)
    assert icons.GENERATOR.stale() == {}
    with (tmp_path / "icon.svg").open("a") as source:
        source.write(" ")
    (tmp_path / "apple-touch-icon.png").unlink()
    stale = {path.name for path in icons.GENERATOR.stale()}
    assert stale == {"icon-192.png", "icon-512.png", "apple-touch-icon.png"}


# --- what the wheel holds of others stands in its bill of materials -------------------------------


def test_every_package_of_the_page_is_listed_with_its_version_and_licence() -> None:
    wanted = json.loads((ROOT / "client" / "package.json").read_text(encoding="utf-8"))
    told = json.loads(sbom())
    listed = {one["name"]: one for one in told["components"]}
    assert set(wanted["dependencies"]) | {"@mujoco/mujoco"} <= set(listed)
    assert not set(listed) & (set(wanted["devDependencies"]) - {"@mujoco/mujoco"})
    for name, version in wanted["dependencies"].items():
        assert listed[name]["version"] == version
        assert listed[name]["licenses"][0]["expression"]
        assert listed[name]["purl"].endswith(f"@{version}")


# --- what an operator watches is what a server counts ---------------------------------------------


NAME = re.compile(r"\bkessel_\w+")


def exported() -> set[str]:
    """Every name that an expression may have, from what a server answers."""
    metrics = ServerMetrics()
    metrics.refused.labels("stale")
    metrics.well.labels("database")
    return set(re.findall(r"^(kessel_\w+)", metrics.text(), re.MULTILINE))


def test_alerts_and_panels_ask_for_what_is_there() -> None:
    for file in RULES, DASHBOARD:
        named = set(NAME.findall(file.read_text()))
        assert len(named) > 5
        assert named <= exported(), file.name


def test_everything_that_a_server_counts_is_watched() -> None:
    watched = {name for one in WATCHED for name in NAME.findall(one.shown)}
    parts = re.compile(r"_(count|sum|created)$")
    assert {name for name in exported() if not parts.search(name)} == watched


# --- the drawing of the rooms: those of the code, in the order of the contract, and real ways -----


def test_the_rooms_of_the_drawing_are_those_of_the_code() -> None:
    rooms = {room for row in layers() for room in row} - {PAGE}
    there = {one.name.removesuffix(".py") for one in (ROOT / "src" / "kessel").glob("[a-z]*")}
    assert rooms == there - {"py.typed"}
    for room in rooms:
        assert f">{room}</text>" in PICTURE.read_text(encoding="utf-8")


def test_every_way_leads_through_files_and_names_that_are_there() -> None:
    rooms = {room for row in layers() for room in row}
    for name, (_, way) in WAYS.items():
        said = " ".join(f"`{file}` `{what}`" for file, what in way)
        assert missing(said) == [], name
        assert {room_of(file) for file, _ in way} <= rooms
    assert missing("`hall/room.py` `Room.waltz`") == ["hall/room.py Room.waltz"]


def test_the_page_names_the_stops_of_each_way() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"`([\w/]+\.tsx?|[\w/]+\.py)`", text)
    for _, way in WAYS.values():
        files = [file for file, _ in way]
        assert [file for file in told if file in files] == files


# --- The model that ships is fitted to the counts of the study, and is put there by a command -----

DATA = ROOT / "docs" / "study"


def test_the_shipped_model_is_that_of_the_study(tmp_path: Path) -> None:
    """Put there again, nothing changes."""
    count(DATA, tmp_path / SHIPPED)
    shipped = (FOLDER / SHIPPED).read_text("utf-8")
    assert (tmp_path / SHIPPED).read_text("utf-8") == shipped, "make model, then make tables"


def test_every_cell_has_to_be_counted(tmp_path: Path) -> None:
    shutil.copy(DATA / "throws.json", tmp_path)
    with pytest.raises(
        BadValue, match=r"51 cells are not counted, the first is Cell\(arena='oval'"
    ):
        count(tmp_path, tmp_path / SHIPPED)
    assert not (tmp_path / SHIPPED).exists()


def test_counts_of_another_physics_are_refused(tmp_path: Path) -> None:
    for name in ("throws.json", "arenas.json"):
        text = (DATA / name).read_text("utf-8")
        (tmp_path / name).write_text(text.replace(f'"physics": {PHYSICS_VERSION}', '"physics": 0'))
    with pytest.raises(BadValue, match="throws of physics 0"):
        count(tmp_path, tmp_path / SHIPPED)


# --- the command that makes the tables of the package ---------------------------------------------


def test_one_game_for_each_arena_and_rule_and_nothing_else_is_shipped() -> None:
    games = {(edition.id, model.name.split()[1]) for edition, model in largest_games()}
    assert games == {
        ("strike-2012", "oval"),
        ("strike-2020", "oval"),
        ("impact", "cauldron"),
        ("strike-2020", "wizards"),
    }
    paths = {shipped_path(model.name, arenas(edition)) for edition, model in largest_games()}
    assert set(FOLDER.glob("*.xz")) == paths, "`make tables` makes them"


def test_tables_are_made_and_old_ones_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = IdealChance(0.3, 0.4)
    monkeypatch.setattr(tables, "PLAYERS", 2)
    monkeypatch.setattr(tables, "largest_games", lambda: [(find_edition("strike-2020"), model)])
    (tmp_path / "base-3-0123.table.xz").write_bytes(b"old")
    tables.ship(tmp_path)
    (path,) = tmp_path.iterdir()
    assert path == shipped_path(model.name, folder=tmp_path)
    assert read_table(path).players == 2


# --- the command that writes the page of the leaderboard ------------------------------------------


def test_the_page_has_a_board_for_every_game_and_every_agent_that_fits() -> None:
    made = BOARDS.read_text(encoding="utf-8")
    found = dict(re.findall(r"### (.+)\n\n((?:\|.+\n)+)", made))
    assert list(found) == [heading for heading, *_ in games()]
    for heading, *_ in games():
        names = re.findall(r"^\| \d+ \| ([^|]+) \|", found[heading], re.MULTILINE)
        assert sorted(names) == sorted(BOTS)
        assert names[0] == "exact"


@pytest.mark.long
@pytest.mark.parametrize("board", [0, 1])
def test_what_the_page_says_of_strategies_is_what_they_win(board: int) -> None:
    heading, edition, players, model = games()[board]
    text = BOARDS.read_text(encoding="utf-8").partition(f"### {heading}\n")[2].partition("###")[0]
    agents = dict(levels(load_or_solve(edition, players, model)))
    for place, one in enumerate(leaderboard(agents, edition, players, model), 1):
        gives = abs(one.exploitability or 0.0)
        row = rf"^\| {place} \| {one.name} \| {one.won:.2%} \|.*\| {gives:.2%} \|$"
        assert re.search(row, text, re.MULTILINE), one.name
