"""`kessel serve` and `kessel verify` as people call them."""

import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, Self

import pytest
from serving import free_port

from kessel.cli import ALONE, main, with_command
from kessel.cli import serve as cli_serve
from kessel.cli.serve import qr_code
from kessel.server import address, serve
from kessel.server.address import EVERYWHERE, address_in_network, origin_for_others
from kessel.server.config import Config
from kessel.server.security import host_is_known, known_hosts


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    told = capsys.readouterr().err
    assert f"cannot listen at 127.0.0.1:{port}" in told
    assert "--port" in told
    assert main(["serve", "--port", "0"]) == 2
    assert main(["serve", "--workers", "0"]) == 2


def test_what_cannot_be_served_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "kessel.db").write_text("no database" * 100)
    port = ["serve", "--port", str(free_port())]
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


def test_kessel_alone_serves_and_opens_the_browser() -> None:
    assert ALONE == ["serve", "--open"]
    assert with_command([]) == ALONE
    assert with_command(["--lan", "--port", "9000"]) == [*ALONE, "--lan", "--port", "9000"]
    for told in (["options", "impact"], ["--help"], ["--version"], ["serve"]):
        assert with_command(told) == told


def test_the_help_says_how_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "Without a command, kessel plays" in told
    assert "--lan lets everybody on the local network play" in told


@pytest.mark.parametrize("opens", [True, False])
def test_the_browser_is_opened_once_the_server_listens(
    opens: bool,
    served: list[Config],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opened = list[tuple[str, int]]()

    class AtOnce(threading.Thread):
        def start(self) -> None:
            self.run()

    def open_(address: str) -> bool:
        opened.append((address, len(served)))
        return opens

    monkeypatch.setattr(threading, "Thread", AtOnce)
    monkeypatch.setattr(webbrowser, "open", open_)
    assert main(["serve", "--port", "9000"]) == 0
    assert opened == []
    assert main(["--port", "9000"]) == 0
    page = f"http://localhost:9000/#key.{served[-1].key}"
    assert opened == [(page, 2)]
    assert [config.log_in_words for config in served] == [False, True]
    told = "" if opens else f"kessel: open {page} in a browser\n"
    assert capsys.readouterr().err == told


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """What would be served, in a network where this machine is 192.168.1.23."""
    monkeypatch.setattr(address, "address_in_network", lambda: "192.168.1.23")
    monkeypatch.setattr(cli_serve, "_check_free", lambda host, port: None)
    configs: list[Config] = []

    def run(config: Config, when_ready: Callable[[], None], _: Callable[[str], None]) -> None:
        configs.append(config)
        when_ready()

    monkeypatch.setattr(serve, "run", run)
    return configs


def test_in_the_local_network_the_address_is_told(
    served: list[Config], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--lan", "--port", "9000"]) == 0
    assert served[-1].host == "0.0.0.0"
    assert served[-1].invitation == "http://192.168.1.23:9000"
    known = known_hosts(served[-1])
    assert known is not None
    assert host_is_known("192.168.1.23:9000", known)
    assert not host_is_known("evil.example:9000", known)
    assert capsys.readouterr().out.splitlines() == [
        "Friends in the same network open http://192.168.1.23:9000",
        "Nothing is encrypted: whoever can listen in this network can read along and take seats. "
        "Play only in one that you trust.",
        "Kessel is at http://localhost:9000 (stop with Ctrl-C)",
    ]
    assert main(["serve", "--lan", "--name", "cellar.local"]) == 0
    assert served[-1].invitation == "http://cellar.local:8000"
    assert host_is_known("cellar.local:8000", known_hosts(served[-1]) or frozenset())


def test_what_nobody_touched_for_a_year_goes_unless_told_otherwise(served: list[Config]) -> None:
    assert main(["serve"]) == 0
    assert served[-1].keep_days == 365.0
    assert main(["serve", "--keep-days", "0"]) == 0
    assert served[-1].keep_days == 0.0


def test_metrics_have_an_address_of_their_own(
    served: list[Config], capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    assert main(["serve", "--metrics", f"127.0.0.1:{port}"]) == 0
    assert served[-1].metrics == ("127.0.0.1", port)
    for given in ("9100", "127.0.0.1", "host:port", "127.0.0.1:70000"):
        assert main(["serve", "--metrics", given]) == 2
        assert "an address such as 127.0.0.1:9100 is accepted" in capsys.readouterr().err
    assert len(served) == 1


def test_without_it_nobody_is_invited(
    served: list[Config], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve"]) == 0
    assert (served[-1].host, served[-1].invitation) == ("127.0.0.1", None)
    assert main(["serve", "--host", "0.0.0.0", "--behind-proxy"]) == 0
    assert served[-1].invitation is None
    assert "network" not in capsys.readouterr().out


def test_what_cannot_be_meant_by_lan(
    served: list[Config],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main(["serve", "--lan", "--host", "127.0.0.1"]) == 2
    assert "--lan listens at every address" in capsys.readouterr().err
    monkeypatch.setattr(address, "address_in_network", lambda: None)
    assert main(["serve", "--lan"]) == 2
    assert "in no network" in capsys.readouterr().err
    assert not served


def test_a_terminal_shows_the_address_as_a_qr_code(
    served: list[Config], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["serve", "--lan", "--port", "9000"]) == 0
    told = capsys.readouterr().out
    assert qr_code("http://192.168.1.23:9000") in told
    assert qr_code("http://192.168.1.24:9000") not in told


def test_a_terminal_without_blocks_shows_the_address_alone(
    served: list[Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = BytesIO()
    terminal = TextIOWrapper(shown, encoding="ascii")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(["serve", "--lan", "--port", "9000"]) == 0
    assert shown.getvalue().startswith(b"Friends in the same network open http://192.168.1.23:9000")
    assert b"?" not in shown.getvalue()


def test_a_qr_code_has_its_three_corners() -> None:
    """Read as phones do: light blocks on dark, two rows a line, a quiet zone around."""
    lines = [re.sub("\x1b[^m]*m", "", line) for line in qr_code("http://10.0.0.5:8000").split("\n")]
    halves = {" ": "##", "▀": ".#", "▄": "#.", "█": ".."}
    rows = ["".join(halves[sign][k] for sign in line) for line in lines for k in (0, 1)]
    size = len(rows[0])
    corner = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"]
    for top, left in ((2, 2), (2, size - 9), (size - 9, 2)):
        assert [row[left : left + 7] for row in rows[top : top + 7]] == corner
    assert set("".join(rows[:2])) == {"."}


# --- where others reach a server ------------------------------------------------------------------


class Way:
    """A datagram socket in a network where this machine has one address, or none."""

    own: str | None = None

    def __init__(self, *kind: Any) -> None:
        assert kind == (socket.AF_INET, socket.SOCK_DGRAM)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None: ...

    def connect(self, there: tuple[str, int]) -> None:
        if self.own is None:
            raise OSError("network is unreachable")

    def getsockname(self) -> tuple[str | None, int]:
        return self.own, 40_000


@pytest.mark.parametrize(
    ("own", "named", "found"),
    [
        ("192.168.1.23", [], "192.168.1.23"),
        (None, ["127.0.1.1", "10.0.0.5"], "10.0.0.5"),  # a network without a way out
        (None, ["127.0.1.1"], None),
        ("127.0.0.1", [], None),
        (None, None, None),  # nor a name
    ],
)
def test_the_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch, own: str | None, named: list[str] | None, found: str | None
) -> None:
    def looked_up(name: str) -> tuple[str, list[str], list[str]]:
        if named is None:
            raise socket.gaierror(f"{name} is not known")
        return name, [], named

    monkeypatch.setattr(socket, "socket", Way)
    monkeypatch.setattr(Way, "own", own)
    monkeypatch.setattr(socket, "gethostbyname_ex", looked_up)
    assert address_in_network() == found


@pytest.mark.parametrize(
    ("host", "name", "origin"),
    [
        ("127.0.0.1", None, None),
        ("127.0.0.1", "cellar.local", None),
        ("localhost", None, None),
        ("::1", None, None),
        (EVERYWHERE, None, "http://192.168.1.23:8000"),
        ("::", None, "http://192.168.1.23:8000"),
        (EVERYWHERE, "cellar.local", "http://cellar.local:8000"),
        ("10.0.0.5", None, "http://10.0.0.5:8000"),
        ("fd00::5", None, "http://[fd00::5]:8000"),
    ],
)
def test_what_others_open(
    host: str, name: str | None, origin: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "address_in_network", lambda: "192.168.1.23")
    assert origin_for_others(host, 8000, name) == origin
