"""`play/sbom.cdx.json`: what that wheel holds besides our own code, in the form of CycloneDX.

Packages that an extra installs are not inside; `requirements.txt` pins those we test with."""

import json
from typing import Any

from tools.made import ROOT, Generator

TARGET = ROOT / "play" / "sbom.cdx.json"
LOCK = ROOT / "client" / "package-lock.json"
PREFIX = "node_modules/"
ENGINES = ("@mujoco/mujoco",)
"""Pinned for building, and carried along nevertheless."""


def sbom() -> str:
    """All packages of the page, with versions, licences and checksums as they are pinned."""
    packages = json.loads(LOCK.read_text(encoding="utf-8"))["packages"]
    inside = {
        place.removeprefix(PREFIX): package
        for place, package in packages.items()
        if place and (not package.get("dev") or place.removeprefix(PREFIX) in ENGINES)
    }
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "kessel-dice-play"}},
        "components": [_component(name, inside[name]) for name in sorted(inside)],
    }
    return json.dumps(told, indent=2) + "\n"


def _component(name: str, package: dict[str, Any]) -> dict[str, Any]:
    version = package["version"]
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:npm/{name.replace('@', '%40')}@{version}",
        "licenses": [{"expression": package["license"]}],
        "properties": [{"name": "npm:integrity", "value": package["integrity"]}],
    }


GENERATOR = Generator("sbom", lambda: {TARGET: lambda: sbom().encode()})
