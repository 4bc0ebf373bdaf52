"""The container file as it is built and runs, in a network of its own, and HAProxy's settings: no
container engine is needed. A build fetches packages."""

import subprocess
import time
from pathlib import Path

import pytest
from deploy.containers import DEPLOY, built, program
from net.spaces import forbidden, spaces

ENOUGH = 120.0
ASK = """
import sys, urllib.error, urllib.request
try:
    print(urllib.request.urlopen(sys.argv[1]).read().decode())
except urllib.error.HTTPError as refused:
    print(refused.code)
"""


@pytest.mark.series
@pytest.mark.skipif(bool(forbidden()), reason=f"no network of its own here: {forbidden()}")
def test_the_image_serves_as_nobody_on_a_file_system_to_be_read_alone(tmp_path: Path) -> None:
    image, data = built(tmp_path), tmp_path / "data"
    data.mkdir()
    data.chmod(0o777)  # an engine gives a new volume to the image's user
    with spaces(1) as [home]:
        beside = ["ip", "netns", "exec", home.name]

        def said(*given: str, name: str = "") -> str:
            command = [*beside, *image.command(data, given, name=name)]
            ran = subprocess.run(command, capture_output=True, text=True, timeout=ENOUGH)
            return f"{ran.returncode} {ran.stdout.strip()}"

        server = subprocess.Popen([*beside, *image.command(data, image.words("CMD"))])
        try:
            until = time.monotonic() + ENOUGH
            while not said(name="HEALTHCHECK").startswith("0 "):
                assert time.monotonic() < until
            assert said("id", "-u") == "0 10001"
            assert said("touch", "/opt/kessel/x").startswith("1 ")
            assert said("python", "-c", ASK, "http://127.0.0.1:8000/metrics") == "0 403"
            metrics = said("python", "-c", ASK, "http://127.0.0.1:9100/metrics")
            assert "kessel_tables 0.0" in metrics
        finally:
            server.terminate()
            server.wait(ENOUGH)


def proxy_says(settings: str, folder: Path) -> str:
    """What HAProxy finds wrong with its settings."""
    certificate, file = folder / "kessel.pem", folder / "haproxy.cfg"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    made += ["-keyout", f"{certificate}.key", "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    file.write_text(settings.replace("/certificates/", str(certificate)))
    ran = subprocess.run(
        [program("haproxy"), "-c", "-f", str(file)], capture_output=True, text=True
    )
    return "" if ran.returncode == 0 else ran.stderr


def test_haproxy_takes_its_settings_and_finds_a_fault(tmp_path: Path) -> None:
    settings = (DEPLOY / "haproxy.cfg").read_text()
    assert proxy_says(settings, tmp_path) == ""
    assert "Fatal errors" in proxy_says(settings.replace("leastconn", "leastcom"), tmp_path)
