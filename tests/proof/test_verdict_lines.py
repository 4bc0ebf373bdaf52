"""A verdict in sentences, in every language; `tests/cli/test_verify.py` has every kind of them."""

from dataclasses import replace
from random import Random
from typing import get_args, get_type_hints

import pytest
from fairness.adversary import honestly, played
from proof.device import witness_of

from kessel.proof.verdict_lines import reasons, verdict_lines
from kessel.proof.verify import Unproven, Verdict, verify
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


def test_everything_is_proven_to_a_witness_who_was_always_there() -> None:
    game = played(Random(2), honestly)
    verdict, speaker = verify(game.record(), dice_named), Speaker(ANY_EDITION)
    seen = witness_of(game.guest)
    assert list(reasons(verdict, speaker, seen)) == []
    assert speaker.text("verify.proven") in list(verdict_lines(verdict, speaker, seen))
    for seal in (None, verdict.play.transcript.seal):
        (why,) = reasons(verdict, speaker, seal=seal)
        assert f"- {why}" in list(verdict_lines(verdict, speaker, seal=seal))


def test_every_reason_is_a_sentence_with_its_count(verdict: Verdict) -> None:
    kinds = get_args(get_type_hints(Unproven)["what"])
    unproven = tuple(Unproven(kind, 3, "Ann") for kind in kinds)
    doubtful = replace(verdict, unproven=unproven, compared=3, near=3, without={"Ann": 3})
    for language in languages():
        speaker = Speaker(ANY_EDITION, (), language)
        said = list(reasons(doubtful, speaker))
        assert len(said) == len(kinds) + 1
        assert all("3" in sentence for sentence in said[:-1])
        assert not any("{" in sentence for sentence in verdict_lines(doubtful, speaker))
