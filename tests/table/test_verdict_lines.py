"""A verdict in sentences, in every language; `tests/cli/test_verify.py` has every kind of them."""

from random import Random

import pytest
from fairness.adversary import honestly, played

from kessel.table.proof import verify
from kessel.table.throwers import thrower_named
from kessel.table.verdict_lines import verdict_lines
from kessel.words import ANY_EDITION, Speaker, languages


@pytest.mark.parametrize("language", languages())
def test_what_is_proven_is_said(language: str) -> None:
    verdict = verify(played(Random(2), honestly).record(), thrower_named)
    speaker = Speaker(ANY_EDITION, (), language)
    rules = speaker.text("verify.rules", count=verdict.moves)
    throws = speaker.text("verify.same", count=verdict.throws)
    assert {rules, throws} < set(verdict_lines(verdict, speaker))
