"""The model in MuJoCo's XML: what is in it, and that looks change nothing that is felt."""

import xml.etree.ElementTree as ET

import pytest

from kessel.physics.mjcf import die_mark, model_xml
from kessel.physics.params import MATERIALS
from kessel.throws.boxes import BOXES, CAULDRON, OVAL


def parsed(xml: str) -> ET.Element:
    return ET.fromstring(xml)


@pytest.mark.parametrize("box", BOXES.values(), ids=lambda box: box.name)
def test_there_is_a_wedge_for_every_edge_and_a_body_for_every_die(box) -> None:  # type: ignore[no-untyped-def]
    model = parsed(model_xml(box, 3))
    walls = [geom for geom in model.iter("geom") if geom.get("name", "").startswith("wall")]
    assert len(walls) == len(box.mat)
    assert [body.get("name") for body in model.iter("body")] == ["die0", "die1", "die2"]
    assert len(list(model.iter("freejoint"))) == 3


def test_a_surface_is_a_damped_spring_with_friction() -> None:
    (floor,) = (g for g in parsed(model_xml(OVAL, 1)).iter("geom") if g.get("name") == "floor")
    stiffness, damping = map(float, floor.attrib["solref"].split())
    mat = MATERIALS.mat
    assert stiffness == -(mat.frequency**2)
    assert damping == pytest.approx(-2 * mat.damping * mat.frequency)
    assert floor.attrib["friction"].split()[:2] == [str(mat.friction), str(mat.torsion)]


@pytest.mark.parametrize("cross", [True, False])
def test_marks_are_seen_and_not_felt(cross: bool) -> None:
    marks = die_mark(0, (0.001, 0.0), "1 0 0", size=0.004, cross=cross)
    model = parsed(model_xml(CAULDRON, 2, marks=marks))
    seen = [geom for geom in model.iter("geom") if geom.get("rgba") == "1 0 0 1"]
    assert len(seen) == 2 * (2 if cross else 1)
    for geom in seen:
        assert (geom.get("contype"), geom.get("conaffinity"), geom.get("mass")) == ("0", "0", "0")
