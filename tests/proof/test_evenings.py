"""What honest people do at a table, and what their lines do to them: never red."""

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_bytes

import pytest
from hall.in_memory import Hall
from proof.stories import Teller

from kessel.fairness import Chain
from kessel.proof.auditor import Auditor
from kessel.proof.verdict import Verdict
from kessel.table.dice import dice_named

Evening = Callable[[Hall, Teller, Teller], Awaitable[None]]


def verdict(teller: Teller) -> Verdict:
    auditor = Auditor(dice_named)
    for line in teller.story:
        auditor.feed(line)
    return auditor.verdict


async def both(ann: Teller, ben: Teller) -> None:
    await asyncio.gather(ann.play(), ben.play())


async def reload(hall: Hall, ann: Teller, ben: Teller) -> None:
    """A phone loses its line in the middle of a game."""
    ben.desk.leave()
    await ben.open()
    ben.device.renew(Chain(token_bytes(32)))
    await ben.resume()
    await both(ann, ben)


async def resign(hall: Hall, ann: Teller, ben: Teller) -> None:
    """Somebody gives up, and a bot plays on."""
    await ben.hear_all()
    await ben.send(type="resign", seat=1)
    ben.tokens.clear()
    await both(ann, ben)


async def goes(hall: Hall, ann: Teller, ben: Teller) -> None:
    """A page is hidden, and comes back with another chain."""
    await ben.hear_all()
    await ben.send(type="away", sign=ben.device.away())
    ben.device.renew(Chain(token_bytes(32)))
    await ben.send(type="offer", tip=ben.device.chain.tip, sign=ben.device.offer())
    await both(ann, ben)


async def other_box(hall: Hall, ann: Teller, ben: Teller) -> None:
    """After a game another one is chosen, and played."""
    await both(ann, ben)
    await ann.send(type="choose_box", edition="strike-2012")
    await ann.send(type="rematch")
    for one in (ann, ben):
        await one.until("snapshot")
    await both(ann, ben)


async def chats(hall: Hall, ann: Teller, ben: Teller) -> None:
    """People show what they wear and what they feel, and somebody looks in."""
    await ann.send(type="wear", seat=0, finish="brass", mat="waves")
    await ben.send(type="react", reaction="wow", seat=1)
    eve = Teller(hall)
    await eve.open()
    await eve.ask("snapshot", type="watch", table=ann.table)
    await eve.ask("left", type="leave")
    await both(ann, ben)


async def other_tab(hall: Hall, ann: Teller, ben: Teller) -> None:
    """The same seat in another tab, with the same key."""
    tab = Teller(hall)
    await tab.open()
    tab.device.key, tab.tokens, tab.table = ben.device.key, dict(ben.tokens), ben.table
    await tab.resume()
    await ben.until("superseded")
    await both(ann, tab)
    assert not verdict(tab).wrong, verdict(tab)


async def pushes(hall: Hall, ann: Teller, ben: Teller) -> None:
    """Lying dice are pushed before a throw."""
    other = asyncio.create_task(ben.play())
    while not may_push(ann):
        if ann.game and ann.game["awaited"]["kind"] == "start_die":
            await ann.act()
        await ann.receive()
    assert ann.game is not None
    die = ann.game["arena"][0]["dice"][0]
    moved = {"die": die["id"], "x": die["pose"][0] + 0.001, "y": die["pose"][1]}
    await ann.send(type="push", seat=0, state=ann.game["state"], dice=[moved])
    await ann.until("changed")
    await ann.play()
    await other


async def sets_up(hall: Hall, ann: Teller, ben: Teller) -> None:
    """The table is set up while people gather: somebody here takes two seats, bots come and go,
    a guest looks away, and another box and clock are chosen twice."""
    ann, ben = Teller(hall), Teller(hall)
    await ann.open()
    await ann.create("strike-2020", "ooooo")
    await ann.join(ann.table, name="Ann")
    signer, tokens = ann.device.key, list(ann.tokens.values())
    assert await ben_refused(hall, ann.table)
    await ann.join(ann.table, name="Mia", tokens=tokens)
    assert sorted(ann.tokens) == [0, 1]
    assert ann.device.key == signer
    await ben.open()
    await ben.join(ann.table, name="Ben")
    for level in ("beginner", "master"):
        await ann.send(type="sit_bot", seat=3, level=level)
    await ann.send(type="sit_bot", seat=4, level="beginner")
    await ann.send(type="free", seat=4)
    await ann.send(type="choose_box", edition="impact", clock="fast")
    await ben.until("box")
    ben.desk.leave()
    await ann.send(type="choose_box", edition="strike-2012", tournament=True)
    await ben.open()
    shown = await ben.resume()
    assert (shown["edition"], shown["clock"]) == ("strike-2012", "fast")
    assert shown["next"]["tournament"]
    await ann.send(type="start", first=2)
    for one in (ann, ben):
        await one.until("snapshot")
    await both(ann, ben)
    for one in (ann, ben):
        assert not verdict(one).wrong, verdict(one)


async def ben_refused(hall: Hall, table: str) -> bool:
    """A guest may have one seat, and not another beside it."""
    eve = Teller(hall)
    await eve.open()
    await eve.join(table, name="Eve")
    wish = {"type": "join", "table": table, "name": "Eva", "tokens": list(eve.tokens.values())}
    refused = await eve.refusal(**wish) == "seat_taken"
    await eve.send(type="resign", seat=1)
    eve.desk.leave()
    return refused


def may_push(ann: Teller) -> bool:
    game = ann.game
    if game is None or not ann._has_heard(game) or not game["arena"]:
        return False
    return game["awaited"].get("seat") == 0 and game["awaited"]["kind"] in ("throw", "choice")


@pytest.mark.parametrize(
    "evening", [pushes, reload, resign, goes, other_box, chats, other_tab, sets_up]
)
def test_an_honest_evening_is_never_red(evening: Evening) -> None:
    async def spent() -> list[Teller]:
        hall = Hall()
        ann, ben = Teller(hall), Teller(hall)
        await ann.open()
        await ann.create("strike-2020", "po", options={"premove": "free"})
        await ben.open()
        await ben.sit_with(ann)
        await asyncio.wait_for(evening(hall, ann, ben), 60)
        return [ann, ben]

    for teller in asyncio.run(spent()):
        assert not verdict(teller).wrong, verdict(teller)
