"""Servers' networks that can be cut as cables are: each server in a network namespace of its own,
with one cable to the people and one to a switch for servers. Packets over a cut cable are lost, and
nobody is told. Linux only, and only where the kernel lets us."""

import contextlib
import ctypes
import itertools
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CLONE_NEWNET = 0x40000000
_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Space:
    """One server's network."""

    name: str
    page: str
    """Its address for people."""
    peer: str
    """Its address for other servers."""
    cable: str
    switch: str

    def cut(self) -> None:
        """Its cable ends nowhere: no packet reaches another server, or comes from one."""
        _ip("link", "set", self.cable, "nomaster")

    def mend(self) -> None:
        """It ends at the switch."""
        _ip("link", "set", self.cable, "master", self.switch)

    def enter(self) -> None:
        """For good, with this process, which has no thread yet."""
        with Path(f"/run/netns/{self.name}").open() as space:
            if ctypes.CDLL(None, use_errno=True).setns(space.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), f"cannot enter {self.name}")


@contextlib.contextmanager
def spaces(count: int) -> Iterator[list[Space]]:
    """So many of them on one switch, until the end."""
    mark, network = f"k{os.getpid()}{next(_numbers)}", f"198.18.{os.getpid() % 256}"
    switch = f"{mark}s"
    made = [
        Space(f"{mark}n{n}", f"{network}.{4 * n + 2}", f"198.19.0.{n + 1}", f"{mark}c{n}", switch)
        for n in range(count)
    ]
    with contextlib.ExitStack() as stack:
        _ip("link", "add", switch, "type", "bridge")
        stack.callback(_ip, "link", "del", switch)
        _ip("link", "set", switch, "up")
        for number, one in enumerate(made):
            _ip("netns", "add", one.name)  # its cables go with it
            stack.callback(_ip, "netns", "del", one.name)
            _ip("-n", one.name, "link", "set", "lo", "up")
            _lay(f"{mark}p{number}", one.name, "people", f"{one.page}/30")
            _ip("address", "add", f"{network}.{4 * number + 1}/30", "dev", f"{mark}p{number}")
            _lay(one.cable, one.name, "servers", f"{one.peer}/24")
            one.mend()
        yield made


@cache
def forbidden() -> str:
    """Why there can be no such networks here; empty where there can."""
    try:
        with spaces(1):
            return ""
    except OSError as error:
        return str(error)


def _lay(cable: str, space: str, end: str, address: str) -> None:
    """A cable from here into a namespace."""
    _ip("link", "add", cable, "type", "veth", "peer", "name", end, "netns", space)
    _ip("link", "set", cable, "up")
    _ip("-n", space, "address", "add", address, "dev", end)
    _ip("-n", space, "link", "set", end, "up")


def _ip(*words: str) -> None:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")
