"""The whole history of a table, and what is wrong with it: something that anybody was told is lost,
changed, or was told before it was kept; or two servers moved the table on at once. For tests with
faults and `bench/cluster.py`. Knows no database and no socket."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hall.player import Message, Player

from kessel.errors import KesselError
from kessel.hall.store import FIRST_EPOCH, Kept, Store, Writing
from kessel.table import TableState
from kessel.table.log import TableMade, entry_text, read_entry

SHOWN = 80
"""Letters of a line that are enough to find it."""

Line = tuple[str, int]
"""A game, and the number of a line in its transcript."""
Look = Callable[[str], int | None]
"""How many entries of a table anybody finds in the log now; None if nobody can look."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line that somebody heard."""

    line: Line
    text: str
    kept: int | None
    """Entries that anybody else found in the log at that moment; None if nobody could look."""


@dataclass(frozen=True, slots=True)
class Advance:
    """A server took a table over, or wrote to it."""

    node: str
    epoch: int
    length: int
    """Entries in the log since then."""


@dataclass(slots=True)
class History:
    """Everything that happened to one table."""

    told: list[Told] = field(default_factory=list)
    advances: list[Advance] = field(default_factory=list)

    @property
    def lines(self) -> int:
        """How many lines of its games anybody heard."""
        return len({one.line for one in self.told})

    def hear(self, message: Message, kept: int | None) -> None:
        """Lines as somebody heard them, and how much of the log was kept by then."""
        for number, text in enumerate(message["lines"], start=message["first"]):
            self.told.append(Told((message["game"], number), text, kept))


def faults(history: History, bodies: Sequence[str]) -> list[str]:
    """What is wrong with a history, by the log as it is at the end."""
    try:
        kept = lines_of(bodies)
    except KesselError as error:  # signatures hold every entry to those before it
        return [f"the log is changed: {error}"]
    return [
        *lost(history, kept),
        *changed(history, kept),
        *told_early(history, kept),
        *moved_on_by_two(history),
    ]


def lines_of(bodies: Sequence[str]) -> dict[Line, tuple[str, int]]:
    """Every line that a log holds, with the number of entries that hold it."""
    first, *rest = map(read_entry, bodies)
    assert isinstance(first, TableMade)
    state, found = TableState.of(first), dict[Line, tuple[str, int]]()
    for entries, entry in enumerate(rest, start=2):
        before, state = state.history, state.apply(entry).state
        if state.history is not before and state.play is not None:
            line = state.play.started.game, len(state.history) - 1
            found[line] = entry_text(state.history[-1]), entries
    return found


def lost(history: History, kept: dict[Line, tuple[str, int]]) -> list[str]:
    """Lines that were told and are not in the log."""
    gone = {one.line: one for one in history.told if one.line not in kept}
    return [f"line {line[1]} is lost: {one.text[:SHOWN]}" for line, one in gone.items()]


def changed(history: History, kept: dict[Line, tuple[str, int]]) -> list[str]:
    """Lines that were told in several ways, or in another way than they are kept."""
    texts: dict[Line, set[str]] = defaultdict(set)
    for one in history.told:
        texts[one.line] |= {one.text, kept[one.line][0] if one.line in kept else one.text}
    return [
        f"line {line[1]} is changed: {' / '.join(sorted(text[:SHOWN] for text in some))}"
        for line, some in texts.items()
        if len(some) > 1
    ]


def told_early(history: History, kept: dict[Line, tuple[str, int]]) -> list[str]:
    """Lines that somebody heard before they were in the log."""
    return [
        f"line {one.line[1]} was told when {one.kept} entries were kept, and is in the "
        f"{kept[one.line][1]}th: {one.text[:SHOWN]}"
        for one in history.told
        if one.kept is not None and one.line in kept and one.kept < kept[one.line][1]
    ]


def moved_on_by_two(history: History) -> list[str]:
    """Servers that wrote though another one had taken the table over."""
    wrong, owners = list[str](), dict[int, str]()
    epoch = length = 0
    for one in history.advances:
        owner = owners.setdefault(one.epoch, one.node)
        if owner != one.node:
            wrong.append(f"{one.node} wrote in epoch {one.epoch}, which is {owner}'s")
        if one.epoch < epoch:
            wrong.append(f"{one.node} wrote in epoch {one.epoch}, after {epoch} had begun")
        if one.length < length:
            wrong.append(f"{one.node} wrote entry {one.length} again, after {length} were kept")
        epoch, length = max(epoch, one.epoch), max(length, one.length)
    return wrong


def torn(numbers: Sequence[int], length: int) -> list[str]:
    """Holes in a log, and entries that are missing from or added to what the table says it has."""
    wrong = []
    if list(numbers) != list(range(len(numbers))):
        wrong.append(f"the log has a hole: {list(numbers)[:5]}…")
    if length != len(numbers):
        wrong.append(f"{len(numbers)} entries, though the table says {length}")
    return wrong


class Watched:
    """A store as one server's: whatever it says to have kept goes into the histories, by table."""

    def __init__(self, store: Store, node: str, histories: dict[str, History]) -> None:
        self._store, self._node, self._histories = store, node, histories
        self._codes: dict[int, str] = {}

    def _note(self, table: int, epoch: int, length: int) -> None:
        history = self._histories.setdefault(self._codes[table], History())
        history.advances.append(Advance(self._node, epoch, length))

    async def make_table(self, code: str, public: bool, bodies: Sequence[str], now: float) -> int:
        number = await self._store.make_table(code, public, bodies, now)
        self._codes[number] = code
        self._note(number, FIRST_EPOCH, len(bodies))
        return number

    async def write(self, writing: Writing) -> None:
        await self._store.write(writing)
        self._note(writing.table, writing.epoch, writing.first + len(writing.bodies))

    async def open_table(self, code: str) -> Kept | None:
        kept = await self._store.open_table(code)
        if kept is not None:
            self._codes[kept.number] = code
            self._note(kept.number, kept.epoch, len(kept.bodies))
        return kept

    def __getattr__(self, name: str) -> Any:
        """Whatever is only read."""
        return getattr(self._store, name)


class Listener(Player):
    """Somebody who notes every line as it is heard, and how much of the log is kept by then."""

    histories: dict[str, History]
    look: Look

    def _note(self, message: Message) -> None:
        super()._note(message)
        if message["type"] == "lines":
            history = self.histories.setdefault(self.table, History())
            history.hear(message, self.look(self.table))
