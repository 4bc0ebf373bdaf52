"""Moving lying dice before a throw."""

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.rules.premove import PremoveKind, may_premove

STRIKE = find_edition("strike-2020")


@pytest.mark.parametrize("kind", PremoveKind)
def test_nothing_may_be_moved_where_it_is_forbidden(kind: PremoveKind) -> None:
    assert not may_premove(resolve_options(STRIKE, {"premove": "none"}), kind, True)


def test_away_from_the_wall_needs_consent_only_in_2020() -> None:
    by_consent = resolve_options(STRIKE)
    assert may_premove(by_consent, PremoveKind.AWAY_FROM_WALL, True)
    assert not may_premove(by_consent, PremoveKind.AWAY_FROM_WALL, False)
    free = resolve_options(find_edition("impact"))
    assert may_premove(free, "away_from_wall", False)


def test_an_unknown_way_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadValue, match="group away_from_wall turn flip stack on_edge"):
        may_premove(resolve_options(STRIKE), "juggle", True)
