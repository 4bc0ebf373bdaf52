"""`kessel serve` and `kessel verify` as people call them."""

import socket
from pathlib import Path
from random import Random

import pytest

from kessel.cli import ALONE, main
from kessel.table import NO_WAITING, Table, log
from kessel.table.chronicle import record_of
from kessel.table.drive import Driver
from kessel.throws.ideal import IdealThrower


@pytest.fixture
def record(tmp_path: Path) -> Path:
    seats = [log.SeatPlan(kind="bot") for _ in range(2)]
    made = log.TableMade(code="abcdefghijkl", edition="impact", seats=seats)
    table, outcome = Table.make(
        made, 0.0, pace=NO_WAITING, thrower_name=IdealThrower().name, entropy=Random(4).randbytes
    )
    Driver(table, outcome, IdealThrower()).play_on()
    path = tmp_path / "game.kessel"
    path.write_text(record_of(table.ledger.history, None).text())
    return path


def test_a_true_record_is_told_to_be_true(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    assert "all the same to the last bit" in capsys.readouterr().out


def test_a_changed_record_is_refused_with_its_line(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = record.read_text().split("\n")
    place = next(n for n, line in enumerate(lines) if '"speed":' in line)
    lines[place] = lines[place].replace('"speed":', '"speed":1')
    record.write_text("\n".join(lines))
    assert main(["verify", str(record)]) == 2
    assert f"kessel: line {place + 1}: " in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"hello"])
def test_what_is_no_record_is_one_line(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "no.kessel"
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 2
    assert main(["verify", str(tmp_path / "missing")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    assert f"cannot listen at 127.0.0.1:{port}" in capsys.readouterr().err
    assert main(["serve", "--port", "0"]) == 2
    assert main(["serve", "--workers", "0"]) == 2


def test_what_cannot_be_served_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "kessel.db").write_text("no database" * 100)
    port = ["serve", "--port", str(_free_port())]
    for given, told in (
        (["--data", str(tmp_path / "file")], "no folder for a database"),
        (["--data", str(tmp_path / ("x" * 400))], "no folder for a database"),
        (["--data", str(tmp_path / "bad")], "not a database"),
        (["--database", "nonsense"], "no database address"),
        (["--database", "postgresql+psycopg://u:s3cret@127.0.0.1:1/x"], "cannot be opened"),
        (["--workers", "99999999999999999999"], "workers"),
        (["--keep-days", "-1"], "--keep-days"),
        (["--keep-days", "nan"], "--keep-days"),
    ):
        assert main([*port, *given]) == 2, given
        said = capsys.readouterr()
        assert told in said.err
        assert said.err.count("\n") == 1, said.err
        assert "Kessel is at" not in said.out
        assert "s3cret" not in said.err


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_kessel_alone_serves_and_opens_the_browser() -> None:
    assert ALONE == ["serve", "--open"]
