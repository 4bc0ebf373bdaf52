"""What a container engine does with the files of `deploy/`, where there is none: bubblewrap shows
their programs the folders that an image would have, and for the rest this machine's, to be read
alone. Linux only, as root."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
OWN = ("dev", "opt", "proc", "src", "tmp")
"""Folders that are not this machine's."""
PATH = "/usr/local/bin:/usr/bin:/bin"
BUILD_SECONDS = 1200


def program(name: str) -> str:
    """Where it is; a test that misses it fails, and says what installs it."""
    found = shutil.which(name)
    assert found, f"{name} is not installed: `make operating` installs it where there is apt"
    return found


Instruction = tuple[str, str]


def instructions(text: str) -> list[Instruction]:
    """A container file's, each with what follows."""
    lines = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ").splitlines()
    return [(one.split(None, 1)[0], one.split(None, 1)[1]) for one in lines if one.strip()]


def stages(text: str) -> list[list[Instruction]]:
    """The same, a list for each image that it makes."""
    found: list[list[Instruction]] = []
    for name, rest in instructions(text):
        if name == "FROM":
            found.append([])
        found[-1].append((name, rest))
    return found


@dataclass(frozen=True, slots=True)
class Image:
    """What the container file makes."""

    opt: Path
    last: Mapping[str, str]
    """The instructions of its last stage, by name."""

    def words(self, name: str) -> list[str]:
        """What is run for an instruction, in its JSON form."""
        found: list[str] = json.loads(
            self.last[name].partition("[")[1] + self.last[name].partition("[")[2]
        )
        return found

    def command(
        self,
        data: Path,
        given: Sequence[str],
        *,
        name: str = "ENTRYPOINT",
        hosts: Path | None = None,
    ) -> list[str]:
        """A container that runs it, as the user, in the environment and with the files it has; only
        `data` and /tmp can be written."""
        user = self.last["USER"].partition(":")[0]
        variables = dict(re.findall(r"(\w+)=(\S+)", self.last["ENV"]))
        variables["PATH"] = variables["PATH"].replace("$PATH", PATH)
        variables["LD_LIBRARY_PATH"] = (
            "/usr/local/lib"  # our Python's, by whatever path it knows it
        )
        shown = ["--perms", "0755", "--dir", "/opt"]
        shown += [
            "--ro-bind",
            str(self.opt / "kessel"),
            "/opt/kessel",
            "--bind",
            str(data),
            "/data",
        ]
        shown += ["--tmpfs", "/tmp", "--remount-ro", "/"]
        shown += ["--ro-bind", str(hosts), "/etc/hosts"] if hosts else []
        for variable, value in variables.items():
            shown += ["--setenv", variable, value]
        drop = ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP"]
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        become += ["--no-new-privs", "--bounding-set=-all"]
        begin = ["bwrap", *world(), "--clearenv", *shown, *drop, "--die-with-parent"]
        return [*begin, *become, *(self.words(name) if name else []), *given]


def built(folder: Path) -> Image:
    """The image of this checkout, made in an empty folder."""
    first, last = stages((DEPLOY / "Containerfile").read_text())
    opt, source, scratch = (folder / name for name in ("opt", "src", "tmp"))
    for one in opt, source, scratch:
        one.mkdir()
    _copy_context(source)
    shown = [
        "--bind",
        str(opt),
        "/opt",
        "--bind",
        str(source),
        "/src",
        "--bind",
        str(scratch),
        "/tmp",
    ]
    shown += ["--setenv", "HOME", "/tmp", "--setenv", "PATH", PATH, "--unsetenv", "VIRTUAL_ENV"]
    shown += ["--chdir", "/src"]
    for name, rest in first:
        if name == "RUN":
            _run(["bwrap", *world(), *shown, "sh", "-c", rest])
    return Image(opt, dict(last))


def world() -> list[str]:
    """Everything here but some folders, to be read alone, with processes of its own; our Python is
    where it is in an image."""
    shown = ["--unshare-pid", "--proc", "/proc", "--dev", "/dev"]
    for one in Path("/").iterdir():
        if one.name not in OWN:
            kind = (
                ["--symlink", str(one.readlink())] if one.is_symlink() else ["--ro-bind", str(one)]
            )
            shown += [*kind, str(one)]
    return [*shown, "--ro-bind", sys.base_prefix, "/usr/local"]


def _copy_context(source: Path) -> None:
    """What `.dockerignore` leaves of this checkout."""
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    kept = [line.removeprefix("!") for line in ignored if line.startswith("!")]
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *kept]
    for name in _run(listed, cwd=ROOT).splitlines():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)


def _run(command: Sequence[str], cwd: Path | None = None) -> str:
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=BUILD_SECONDS)
    assert ran.returncode == 0, f"{command[-1]}: {ran.stdout[-2000:]}{ran.stderr[-4000:]}"
    return ran.stdout
