"""How unreadable dice are settled: by the options, and by nothing the physics does not know."""

from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.physics.settling import Settling
from kessel.rules.edition import EDITIONS
from kessel.rules.options import resolve_options


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.id)
def test_every_edition_says_how(edition: Any) -> None:
    settling = Settling.of(resolve_options(edition))
    assert settling.cocked == edition.defaults.get("cocked", "nudge")
    assert settling.rim_is_out == (edition.id == "strike-2012")  # the only booklet that says so
    assert settling.accidental_stack == "nudge"


@pytest.mark.parametrize(
    ("wrong", "accepted"),
    [
        ({"cocked": "shout"}, "'nudge' or 'reroll_outside'"),
        ({"rim_is_out": "maybe"}, "True or False"),
        ({"accidental_stack": "glue"}, "'nudge' or 'top_counts'"),
    ],
)
def test_anything_else_is_refused_with_what_is_accepted(
    wrong: dict[str, Any], accepted: str
) -> None:
    with pytest.raises(BadValue, match=accepted):
        Settling(**wrong)
