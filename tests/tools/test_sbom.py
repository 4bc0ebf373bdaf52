"""What the wheel holds of others stands in its bill of materials."""

import json

from tools.made import ROOT
from tools.sbom import sbom


def test_every_package_of_the_page_is_listed_with_its_version_and_licence() -> None:
    wanted = json.loads((ROOT / "client" / "package.json").read_text(encoding="utf-8"))
    told = json.loads(sbom())
    listed = {one["name"]: one for one in told["components"]}
    assert set(wanted["dependencies"]) | {"@mujoco/mujoco"} <= set(listed)
    assert not set(listed) & (set(wanted["devDependencies"]) - {"@mujoco/mujoco"})
    for name, version in wanted["dependencies"].items():
        assert listed[name]["version"] == version
        assert listed[name]["licenses"][0]["expression"]
        assert listed[name]["purl"].endswith(f"@{version}")
