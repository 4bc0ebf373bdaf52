"""Three servers, one PostgreSQL and a proxy on this machine, to look at: `make cluster`.

Kill a server while you play (its number is shown): the game goes on at another. Everything listens
on the loopback, lives in a temporary folder, and ends with Ctrl-C. HAProxy stands before the
servers; without it there are the servers alone, and nothing that leads pages from one to another.
"""

import contextlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from databases import postgres
from serving import free_port

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
        address = stack.enter_context(postgres())()
        ports = [free_port() for _ in range(NODES)]
        servers = {port: start(stack, folder, port, node(port, address)) for port in ports}
        for port, process in servers.items():
            print(f"server {process.pid} at http://localhost:{port}", flush=True)
        for port, process in servers.items():
            wait_for(port, process)
        if program := shutil.which("haproxy"):
            lines = "\n".join(f"    server n{one} 127.0.0.1:{one} check" for one in ports)
            config = folder / "haproxy.cfg"
            config.write_text(PROXY.format(port=PROXY_PORT, servers=lines))
            process = start(stack, folder, PROXY_PORT, [program, "-f", str(config), "-db", "-q"])
            wait_for(PROXY_PORT, process)
            print(f"Kessel is at http://localhost:{PROXY_PORT} (stop with Ctrl-C)", flush=True)
        else:
            print("HAProxy is not installed: a page stays at its server, also if you kill that one")
            print("Open any of the servers above (stop with Ctrl-C)", flush=True)
        signal.pause()


def node(port: int, address: str) -> list[str]:
    """The command for one server."""
    command = [sys.executable, "-m", "kessel", "serve", "--port", str(port), "--workers", "1"]
    peers = ["--node", f"http://127.0.0.1:{free_port()}", "--database", address]
    return [*command, *peers, "--behind-proxy", "--name", "localhost"]


def start(
    stack: contextlib.ExitStack, folder: Path, port: int, command: list[str]
) -> "subprocess.Popen[bytes]":
    """It ends with all the others; its log is a file in the folder."""
    log = stack.enter_context((folder / f"{port}.log").open("wb"))
    process = subprocess.Popen(command, stdout=log, stderr=log)
    for then in (process.wait, process.terminate):
        stack.callback(then)
    return process


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until a server says that all is well."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=3).close()
        time.sleep(0.2)
    raise SystemExit(f"what listens at port {port} does not start")


if __name__ == "__main__":
    main()
