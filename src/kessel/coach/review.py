"""After the game: what was luck, what each choice gave away, and how much of that lay in the aim.

Every step of a record changes the chances of all players: a throw by luck, a choice by what it
gives away. So a player's result is its chance at the start, plus its luck, minus its mistakes,
plus those of the others; the parts add up exactly. What was played for somebody who was away, by a
bot or by the table, is not their own mistake: it counts as one of the others'.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kessel.coach.coach import Coach
from kessel.errors import BadValue
from kessel.record import Entry, GameRecord, read_record, replay
from kessel.rules.moves import ALL, ONE, EndTurn, Player, Throw
from kessel.rules.notation import letter
from kessel.rules.state import GameState, Phase
from kessel.solver.actions import STOP, Odds
from kessel.solver.chance import POUR
from kessel.throws.aim import nearest_strength
from kessel.words import Speaker

MISTAKE = 0.005
"""A choice that gives away more than this is reported."""
MOST_TOLD = 5
"""Choices that are told, the worst first."""
PERSON, STAND_INS = "person", ("bot", "table")
"""Who acts for a player, as the notes of a table say it."""
NAME_WIDTH = 14
"""Characters of the column of names."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice, and what it gave away."""

    number: int
    """The move in the record."""
    player: Player
    chosen: str
    best: str
    given_away: float
    aim_given_away: float
    """The part that lay in the kind of throw, not in whether to throw."""
    stood_in: bool = False
    """Whether it was made for somebody who was away."""


@dataclass(slots=True)
class PlayerReview:
    """One player's game in numbers; chances to win."""

    player: Player
    start: float
    luck: float = 0.0
    given_away: float = 0.0
    aim: float = 0.0
    """The part of `given_away` that lay in the kind of throw."""
    gifts: float = 0.0
    """What the choices of others gave this player, those made in its name included."""
    stood_in: int = 0
    """Moves that were made for this player while they were away."""
    result: float = 0.0


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game.

    >>> from kessel import Coach, Game, play, review
    >>> game = Game("strike-2020")
    >>> winners = play(game, "beginner", seed=1)
    >>> reviewed = review(game.record(), Coach("strike-2020", 2, "ideal"))
    >>> max(reviewed.own_decisions, key=lambda one: one.given_away).best
    'throw'
    """

    players: tuple[PlayerReview, ...]
    decisions: tuple[Decision, ...]
    exact: bool
    luckiest: tuple[int, Player, float] | None = None
    """(move, who threw, what it gave the thrower): the throw that changed most."""

    @property
    def own_decisions(self) -> tuple[Decision, ...]:
        """Without those that were made for somebody who was away."""
        return tuple(one for one in self.decisions if not one.stood_in)


def review(record: GameRecord | str, coach: Coach) -> Review:
    """Go through a record, or the text of one, move by move.

    >>> from kessel import Coach, Game, play
    >>> game = Game("strike-2020")
    >>> winners = play(game, "rule", seed=1)
    >>> reviewed = review(game.record(), Coach("strike-2020", 2, "ideal"))
    >>> [player.result for player in reviewed.players], reviewed.exact
    ([0.0, 1.0], True)
    """
    if not isinstance(coach, Coach):
        raise BadValue(
            "a review needs a {coach} of the game that is reviewed, not {given}",
            coach="Coach",
            given=repr(coach),
        )
    if not isinstance(record, GameRecord):
        record = read_record(record)
    states = [record.start, *(step.state for step in replay(record))]
    first = next((s for s in states if s.phase is Phase.THROW), record.start)
    start = _values(first, coach)
    players = [PlayerReview(player, start[player]) for player in range(record.start.players)]
    persons = _persons(record)
    decisions: list[Decision] = []
    luckiest: tuple[int, Player, float] | None = None
    steps = zip(record.entries, pairwise(states), strict=True)
    for number, (entry, (before, after)) in enumerate(steps, start=1):
        if before.phase is Phase.START:
            continue
        expected = _values(before, coach)
        if before.phase in (Phase.THROW, Phase.CHOICE):
            odds = coach.advise(before)
            action = _action(entry, odds)
            stood_in = odds.player in persons and _acted_by(entry, odds.player) in STAND_INS
            decision = _decision(number, odds, action, stood_in)
            decisions.append(decision)
            chosen, best = odds.actions[action], odds.actions[odds.best]
            _share_out(players, best, chosen, decision)
            # Where odds are estimates they differ from the value: that counts as luck.
            drift = zip(best, expected, chosen, strict=True)
            expected = tuple(was - best + now for best, was, now in drift)
        turned = _luck(players, expected, _values(after, coach), before.active)
        if isinstance(entry.move, Throw) and (luckiest is None or abs(turned) > abs(luckiest[2])):
            luckiest = (number, before.active, turned)
    for player, value in enumerate(_values(states[-1], coach)):
        players[player].result = value
    return Review(tuple(players), tuple(decisions), coach.is_exact(states[-1]), luckiest)


def review_lines(reviewed: Review, speaker: Speaker) -> Iterator[str]:
    """The report as text."""
    yield from _columns(reviewed, speaker)
    if not reviewed.exact:
        yield speaker.text("report.estimated")
    for one in reviewed.players:
        if one.stood_in:
            yield speaker.text("report.stoodIn", name=one.player, count=one.stood_in)
    worst = sorted(reviewed.own_decisions, key=lambda one: -one.given_away)
    told = [choice for choice in worst[:MOST_TOLD] if choice.given_away > MISTAKE]
    for choice in told:
        yield speaker.text(
            "report.misstep",
            where=speaker.text("review.step", number=choice.number),
            name=choice.player,
            better=speaker.action(choice.best),
            cost=speaker.number(100 * choice.given_away, ".1f"),
            chosen=speaker.action(choice.chosen),
        )
    if not told:
        yield speaker.text("report.noMisstep")
    if reviewed.luckiest is not None:
        number, player, turned = reviewed.luckiest
        where = speaker.text("review.step", number=number)
        gain = speaker.number(turned, "+.1%")
        yield speaker.text("report.turning", where=where, name=player, gain=gain)


def _columns(reviewed: Review, speaker: Speaker) -> Iterator[str]:
    """What changed each player's chance, in columns."""
    keys = ("report.luck", "report.choices", "report.aim", "report.gifts")
    heads = [speaker.text(key) for key in ("review.start", *keys, "review.end")]
    widths = [max(len(head) + 2, 9) for head in heads]
    names = [
        f"{letter(one.player)} {speaker.name(one.player)}"[:NAME_WIDTH] for one in reviewed.players
    ]
    yield " " * NAME_WIDTH + _row(heads, widths)
    for name, one in zip(names, reviewed.players, strict=True):
        changes = (one.luck, one.aim - one.given_away, -one.aim, one.gifts)
        cells = [
            speaker.number(one.start, ".1%"),
            *(speaker.number(change, "+.1%") for change in changes),
            speaker.number(one.result, ".1%"),
        ]
        yield f"{name:{NAME_WIDTH}s}" + _row(cells, widths)


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{cell:>{width}s}" for cell, width in zip(cells, widths, strict=True))


def _values(state: GameState, coach: Coach) -> tuple[float, ...]:
    if state.is_over:
        share = 1.0 / max(len(state.winners), 1)
        return tuple(share * (player in state.winners) for player in range(state.players))
    return coach.values(state)


def _action(entry: Entry, odds: Odds) -> str:
    """The coach's name for what was done; a throw by the strength its aim is nearest to.

    Nobody is blamed for a strength that the record does not tell, or that was not their own.
    """
    if isinstance(entry.move, EndTurn):
        return STOP
    assert isinstance(entry.move, Throw)
    if entry.move.unit == ALL:
        return POUR
    throws = [name for name in odds.actions if name != STOP]
    unit = entry.move.unit
    mine = [name for name in throws if unit == ONE or name.startswith(f"{unit} ")] or throws
    kind = _kind(entry, odds.player)
    chosen = next((name for name in mine if kind and name.endswith(kind)), None)
    return chosen or max(mine, key=lambda name: odds.actions[name][odds.player])


def _kind(entry: Entry, player: Player) -> str | None:
    """The strength nearest to the speed of the hand; None where the record has none, or the table
    threw for somebody who let the time pass."""
    cast = _cast(entry, player)
    try:
        speed = float(cast["aim"]["speed"])
    except (KeyError, TypeError, ValueError):
        return None
    if cast.get("by") == "table":
        return None
    return nearest_strength({"speed": speed})


def _persons(record: GameRecord) -> set[Player]:
    """Players with a device of their own, or who made a move themselves; the others are bots."""
    players = range(record.start.players)
    moved = {s for s in players if any(_acted_by(entry, s) == PERSON for entry in record.entries)}
    return moved | _with_device(record)


def _with_device(record: GameRecord) -> set[Player]:
    """Players that a device took part for, even if somebody stood in from the first move on."""
    notes = dict(record.notes)
    try:
        order = [int(seat) for seat in notes["seats"].split(",")]
        held = {seat for device in json.loads(notes["devices"]) for seat in device["seats"]}
    except (KeyError, TypeError, ValueError):
        return set()
    return {player for player, seat in enumerate(order) if seat in held}


def _acted_by(entry: Entry, player: Player) -> str | None:
    """Who made a player's move: themselves, a bot or the table; None where they made none."""
    answers = (read for _, read in _notes(entry) if read.get("player") == player)
    act = _cast(entry, player) or next(answers, {})
    return str(act.get("by", PERSON)) if act else None


def _cast(entry: Entry, player: Player) -> dict[str, Any]:
    """How a player threw; empty where the record does not tell."""
    casts: list[Any] = []
    for kind, read in _notes(entry):
        if kind == "fixed" and isinstance(read.get("casts"), list):
            casts = read["casts"]  # fixed again without a device that was late
    mine = (one for one in casts if isinstance(one, dict) and one.get("player") == player)
    return next(mine, {})


def _notes(entry: Entry) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a table noted about a move; records of others may hold anything."""
    for kind, value in entry.notes:
        try:
            read = json.loads(value)
        except ValueError:
            continue
        if isinstance(read, dict):
            yield kind, read


def _decision(number: int, odds: Odds, action: str, stood_in: bool) -> Decision:
    given_away, aim = odds.given_away(action), 0.0
    if action != STOP:
        own = {name: chances[odds.player] for name, chances in odds.actions.items()}
        best_throw = max(chance for name, chance in own.items() if name != STOP)
        aim = min(best_throw - own[action], given_away)
    return Decision(number, odds.player, action, odds.best, given_away, aim, stood_in)


def _share_out(
    players: list[PlayerReview],
    expected: Sequence[float],
    chosen: Sequence[float],
    decision: Decision,
) -> None:
    for one in players:
        change = chosen[one.player] - expected[one.player]
        if one.player == decision.player and decision.stood_in:
            one.stood_in += 1
        if one.player == decision.player and not decision.stood_in:
            one.given_away -= change
            one.aim += decision.aim_given_away
        else:
            one.gifts += change


def _luck(
    players: list[PlayerReview], expected: Sequence[float], after: Sequence[float], active: Player
) -> float:
    for one in players:
        one.luck += after[one.player] - expected[one.player]
    return after[active] - expected[active]
