"""The page's boxes, `client/src/arena/boxes.json`, from the measures of the physics."""

import json
from typing import Any

from kessel.physics.arena_json import arena_json
from tools.made import ROOT, Generator

TARGET = ROOT / "client" / "src" / "arena" / "boxes.json"
BOX_EDITIONS = {"strike": "strike-2020", "impact": "impact", "wizards": "harry-potter"}
TENTH_OF_A_MICRON = 7


def boxes() -> str:
    boxes = {look: _box(edition) for look, edition in BOX_EDITIONS.items()}
    return json.dumps(boxes, separators=(",", ":")) + "\n"


def _box(edition: str) -> dict[str, Any]:
    full = _rounded(arena_json(edition))
    return {
        "outline": full["mat"]["outline"],
        "wall": full["wall"],
        "rim": full["rim"],
        "die": {"edge": full["die"]["edge"], "rounding": full["die"]["rounding"]},
        "faces": full["die"]["faces"],
        "aim": full["aim"],
        "strengths": full["strengths"],
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, TENTH_OF_A_MICRON)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value


GENERATOR = Generator("boxes", lambda: {TARGET: lambda: boxes().encode()})
