"""The coach's report on a finished game, out of its log; runs in a worker, for a bounded time.

What luck and choices are worth is worked out by the coach; here it is put in the table's terms.
"""

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from kessel.coach.coach import Coach
from kessel.coach.review import Decision, Review, review
from kessel.errors import KesselError
from kessel.hall.advice import action_view
from kessel.hall.replays import history_of
from kessel.messages import reports
from kessel.messages.reports import NO_REVIEW
from kessel.messages.server import encode
from kessel.proof.record_codec import record_of
from kessel.record import GameRecord
from kessel.rules.edition import Edition, find_edition
from kessel.rules.state import GameState
from kessel.solver import base
from kessel.solver.actions import Odds
from kessel.solver.chance import ChanceModel
from kessel.solver.library import best_model
from kessel.table.log import DiceLanded, GameEntry, GameStarted

if TYPE_CHECKING:
    from kessel.rules.moves import Player

SECONDS = 30.0
"""Of computing: a game that takes more to review has no report. About 250 decisions with effects
that have no exact table; without effects any number."""
EXACT_MISTAKE, ESTIMATED_MISTAKE = 0.005, 0.02
"""Chance to win that a choice must give away to be reported; an estimate has an error of its own,
about 0.7% for the 400 trials of each throw."""
REPORTED_PER_SEAT = 2
DIGITS = 4
"""Chances are sent to a hundredth of a percent."""


class OutOfTime(KesselError):
    """A review that would take too long."""

    code = "out_of_time"


def game_review(bodies: Sequence[str]) -> bytes:
    """The report on the game in these entries, packed as JSON."""
    return encode(_reviewed(bodies))


def _reviewed(bodies: Sequence[str]) -> reports.GameReview:
    history = history_of(bodies)
    started = history[0]
    assert isinstance(started, GameStarted)
    players = len(started.seats)
    edition = find_edition(started.edition)
    model = best_model(edition)
    if not base.has_table(edition.base, players, model):
        return NO_REVIEW
    record = record_of(history)
    try:
        reviewed = review(record, _Hurried(edition, players, model))
    except KesselError:
        return NO_REVIEW
    return _Report(started, history, record, reviewed).report()


class _Hurried(Coach):
    """A coach who gives up when the time is over."""

    def __init__(self, edition: Edition, players: int, model: ChanceModel) -> None:
        super().__init__(edition, players, model)
        self._until = time.process_time() + SECONDS

    def advise(self, state: GameState | str, chance: Random | None = None) -> Odds:
        if time.process_time() > self._until:
            raise OutOfTime(f"this game is not reviewed in {SECONDS:g} s of computing")
        return super().advise(state, chance)


class _Report:
    """A review in the table's terms: its seats, its throws, the steps of its replay."""

    def __init__(
        self,
        started: GameStarted,
        history: Sequence[GameEntry],
        record: GameRecord,
        reviewed: Review,
    ) -> None:
        self._playing = started.seats
        self._review = reviewed
        self._throws = _throws_by_step(history, record)
        self._estimated = not reviewed.exact

    def report(self) -> reports.GameReview:
        return reports.GameReview(
            status="ready",
            estimated=self._estimated,
            seats=self._seats(),
            missteps=[self._misstep(one) for one in self._worst()],
            turning=self._turning(),
        )

    def _seats(self) -> list[reports.SeatReview | None]:
        seats: list[reports.SeatReview | None] = [None] * (max(self._playing) + 1)
        for one in self._review.players:
            seats[self._playing[one.player]] = reports.SeatReview(
                start=round(one.start, DIGITS),
                luck=round(one.luck, DIGITS),
                choices=-round(max(one.given_away - one.aim, 0.0), DIGITS),
                aim=-round(max(one.aim, 0.0), DIGITS),
                gifts=round(one.gifts, DIGITS),
                stood_in=one.stood_in,
                result=round(one.result, DIGITS),
            )
        return seats

    def _worst(self) -> Iterator[Decision]:
        least = ESTIMATED_MISTAKE if self._estimated else EXACT_MISTAKE
        reported: dict[Player, int] = {}
        for one in sorted(self._review.own_decisions, key=lambda one: -one.given_away):
            reported[one.player] = reported.get(one.player, 0) + 1
            if one.given_away >= least and reported[one.player] <= REPORTED_PER_SEAT:
                yield one

    def _misstep(self, one: Decision) -> reports.Misstep:
        step = one.number - 1
        return reports.Misstep(
            seat=self._playing[one.player],
            step=step,
            throw=self._throws[step],
            chosen=action_view(one.chosen),
            better=action_view(one.best),
            cost=round(one.given_away, DIGITS),
        )

    def _turning(self) -> reports.TurningPoint | None:
        if self._review.luckiest is None:
            return None
        number, player, gain = self._review.luckiest
        return reports.TurningPoint(
            seat=self._playing[player],
            step=number - 1,
            throw=self._throws[number - 1],
            gain=round(gain, DIGITS),
        )


def _throws_by_step(history: Sequence[GameEntry], record: GameRecord) -> list[int | None]:
    """For each step the number of its throw, or of the last one before it."""
    throws: list[int | None] = []
    last: int | None = None
    landed = iter([entry.throw for entry in history if isinstance(entry, DiceLanded)])
    for entry in record.entries:
        if any(kind == "land" for kind, _ in entry.notes):
            last = next(landed)
        throws.append(last)
    return throws
