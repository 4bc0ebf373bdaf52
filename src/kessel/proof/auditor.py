"""The auditor of a story: it plays the log with the rules, and compares everything that was shown
with what follows from it. One verdict, the same behind the page and at the command line.

Fed line by line, as it happens or afterwards. Time accuses nobody; after the first contradiction
nothing more is judged.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from kessel.errors import BadValue, KesselError
from kessel.fairness.thin import restored
from kessel.messages import client, server
from kessel.messages.views import NextBox
from kessel.proof import agreed, showing
from kessel.proof.comparing import as_mapping, builtins, difference, lines_of
from kessel.proof.following import Follower
from kessel.proof.rethrow import Named
from kessel.proof.verdict import Contradiction, Finding, Verdict
from kessel.table import TableState, log
from kessel.table.notices import Stepped
from kessel.table.play import Play
from kessel.table.terms import Seat
from kessel.views.table import next_box, tournament_view

FORMAT = 1
MOST_AHEAD = 20
"""Lines that a view may tell of before they come: it is made once all is written that one thing led
to."""
_MALFORMED = (msgspec.ValidationError, KeyError, TypeError, ValueError, AttributeError, IndexError)
_STAGES = {
    "gathering": ("gathering", "playing"),
    "playing": ("playing", "over"),
    "over": ("over", "playing"),
}
"""Which stage `seats` may tell: it may come before the lines that lead there."""


class Auditor:
    """Judges one story: of one device at one table, over all games there."""

    def __init__(self, named: Named | None = None) -> None:
        """`named` gives dice of the kind a name tells; without it nothing is thrown again."""
        self._follower = Follower(named)
        self._wrong: tuple[Finding, ...] = ()
        self._table = ""
        self._asked: agreed.Asked | None = None
        self._arrives = False
        self._waiting: list[tuple[str, int, Mapping[str, Any]]] = []
        """What was shown of lines that are not heard yet: game, lines, message."""
        self._seats_waiting: list[server.Seats] = []
        """The same of who sits where."""
        self._stepped: Stepped | None = None
        """The newest move, until it is shown."""
        self._has_to_come: str | None = None
        """What has to be heard next."""
        self._flights: dict[tuple[str, int], Mapping[str, Any]] = {}
        """Throws that were shown and have not landed: game, number, message."""
        self._never_heard = 0
        """How much was shown whose lines had not come when the connection ended."""
        self._announced = ""
        """The game that a snapshot has begun with."""
        self._may_have_moved = False
        """Whether this may be another device than that at which a game began."""
        self._views = 0

    @property
    def verdict(self) -> Verdict:
        """What is known by now."""
        follower = self._follower
        unproven = follower.unproven(unheard=len(self._waiting) + self._never_heard)
        checked = {**follower.checked, "views": self._views}
        seal = "" if follower.play is None else follower.play.transcript.seal
        return Verdict(self._wrong, unproven, checked, seal)

    def feed(self, line: Mapping[str, Any]) -> None:
        """One more line of the story; never raises."""
        if self._wrong:
            return
        try:
            self._take(line)
        except Contradiction as found:
            self._find(found)
        except KesselError as error:
            self._find(Contradiction("line", str(error)))
        except _MALFORMED as error:
            self._find(Contradiction("reads", str(error)))

    def feed_text(self, text: str) -> None:
        """Some more lines, as they were kept; never raises. What a page heard was said to it, also
        what reads nowhere else."""
        try:
            for line in lines_of(text):
                self.feed(line)
        except BadValue as error:
            self._find(Contradiction("reads", str(error)))

    def _find(self, found: Contradiction) -> None:
        started = self._follower.started
        game, line = (0, 0) if started is None else (started.number, self._follower.lines)
        self._wrong = (Finding(found.kind, game, line, found.what),)

    def _take(self, line: Mapping[str, Any]) -> None:
        match line:
            case {"heard": dict() as message} if len(line) == 1:
                self._hear(message)
            case {"said": dict() as message} if len(line) == 1:
                self._follower.spoken.say(msgspec.convert(message, client.ClientMessage))
            case {"cut": str()} if len(line) == 1:
                self._follower.counts.add("cut")
            case {"again": dict() as head} if len(line) == 1 and self._table:
                self._visit(head)
            case {"story": int(version)} if not self._table and version == FORMAT:
                self._visit({name: value for name, value in line.items() if name != "story"})
            case _:
                raise Contradiction("reads", ", ".join(map(str, line)))

    # --- coming ---------------------------------------------------------------------------------

    def _visit(self, head: Mapping[str, Any]) -> None:
        """Somebody comes to the table, or comes back, on a new connection."""
        shown, follower = head["shown"], self._follower
        said, host = shown["said"], shown["host"] or ""
        table = msgspec.convert(head["table"], str)
        seats = msgspec.convert(head["seats"], list[Seat])
        key = msgspec.convert(head["key"] or "", str)
        is_first = not self._table
        if set(head) != {"table", "key", "seats", "shown"} or len(set(seats)) < len(seats):
            raise Contradiction("reads", "shown")
        if self._table not in ("", table) or (follower.own.key and key != follower.own.key):
            raise Contradiction("reads", "table")
        if said.get("table", table) != table:
            raise Contradiction("begins", "table")
        if said.get("signer", key or None) != (key or None):
            raise Contradiction("reads", "signer")
        comes = said["type"] == "join" or (is_first and said["type"] in ("create", "seek"))
        self._asked = msgspec.convert(said, agreed.Asked) if comes else None
        follower.visit(agreed.Own(key, frozenset(seats), host), said.get("tip"))
        self._table, self._arrives = table, True
        self._may_have_moved = is_first and said["type"] == "resume"
        self._never_heard += len(self._waiting) + len(self._flights)
        self._waiting.clear()
        self._seats_waiting.clear()
        self._flights.clear()
        self._stepped, self._has_to_come = None, "joined"

    def _arrive(self, shown: server.Snapshot) -> None:
        """The first that is shown on a connection."""
        follower = self._follower
        has_to = "" if shown.game is None else shown.game.game
        agreed.check_asked(self._asked, shown, follower.own)
        if follower.state is None:
            follower.state = state = agreed.shown_table(shown)
            follower.knows_series = not (state.made.tournament and state.series.games)
            if self._may_have_moved and shown.stage == "playing":
                follower.counts.add("moved")
        elif shown.stage == follower.state.stage != "playing":
            is_new = next_box(follower.state) != shown.next
            follower.state = agreed.with_next(follower.state, shown)
            is_ours = follower.state.host in self._held
            if is_new and is_ours and not self._chose(follower.state.made, shown.next):
                follower.counts.add("unseen")
        follower.arrived = shown
        follower.since = (has_to, 0 if shown.game is None else shown.game.proof.lines)

    # --- hearing --------------------------------------------------------------------------------

    def _hear(self, message: Mapping[str, Any]) -> None:
        kind = message["type"]
        if self._has_to_come not in (None, kind):
            raise Contradiction("not_shown", str(self._has_to_come))
        self._has_to_come = None
        heard = msgspec.convert(_with_tokens(message), server.ServerMessage)
        if unknown := difference(_with_tokens(message), builtins(heard)):
            raise Contradiction("reads", unknown)
        match heard:
            case server.Joined():
                self._joined(heard)
            case server.Snapshot():
                self._snapshot(heard, message)
            case server.Lines():
                self._lines(heard)
            case server.StepMade() | server.Changed():
                self._shows(heard.game.game, heard.game.proof.lines, message)
            case server.Seats():
                self._seats(heard)
            case server.ThrowMade():
                self._flies(heard, message)
            case server.BoxSet(next=chosen):
                self._box(chosen)
            case server.TournamentScored():
                self._scored(message["tournament"])
            case server.Failed(ref=ref):
                self._follower.spoken.refused(ref)
            case server.Done(ref=ref):
                self._follower.spoken.accepted(ref, self._follower.play)
            case server.Superseded() | server.Left():
                self._follower.own = replace(self._follower.own, seats=frozenset())
            case _:  # about nothing that a log tells
                pass

    def _joined(self, heard: server.Joined) -> None:
        seats = sorted(one.seat for one in heard.seats)
        if heard.table != self._table or seats != sorted(self._follower.own.seats):
            raise Contradiction("view", "joined")
        self._has_to_come = "snapshot"

    def _snapshot(self, shown: server.Snapshot, message: Mapping[str, Any]) -> None:
        if shown.table != self._table:
            raise Contradiction("view", "table")
        if not 0 <= shown.first < len(shown.seats):
            raise Contradiction("view", "first")
        if self._arrives:
            self._arrives = False
            self._arrive(shown)
        elif shown.game is None or shown.game.game in (self._follower.game, self._announced):
            raise Contradiction("view", "snapshot")
        self._follower.first = Seat(shown.first)
        if shown.tournament is not None and self._follower.play is None:
            self._follower.state = agreed.of_tournament(self._state)
        if shown.game is not None:
            self._announced = shown.game.game
            self._shows(shown.game.game, shown.game.proof.lines, message)
            return
        state = self._state
        self._follower.state = agreed.seated(state, shown.seats, self._follower.own)
        self._compare(message, builtins(showing.snapshot_of(self._state, self._held, message)))

    @property
    def _state(self) -> TableState:
        state = self._follower.state
        if state is None:
            raise Contradiction("not_shown", "snapshot")
        return state

    @property
    def _held(self) -> frozenset[Seat]:
        return self._follower.own.seats

    def _seats(self, heard: server.Seats) -> None:
        if self._waiting:
            self._seats_waiting.append(heard)
            return
        state = self._state
        if heard.stage not in _STAGES[state.stage]:
            raise Contradiction("view", "stage")
        self._follower.state = agreed.seated(state, heard.seats, self._follower.own)
        self._views += 1

    def _box(self, chosen: Any) -> None:
        if self._state.stage == "playing" or self._state.series.is_under_way:
            raise Contradiction("view", "next")
        is_host = self._state.host in self._held
        if not self._chose(self._state.made, chosen) and is_host:
            raise Contradiction("view", "next")
        self._follower.state = self._state.apply(agreed.box_of(chosen)).state

    def _chose(self, made: log.TableMade, shown: NextBox | None) -> bool:
        return shown is not None and self._follower.spoken.chose(
            lambda one: agreed.is_chosen(made, one, shown)
        )

    def _scored(self, shown: Mapping[str, Any]) -> None:
        follows = builtins(tournament_view(self._state))
        if self._follower.knows_series:
            self._compare({"tournament": shown}, {"tournament": follows})

    def _flies(self, heard: server.ThrowMade, message: Mapping[str, Any]) -> None:
        if heard.game not in (self._announced, self._follower.since[0]):
            raise Contradiction("view", "thrown.game")
        self._flights[heard.game, heard.throw] = message
        self._has_to_come = "lines"

    # --- lines ----------------------------------------------------------------------------------

    def _lines(self, heard: server.Lines) -> None:
        is_answer = heard.ref is not None
        if is_answer and self._follower.spoken.asked_lines(heard.ref) != heard.first:
            raise Contradiction("not_shown", "lines.first")
        for number, text in enumerate(restored(heard.lines), start=heard.first):
            if heard.game != self._announced:
                raise Contradiction("not_shown", "snapshot")
            before = self._follower.play
            applied = self._follower.hear(heard.game, number, text)
            if applied is None:
                continue
            entry = applied.state.history[-1]
            if isinstance(entry, log.DiceLanded):
                self._lands(before, is_answer)
            elif self._flights and not is_answer:
                raise Contradiction("view", "thrown")
            stepped = [one for one in applied.notices if isinstance(one, Stepped)]
            self._stepped = stepped[0] if stepped else None
            if not is_answer and stepped:
                self._has_to_come = "step"
            if not is_answer and isinstance(entry, log.DicePushed):
                self._has_to_come = "changed"
            self._look()
        is_last = is_answer and len(heard.lines) < server.LINES_A_PAGE
        if is_last and heard.game == self._follower.since[0] and self._follower.lacks_lines:
            raise Contradiction("not_shown", f"line {self._follower.lines}")

    def _lands(self, before: Play | None, is_answer: bool) -> None:
        """A throw was shown as it was fixed, just before it landed."""
        assert before is not None
        flight = self._flights.pop((before.started.game, before.throws), None)
        if flight is not None:
            self._compare(flight, builtins(showing.throw_of(before)))
        elif not is_answer:
            raise Contradiction("not_shown", "thrown")

    def _shows(self, game: str, lines: int, message: Mapping[str, Any]) -> None:
        follower = self._follower
        is_known = game == self._announced or game == follower.since[0]
        ahead = lines - follower.lines
        is_late = ahead != 0 if message["type"] == "step" else ahead > MOST_AHEAD
        if not is_known or (is_late and not follower.lacks_lines):
            raise Contradiction("view", "game")
        self._waiting.append((game, lines, message))
        self._look()

    def _look(self) -> None:
        """Compare what was shown of as many lines as are heard now."""
        follower = self._follower
        left = []
        for game, lines, message in self._waiting:
            if game == follower.game and lines == follower.lines:
                self._compare_view(message)
            elif (game == follower.game and lines < follower.lines) or game in follower.ended:
                raise Contradiction("view", "game.proof.lines")
            else:
                left.append((game, lines, message))
        self._waiting = left
        if not left:
            waiting, self._seats_waiting = self._seats_waiting, []
            for heard in waiting:
                self._seats(heard)

    def _compare_view(self, message: Mapping[str, Any]) -> None:
        follower = self._follower
        try:
            follows = self._follows(message)
        except Contradiction:
            raise
        except KesselError as error:
            raise Contradiction("view", str(error)) from None
        self._compare(message, builtins(follows))
        follower.state = showing.raced(self._state, message["game"])

    def _follows(self, message: Mapping[str, Any]) -> server.ServerMessage:
        held = self._held
        if message["type"] == "changed":
            return showing.change_of(self._state, held, message)
        if message["type"] == "snapshot":
            shown = msgspec.convert(message, server.Snapshot)
            state = agreed.seated(self._state, shown.seats, self._follower.own)
            self._follower.state = state
            follows = showing.snapshot_of(state, held, message)
            if self._follower.knows_series:
                return follows
            return msgspec.structs.replace(follows, tournament=shown.tournament)
        stepped, self._stepped = self._stepped, None
        if stepped is None:
            raise Contradiction("view", "step")
        return showing.step_of(stepped, held, message)

    def _compare(self, shown: Mapping[str, Any], follows: Any) -> None:
        found = difference(dict(shown), as_mapping(follows))
        if found:
            raise Contradiction("view", found)
        self._views += 1


def _with_tokens(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message as it came: no story keeps what lets somebody sit down."""
    seats = message.get("seats")
    if message["type"] != "joined" or not isinstance(seats, list):
        return dict(message)
    return {**message, "seats": [{"token": "", **one} for one in seats]}
