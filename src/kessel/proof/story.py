"""A story as a page saves it, line by line (docs/reference/proof.md), and its verdict."""

from collections.abc import Iterator

from kessel.proof.auditor import Auditor
from kessel.proof.comparing import lines_of
from kessel.proof.rethrow import Named
from kessel.proof.verdict import Verdict
from kessel.words import Speaker

HEAD = '{"story":'


def is_story(text: str) -> bool:
    """Whether a file begins like a story."""
    return text.replace(" ", "", 4).startswith(HEAD)


def judged(text: str, named: Named | None = None) -> Verdict:
    """The verdict on a whole story."""
    auditor = Auditor(named)
    for line in lines_of(text):
        auditor.feed(line)
    return auditor.verdict


def sentences(verdict: Verdict, speaker: Speaker) -> Iterator[str]:
    """A verdict as people read it: what is wrong, or what is not proven, and what was checked."""
    for found in verdict.wrong:
        yield speaker.text("audit.wrong", game=found.game, line=found.line)
        yield speaker.text(f"audit.wrong.{found.code}", what=found.what or found.code)
    if not verdict.wrong:
        for one in verdict.unproven:
            yield speaker.text(f"audit.unproven.{one.code}", count=one.count, name=one.name)
        if not verdict.unproven:
            yield speaker.text("audit.proven")
    yield speaker.text("audit.checked", **verdict.checked)
