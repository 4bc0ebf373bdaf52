"""What is written of a game: where it begins, every throw, and that it ended."""

from hall.in_memory import Hall, MemoryStore

from kessel.hall.log_writer import LogWriter
from kessel.hall.store import Damaged, Writing
from kessel.table import Outcome
from kessel.table.log import ChainDrawn, GameStarted, read_entry


class Watched(MemoryStore):
    """Remembers every writing."""

    def __init__(self) -> None:
        super().__init__()
        self.writings: list[Writing] = []

    async def write(self, writing: Writing) -> None:
        await super().write(writing)
        self.writings.append(writing)


async def test_games_begin_with_their_chain_and_end_once() -> None:
    store = Watched()
    hall = Hall(store)
    ann = await hall.host("pb", tournament=True)
    await ann.play()
    await ann.ask("snapshot", type="rematch")
    await ann.play()
    await (await hall.hub.find(ann.table)).settle()
    log = [read_entry(body) for body in store.logs[1]]
    games = [game for writing in store.writings for game in writing.games]
    assert [game.number for game in games] == [1, 2]
    for game in games:
        assert isinstance(log[game.first_entry], ChainDrawn)
        assert isinstance(log[game.first_entry + 1], GameStarted)
    finished = [game for writing in store.writings for game in writing.finished]
    assert finished == [game.code for game in games]
    throws = [throw for writing in store.writings for throw in writing.throws]
    assert [one.number for one in throws if one.game == games[1].code] == list(
        range((ann.game or {})["throws"])
    )


async def test_where_nothing_was_decided_nothing_is_written(hall: Hall) -> None:
    ann = await hall.host()
    state = (await hall.hub.find(ann.table)).table.state
    assert LogWriter(1, 5).add(state, Outcome()) is None


# --- what a store says when it cannot do what it is asked -----------------------------------------


def test_what_is_damaged_names_its_table() -> None:
    assert (Damaged("entry 3 is not there", 7).table, Damaged("cannot be read").table) == (7, 0)
