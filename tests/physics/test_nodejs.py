"""Node beside us: what it says, and what is done when it dies, hangs or is not there."""

import contextlib
import gc
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from kessel.physics import nodejs
from kessel.physics.chance import Chance
from kessel.physics.nodejs import NodeLost, NodeProcess, NoNode
from kessel.physics.portable import PortableDice
from kessel.physics.practice import scattered, seed_of
from kessel.physics.version import PORTABLE_NAME
from kessel.physics.wasm_scene import Play, WasmScene
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.throws.aim import Aim
from kessel.throws.boxes import OVAL
from kessel.throws.dice import Handful, ThrowOrder
from kessel.throws.pose import Pose

STRIKE = find_edition("strike-2020")


def order(number: int = 0) -> ThrowOrder:
    lying = scattered(STRIKE, "2345", Chance(seed_of("lying", number)))
    handfuls = (Handful(0, (20,), Aim.of_strength("firm")),)
    return ThrowOrder(STRIKE, resolve_options(STRIKE), lying, handfuls, seed_of("throw", number))


class Nodes:
    """Starts Nodes, and remembers them."""

    def __init__(self) -> None:
        self.started: list[NodeProcess] = []

    def __call__(self, seconds: float) -> NodeProcess:
        self.started.append(NodeProcess(seconds))
        return self.started[-1]

    def send(self, number: signal.Signals) -> None:
        """To the last one."""
        os.kill(self.started[-1].pid, number)


def test_warnings_come_across() -> None:
    process = NodeProcess()
    scene = process.scene(OVAL, 1)
    scene.begin([Pose.at((0.0, 0.0, 0.1))])
    scene.flick(0, [1e12] * 6)
    scene.advance(1)
    seen = scene.seen()
    process.close()
    assert (seen.sample, len(seen.kept_poses)) == (1, 2)
    assert seen.warnings == ["mjWARN_BADQVEL"]


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("prepares", [False, True])
def test_a_node_that_dies_or_hangs_is_replaced_and_throws_the_same(
    monkeypatch: pytest.MonkeyPatch, way: signal.Signals, prepares: bool
) -> None:
    nodes = Nodes()
    dice = PortableDice(start=nodes)
    before = [dice.throw(order(k)) for k in range(3)]
    monkeypatch.setattr(nodes.started[0], "_seconds", 0.5)
    nodes.send(way)
    if prepares:
        dice.prepare(STRIKE, 25)
    after = [dice.throw(order(k)) for k in range(3)]
    dice.close()
    assert after == before
    assert len(nodes.started) == 2


@pytest.mark.parametrize("told", [KeyboardInterrupt, ValueError])
def test_whatever_interrupts_an_answer_ends_its_node(
    monkeypatch: pytest.MonkeyPatch, told: type[BaseException]
) -> None:
    """The rest of that answer would be taken for the next one."""

    def interrupt(_node: NodeProcess, count: int, deadline: float) -> bytes:
        monkeypatch.undo()
        raise told

    dice = PortableDice()
    before = dice.throw(order())
    monkeypatch.setattr(NodeProcess, "_read", interrupt)
    with contextlib.suppress(KeyboardInterrupt):
        assert dice.throw(order()) == before
    assert dice.throw(order()) == before
    dice.close()


def test_when_whoever_asked_is_gone_it_ends_without_a_word() -> None:
    command = (nodejs.node_path(), *nodejs.FLAGS, nodejs.checked_engine() / nodejs.PROGRAM)
    ours, theirs = os.pipe()
    os.close(ours)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=theirs, stderr=pipe) as process:
        os.close(theirs)
        asked, said = process.stdin, process.stderr
        assert asked is not None
        assert said is not None

        def compiled(xml: str, running: Sequence[float]) -> Play:
            body = struct.pack(f"{len(running)}d", *running) + xml.encode()
            asked.write(struct.pack("<II", len(body), 0) + body)
            asked.flush()
            return bytes

        WasmScene(compiled, OVAL, 1)
        assert said.read() == b""


def test_one_that_runs_out_of_memory_is_lost() -> None:
    program = ("--max-old-space-size=16", "-e", "for (a = [];;) a.push({})")
    greedy = NodeProcess(command=(nodejs.node_path(), *program))
    with pytest.raises(NodeLost, match="has ended"):
        greedy.scene(OVAL, 1)


def test_where_none_works_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = PortableDice(start=lambda _: NodeProcess(command=(sys.executable, "-c", "")))
    with pytest.raises(NodeLost):
        dice.throw(order())


def test_where_there_is_none_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nodejs, "WHEEL", "a_package_that_nobody_has")
    with pytest.raises(NoNode, match="portable dice need Node"):
        PortableDice().throw(order())


def test_another_engine_than_the_one_they_are_named_by_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(nodejs, "ENGINE", tmp_path)
    nodejs.checked_engine.cache_clear()
    with pytest.raises(NoNode, match="building the package"):
        nodejs.checked_engine()
    (tmp_path / "mujoco.wasm").write_bytes(b"\0asm")
    with pytest.raises(NoNode, match="SHA-256"):
        nodejs.checked_engine()


def test_their_name_tells_the_version_and_the_file() -> None:
    assert PortableDice().name == PORTABLE_NAME
    assert PORTABLE_NAME.startswith("portable-1 mujoco-3.14.0 wasm-2d380f10")


def test_a_node_nobody_refers_to_any_more_is_ended() -> None:
    idle = NodeProcess(command=(sys.executable, "-c", "import sys; sys.stdin.read()"))
    process = idle._process
    assert process.poll() is None
    del idle
    gc.collect()
    assert process.poll() is not None
