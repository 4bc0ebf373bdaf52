"""The audit of pinned packages: unsafe, safe, and not known are three things."""

import json

from tools.audit import read_npm, read_python

SAFE = {"name": "numpy", "version": "2.4", "vulns": []}


def test_an_unsafe_package_is_named() -> None:
    unsafe = {"name": "old", "version": "1", "vulns": [{"id": "PYSEC-2026-1"}]}
    audit = read_python(json.dumps({"dependencies": [SAFE, unsafe]}))
    assert audit.lines == ["PyPI: old 1: PYSEC-2026-1"]
    found = {"old": {"name": "old", "range": "<2", "severity": "high"}}
    assert read_npm(json.dumps({"vulnerabilities": found})).lines == ["npm: old <2: high"]


def test_nothing_found_is_said() -> None:
    told = ["PyPI: no advisory for what is pinned"]
    assert read_python(json.dumps({"dependencies": [SAFE]})).lines == told
    assert read_npm('{"vulnerabilities": {}}').lines == ["npm: no advisory for what is pinned"]


def test_a_registry_that_cannot_be_asked_is_not_called_safe() -> None:
    skipped = {"name": "numpy", "skip_reason": "not found"}
    audit = read_python(json.dumps({"dependencies": [SAFE, skipped]}))
    assert audit.lines == ["PyPI: NOT CHECKED: 1 of 2 packages: no advisories there"]
    for text in ("", "no json", "[]"):
        assert "NOT CHECKED" in read_python(text).lines[0]
        assert "NOT CHECKED" in read_npm(text).lines[0]
    assert read_npm('{"message": "405"}').lines == ["npm: NOT CHECKED: 405"]
