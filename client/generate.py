"""Writes the client's files whose source is Python, so that neither side repeats the other.

`src/arena/boxes.json` from the physics' measures; `test/editions.json`, what the server says of
each edition, for the page's tests. A test fails when a file differs from its source.
"""

import json
from pathlib import Path
from typing import Any

import msgspec

from kessel.hall.views.editions import editions
from kessel.physics.arena_json import arena_json

CLIENT = Path(__file__).resolve().parent
BOX_EDITIONS = {"strike": "strike-2020", "impact": "impact", "wizards": "harry-potter"}
TENTH_OF_A_MICRON = 7


def sources() -> dict[Path, str]:
    """Every generated file with the text it should hold."""
    return {
        CLIENT / "src" / "arena" / "boxes.json": _boxes(),
        CLIENT / "test" / "editions.json": _editions(),
    }


def _editions() -> str:
    said = [msgspec.to_builtins(edition) for edition in editions()]
    lines = (json.dumps({k: v for k, v in one.items() if k != "arena"}) for one in said)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _boxes() -> str:
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


if __name__ == "__main__":
    for path, text in sources().items():
        path.write_text(text)
