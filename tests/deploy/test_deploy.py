"""The files of `deploy/`, by their own linters where there are any, each by the others, and as they
run."""

import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from deploy.containers import DEPLOY, ROOT, built, instructions, program, stages
from net.spaces import forbidden, spaces
from ruamel.yaml import YAML

from kessel.cli import _parser

UNIT = DEPLOY / "kessel.service"
IMAGE = re.compile(r"(?:prom/)?[a-z]+:v?\d[\w.-]*")
"""A plain name, with a version."""
INSTRUCTIONS = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK"}
EXPOSURE = 20
"""Of 100, at most, as systemd counts it."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")


def compose() -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(DEPLOY / "compose.yaml")
    return found


def parsed(words: list[str]) -> Any:
    """A command of ours; ends the test where it is none."""
    return _parser(words).parse_args(words)


def test_the_container_file_is_one_and_ends_as_nobody() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    assert {name for name, _ in instructions(text)} == INSTRUCTIONS | {"ENTRYPOINT", "CMD"}
    assert all(
        IMAGE.fullmatch(one.split()[0]) for name, one in instructions(text) if name == "FROM"
    )
    last = dict(stages(text)[-1])
    assert int(last["USER"].partition(":")[0]) > 0
    assert last["ENTRYPOINT"] == '["kessel"]'
    assert parsed(YAML(typ="safe").load(last["CMD"])).behind_proxy


def test_the_container_file_installs_with_the_same_uv_as_make() -> None:
    (pinned,) = re.findall(r"^UV_VERSION := (\S+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert f" uv=={pinned}\n" in (DEPLOY / "Containerfile").read_text()


def schema_says(file: Path) -> str:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    return subprocess.run([*check, str(file)], capture_output=True, text=True).stdout


def test_the_compose_file_has_the_form_of_one(tmp_path: Path) -> None:
    file = DEPLOY / "compose.yaml"
    assert schema_says(file).startswith("ok")
    wrong = tmp_path / "compose.yaml"
    wrong.write_text(file.read_text().replace("read_only:", "readonly:"))
    assert "readonly" in schema_says(wrong)


def test_what_compose_starts_is_there_and_shut_off() -> None:
    services = compose()["services"]
    assert compose()["networks"]["inside"] == {"internal": True}
    assert {name for name, one in services.items() if "outside" in one["networks"]} == {
        "proxy",
        "prometheus",
    }
    ports = {name: one["ports"] for name, one in services.items() if "ports" in one}
    assert ports == {"proxy": ["80:8080", "443:8443"], "prometheus": ["127.0.0.1:9090:9090"]}
    for name in ("a", "b"):
        server = services[name]
        assert server["read_only"]
        assert server["cap_drop"] == ["ALL"]
        asked = parsed(server["command"].split())
        assert (asked.node, asked.metrics) == (f"http://{name}:8100", "0.0.0.0:9100")
        assert asked.database == "postgresql://kessel@database/kessel"
    build = services["a"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    for one in services.values():
        assert "image" not in one or one["image"] == "kessel" or IMAGE.fullmatch(one["image"])
        for source in re.findall(r"'(\./[^:]+):", str(one.get("volumes", ""))):
            assert source == "./certificates" or (DEPLOY / source).is_file()
    collected = YAML(typ="safe").load(DEPLOY / "prometheus.yaml")
    (job,) = collected["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["a:9100", "b:9100"]}]
    assert [(DEPLOY / one).is_file() for one in collected["rule_files"]] == [True]


def unit_says(unit: str, folder: Path) -> str:
    """What systemd finds wrong with a unit; the server itself may be anywhere."""
    file = folder / "kessel.service"
    here = str(Path(sys.executable).with_name("kessel"))
    file.write_text(unit.replace("/opt/kessel/bin/kessel", here))
    verify = [program("systemd-analyze"), "verify", str(file)]
    ran = subprocess.run(verify, capture_output=True, text=True)
    if ran.returncode or ran.stderr:
        return ran.stderr or f"verify ends with {ran.returncode}"
    bound = ["--offline=true", f"--threshold={EXPOSURE}", "--no-pager", str(file)]
    ran = subprocess.run(["systemd-analyze", "security", *bound], capture_output=True, text=True)
    return "" if ran.returncode == 0 else ran.stdout[-200:] + ran.stderr


@linux
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    unit = UNIT.read_text()
    assert unit_says(unit, tmp_path) == ""
    (told,) = re.findall(r"^ExecStart=\S+ (.*)", unit, re.MULTILINE)
    assert parsed(shlex.split(told)).metrics == "127.0.0.1:9100"


@linux
@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("MemoryMax=80%", "MemoryMost=80%", "MemoryMost"),
        ("/opt/kessel/bin/kessel", "/opt/kessel/bin/nothing", "not executable"),
        ("CapabilityBoundingSet=\n", "", "Overall exposure"),
    ],
)
def test_a_fault_in_the_unit_is_found(right: str, wrong: str, told: str, tmp_path: Path) -> None:
    unit = UNIT.read_text()
    assert right in unit
    assert told in unit_says(unit.replace(right, wrong), tmp_path)


# --- The container file in a network of its own, and HAProxy: no container engine is needed. A
# build fetches packages.

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
