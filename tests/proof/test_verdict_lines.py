"""A verdict in sentences, in every language; `tests/cli/test_verify.py` has every kind of them."""

from dataclasses import replace
from random import Random

import pytest
from fairness.adversary import honestly, played

from kessel.proof.verdict_lines import verdict_lines
from kessel.proof.verify import Verdict, verify
from kessel.table.dice import dice_named
from kessel.words import ANY_EDITION, Speaker, languages


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    return verify(played(Random(2), honestly).record(), dice_named)


@pytest.mark.parametrize("language", languages())
def test_what_is_proven_is_said(verdict: Verdict, language: str) -> None:
    speaker = Speaker(ANY_EDITION, (), language)
    rules = speaker.text("verify.rules", count=verdict.moves)
    throws = speaker.text("verify.same", count=verdict.throws)
    assert {rules, throws} < set(verdict_lines(verdict, speaker))


def test_throws_of_a_player_s_own_device_are_not_held_against_anybody(verdict: Verdict) -> None:
    elsewhere = replace(verdict, exact=False, on_device=True, near=3, compared=9)
    said = " ".join(verdict_lines(elsewhere, Speaker(ANY_EDITION)))
    assert "on a player’s own device" in said
    assert "3 of 9 land alike" in said
