"""What was found out about a record, in sentences: the same at the command line and on the page."""

from collections.abc import Iterator

from kessel.proof.verify import Verdict
from kessel.proof.witness import Witness, took_part
from kessel.words import Speaker


def verdict_lines(
    verdict: Verdict, speaker: Speaker, witness: Witness | None = None, seal: str | None = None
) -> Iterator[str]:
    """What is proven, then every reason why something is not, with its count."""
    yield speaker.text("verify.chains")
    yield speaker.text("verify.dice", dice=verdict.play.started.dice)
    yield speaker.text("verify.rules", count=verdict.moves)
    if not verdict.play.state.is_over:
        yield speaker.text("verify.running")
    yield speaker.text("verify.links", count=verdict.throws)
    if not verdict.compared:
        yield speaker.text("verify.same", count=verdict.throws)
    for name, count in sorted(verdict.without.items()):
        yield speaker.text("verify.without", name=name, count=count, throws=verdict.throws)
    if witness is not None:
        params = {"seen": witness.lines, "lines": len(verdict.digests), "throws": verdict.throws}
        yield speaker.text("verify.witness", count=took_part(verdict, witness), **params)
    elif seal is not None:
        yield speaker.text("verify.seal", seal=verdict.play.transcript.seal)
    missing = list(reasons(verdict, speaker, witness, seal))
    if not missing:
        yield speaker.text("verify.proven")
        return
    yield speaker.text("verify.unproven", count=len(missing))
    yield from (f"- {reason}" for reason in missing)


def reasons(
    verdict: Verdict, speaker: Speaker, witness: Witness | None = None, seal: str | None = None
) -> Iterator[str]:
    """Why not everything is proven, though nothing is wrong; none if it is."""
    for one in verdict.unproven:
        likely = f"{verdict.likelihood:.2g}" if one.what == "near" else ""
        yield speaker.text(
            f"verify.{one.what}",
            count=one.count,
            name=one.name,
            throws=verdict.compared,
            dice=verdict.dice,
            near=verdict.near,
            chance=likely,
        )
    if witness is None:
        key = "verify.alone" if seal is None else "verify.no_witness"
        yield speaker.text(key, seal=verdict.play.transcript.seal)
        return
    lines = len(verdict.digests)
    if unseen := lines - witness.lines:
        yield speaker.text("verify.unseen", count=unseen, lines=lines)
    if without := verdict.throws - took_part(verdict, witness):
        yield speaker.text("verify.not_there", count=without, throws=verdict.throws)
