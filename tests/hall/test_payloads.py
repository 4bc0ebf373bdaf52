"""What is sent of a notice: to everybody the same, but where it depends on who sees it."""

import json

from hall.in_memory import Hall

from kessel.hall.payloads import is_personal, payloads
from kessel.table import Table
from kessel.table.notices import GameBegan, GameChanged, Notice, Scored, SeatsChanged


async def table_of(**settings: object) -> Table:
    hall = Hall()
    ann = await hall.visit()
    await ann.create("strike-2020", "pp", **settings)
    return (await hall.hub.find(ann.table)).table


async def test_seats_and_hidden_supplies_are_personal() -> None:
    plain = (await table_of()).ledger
    assert not is_personal(plain, [GameChanged("ready"), Scored()])
    assert is_personal(plain, [GameChanged("ready"), SeatsChanged()])
    assert is_personal(plain, [GameBegan()])
    hidden = (await table_of(options={"supply": "hidden"})).ledger
    assert is_personal(hidden, [GameChanged("ready")])


async def test_each_notice_is_its_message() -> None:
    table = await table_of(tournament=True)
    told: dict[str, Notice] = {"seats": SeatsChanged(), "snapshot": GameBegan()}
    told |= {"changed": GameChanged("ready"), "tournament": Scored()}
    for kind, notice in told.items():
        (payload,) = payloads(table, notice, (), 0, 0.0)
        assert json.loads(payload)["type"] == kind


async def test_without_a_tournament_there_is_no_score_to_tell() -> None:
    assert payloads(await table_of(), Scored(), (), 0, 0.0) == []


async def test_a_tower_built_by_chance_is_a_step_of_its_own() -> None:
    """The throw that asks for a tower and the tower itself come together; each has its game."""
    built = 0
    for _ in range(400):  # about every second game has one
        hall = Hall()
        ann = await hall.visit()
        await ann.create("harry-potter", "pb", options={"tower_builder": "random"})
        await ann.play()
        for before, step in zip(ann.seen, ann.seen[1:], strict=False):
            assert step["game"]["state"] > before["game"]["state"]
            stacked = step["move"] == "stack" and step["by_table"]
            if stacked and len(before["game"]["arena"]) > 1:  # an old tower may stand there
                built += 1
                assert before["game"]["awaited"]["kind"] == "flying", "nobody is asked"
                assert len(step["game"]["arena"]) == 1
        if built:
            return
    raise AssertionError("no tower was built")
