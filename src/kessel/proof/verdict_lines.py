"""What was found out about a record, in sentences: the same at the command line and on the page."""

from collections.abc import Iterator, Mapping

from kessel.proof.verify import Verdict
from kessel.table.terms import Seat
from kessel.words import Speaker


def verdict_lines(verdict: Verdict, speaker: Speaker) -> Iterator[str]:
    """What is proven, and what a cheating server would have left behind."""
    yield from _proof(verdict, speaker)
    yield from _counts(verdict, speaker)


def _proof(verdict: Verdict, speaker: Speaker) -> Iterator[str]:
    yield speaker.text("verify.chains")
    yield speaker.text("verify.dice", dice=verdict.play.started.dice)
    yield speaker.text("verify.rules", count=verdict.moves)
    if not verdict.is_over:
        yield speaker.text("verify.running")
    yield speaker.text("verify.links", count=verdict.throws)
    if verdict.exact:
        yield speaker.text("verify.same", count=verdict.throws)
        return
    params = {"dice": verdict.dice, "near": verdict.near, "throws": verdict.compared}
    if verdict.on_device:
        yield speaker.text("verify.on_device", **params)
    else:
        yield speaker.text("verify.near", **params, chance=f"{verdict.likelihood:.2g}")


def _counts(verdict: Verdict, speaker: Speaker) -> Iterator[str]:
    """What a cheating server would leave behind, by seat."""
    yield from _by_seat("verify.late", verdict.late, verdict, speaker)
    yield from _by_seat("verify.by_table", verdict.by_table, verdict, speaker)
    yield from _by_seat("verify.by_bot", verdict.by_bot, verdict, speaker)
    yield from _by_seat("verify.without", verdict.without, verdict, speaker)
    if verdict.unwitnessed:
        yield speaker.text("verify.unwitnessed", count=verdict.unwitnessed)


def _by_seat(
    key: str, counts: Mapping[Seat, int], verdict: Verdict, speaker: Speaker
) -> Iterator[str]:
    started = verdict.play.started
    for seat, name in zip(started.seats, started.names, strict=True):
        if count := counts.get(seat):
            yield speaker.text(key, name=name, count=count, throws=verdict.throws)
