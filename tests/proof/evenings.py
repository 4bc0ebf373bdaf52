"""What honest people do at a table, and what their lines do to them, as the stories of all who were
there. Ann made the table, Ben came, Cleo may."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from secrets import token_bytes
from typing import Any

from hall.in_memory import FAST, FLIGHT, Hall, InlineWorkers
from proof.stories import Line, Teller

from kessel.fairness import Chain
from kessel.throws.at_rest import LyingDie, flat
from kessel.throws.dice import ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

EDITION = "strike-2020"
ANN, BEN, CLEO = range(3)
Spent = Callable[[Teller, Teller, Teller], Awaitable[object]]


@dataclass(frozen=True)
class Evening:
    """How it is spent, at which table, and what is not proven of it: for Ann, Ben, and so on."""

    spend: Spent
    unproven: Sequence[set[str]] = (set(), set())
    table: dict[str, Any] = field(default_factory=dict)
    start: dict[str, Any] = field(default_factory=dict)


class Patient(Teller):
    """Does not ask at once for the lines that it missed."""

    async def _catch_up(self, game: Line) -> None:
        pass

    async def _arrive(self) -> Line:
        return await self.until("snapshot")


async def both(*tellers: Teller) -> None:
    await asyncio.gather(*(one.play() for one in tellers))


async def next_game(ann: Teller, *others: Teller) -> None:
    await ann.send(type="rematch")
    for one in (ann, *others):
        await one.until("snapshot")


async def comes_back(ben: Teller, kind: type[Teller] | None = None) -> Teller:
    """With another page; in another tab, if a kind is said."""
    page = ben if kind is None else kind(ben.hall)
    await page.open()
    if page is ben:
        ben.device.renew(Chain(token_bytes(32)))
    else:
        page.device.key, page.tokens, page.table = ben.device.key, dict(ben.tokens), ben.table
    await page.resume()
    return page


def may_push(ann: Teller) -> bool:
    game = ann.game
    if game is None or not ann._has_heard(game) or not game["arena"]:
        return False
    return game["awaited"].get("seat") == 0 and game["awaited"]["kind"] in ("throw", "choice")


async def on_move(ann: Teller, ben: Teller) -> None:
    """Play until the first may push; the other has heard as much."""
    other = asyncio.create_task(ben.play())
    while not may_push(ann):
        await ann.act()
        await ann.receive()
    assert ann.game is not None
    while ben.game is None or ben.game["state"] < ann.game["state"]:
        await asyncio.sleep(0)
    other.cancel()


async def push(ann: Teller) -> None:
    assert ann.game is not None
    die = ann.game["arena"][0]["dice"][0]
    moved = {"die": die["id"], "x": die["pose"][0] + 0.001, "y": die["pose"][1]}
    await ann.send(type="push", seat=0, state=ann.game["state"], dice=[moved])
    await ann.until("changed")
    await ann.hear_all()


async def pushes(ann: Teller, ben: Teller, _: Teller) -> None:
    """Lying dice are pushed before a throw."""
    await on_move(ann, ben)
    await push(ann)
    await both(ann, ben)


async def reload(ann: Teller, ben: Teller, _: Teller) -> None:
    """A phone loses its line in the middle of a game."""
    ben.desk.leave()
    await comes_back(ben)
    await both(ann, ben)


async def resigns(ann: Teller, ben: Teller, _: Teller) -> None:
    """Somebody gives up, and a bot plays on."""
    await ben.hear_all()
    await ben.send(type="resign", seat=1)
    ben.tokens.clear()
    await both(ann, ben)


async def goes(ann: Teller, ben: Teller, _: Teller) -> None:
    """A page is hidden, and comes back with another chain."""
    await ben.hear_all()
    await ben.send(type="away", sign=ben.device.away())
    ben.device.renew(Chain(token_bytes(32)))
    await ben.send(type="offer", tip=ben.device.chain.tip, sign=ben.device.offer())
    await both(ann, ben)


async def hides(ann: Teller, ben: Teller, _: Teller) -> None:
    """A page is hidden, and a throw is made without it."""
    await ben.hear_all()
    await ben.send(type="away", sign=ben.device.away())
    await ann.hear_all()
    await ann.act()
    await ann.until("step")
    ben.device.renew(Chain(token_bytes(32)))
    await both(ann, ben)


async def chats(ann: Teller, ben: Teller, eve: Teller) -> None:
    """People show what they wear and what they feel, and somebody looks in."""
    await ann.send(type="wear", seat=0, finish="brass", mat="waves")
    await ben.send(type="react", reaction="wow", seat=1)
    await eve.ask("snapshot", type="watch", table=ann.table)
    await eve.ask("left", type="leave")
    await both(ann, ben)


async def sleeps(ann: Teller, ben: Teller, _: Teller) -> None:
    """A phone sleeps between two games, while another box is chosen."""
    await both(ann, ben)
    ben.desk.leave()
    await ann.send(type="choose_box", edition="strike-2012")
    await ann.until("box")
    await ben.open()
    await ben.resume()
    await next_game(ann, ben)
    await both(ann, ben)


async def other_box_meanwhile(ann: Teller, ben: Teller, _: Teller) -> None:
    """A box is chosen, and a game of it begins, while a page is away."""
    await both(ann, ben)
    ben.desk.leave()
    await ann.send(type="choose_box", edition="strike-2012")
    await next_game(ann)
    await comes_back(ben)
    await both(ann, ben)


async def host_chose_elsewhere(ann: Teller, ben: Teller, _: Teller) -> None:
    """The host chooses another box in another tab, and comes back to this one."""
    await both(ann, ben)
    tab = await comes_back(ann, Teller)
    await tab.send(type="choose_box", edition="strike-2012")
    await tab.until("box")
    await comes_back(ann)
    await next_game(ann, ben)
    await both(ann, ben)


async def third(ann: Teller, ben: Teller, cleo: Teller) -> None:
    """Two play, with a seat that nobody has; between two games somebody takes it."""
    await both(ann, ben)
    await cleo.join(ann.table, name="Cleo")
    await next_game(ann, ben, cleo)
    await both(ann, ben, cleo)


async def looks_in(ann: Teller, ben: Teller, cleo: Teller) -> None:
    """Somebody comes to look on in the second game of a tournament, and stays for another."""
    await both(ann, ben)
    await next_game(ann, ben)
    await cleo.ask("snapshot", type="watch", table=ann.table)
    await both(ann, ben, cleo)
    await cleo.until("tournament")
    await next_game(ann, ben, cleo)
    await both(ann, ben, cleo)


async def looks_at_a_throw(ann: Teller, ben: Teller, eve: Teller) -> None:
    """Somebody looks in while a throw waits for a link."""
    await on_move(ann, ben)
    assert ann.game is not None
    unit = ann.game["awaited"]["units"][0]
    aim = {"x": 0.01, "y": 0.0, "side": 1.0, "speed": 1.1, "height": 0.1, "spin": 14.0}
    await ann.send(type="throw", seat=0, state=ann.game["state"], unit=unit, aim=aim)
    while ann.device.play is None or ann.device.play.fixed is None:
        await ann.receive()
    await eve.ask("snapshot", type="watch", table=ann.table)
    await both(ann, ben, eve)


async def line_before_answer(ann: Teller, ben: Teller, _: Teller) -> None:
    """Somebody comes back, and hears a new line before those that they missed."""
    await on_move(ann, ben)
    ben.desk.leave()
    await push(ann)
    await comes_back(ben)
    await push(ann)
    await both(ann, ben)


async def line_before_all(ann: Teller, ben: Teller, _: Teller) -> Teller:
    """Another page is opened, and hears a new line before the first."""
    await on_move(ann, ben)
    tab = await comes_back(ben, Patient)
    await push(ann)
    await both(ann, tab)
    return tab


async def game_missed(ann: Teller, ben: Teller, _: Teller) -> None:
    """The first game of a tournament is played in another tab."""
    tab = await comes_back(ben, Teller)
    await ben.until("superseded")
    await both(ann, tab)
    await next_game(ann, tab)
    await comes_back(ben)
    await both(ann, ben)


async def two_games(ann: Teller, ben: Teller, _: Teller) -> None:
    """They play twice."""
    await both(ann, ben)
    await next_game(ann, ben)
    await both(ann, ben)


def plays(ann: Teller, ben: Teller, _: Teller) -> Awaitable[None]:
    """They play."""
    return both(ann, ben)


FREE = {"options": {"premove": "free"}}
ALL: dict[str, Evening] = {
    "two games": Evening(two_games),
    "pushes": Evening(pushes, table=FREE),
    "reload": Evening(reload),
    "resigns": Evening(resigns, [{"late"}, {"late", "not_there"}]),
    "goes": Evening(goes),
    "hides": Evening(hides, [set(), {"not_there"}]),
    "chats": Evening(chats, [set(), set(), {"unheard"}]),
    "sleeps": Evening(sleeps),
    "other box meanwhile": Evening(other_box_meanwhile, [set(), {"unseen"}]),
    "host chose elsewhere": Evening(host_chose_elsewhere, [{"unseen"}, set()]),
    "third": Evening(third, [set(), set(), {"not_there", "unseen"}], {"seats": "poo"}),
    "looks in": Evening(looks_in, [set(), set(), {"unseen", "not_there"}], {"tournament": True}),
    "with a bot": Evening(plays, table={"seats": "pbo"}),
    "filled": Evening(plays, table={"seats": "poo"}, start={"fill": True, "first": 1}),
    "no physics": Evening(plays, [{"other_dice"}] * 2, {"dice": "physics"}),
    "looks at a throw": Evening(looks_at_a_throw, [set(), set(), {"not_there"}], FREE),
    "line before answer": Evening(line_before_answer, table=FREE),
    "line before all": Evening(
        line_before_all, [{"late"}, set(), {"elsewhere", "late", "moved", "not_there"}], FREE
    ),
    "game missed": Evening(game_missed, [set(), {"unseen"}], {"tournament": True}),
}


@cache
def told(name: str, again: int = 0) -> list[list[Line]]:
    """The stories of all who were there; spent `again`, by fresh chance."""
    del again
    return asyncio.run(asyncio.wait_for(_told(ALL[name]), 60))


async def _told(evening: Evening) -> list[list[Line]]:
    hall = Hall()
    hall.workers.dice = {"physics": IdealDice().name, "ideal": IdealDice().name}
    ann, ben, cleo = Teller(hall), Teller(hall), Teller(hall)
    if evening.spend is line_before_answer:
        ben = Patient(hall)
    for one in (ann, ben, cleo):
        await one.open()
    await ann.create(EDITION, **{"seats": "po", **evening.table})
    await ben.join(ann.table)
    await ann.send(type="start", **evening.start)
    await ben._arrive()
    more = await evening.spend(ann, ben, cleo)
    others = [more] if isinstance(more, Teller) else []
    return [one.story for one in (ann, ben, cleo, *others) if one.story]


# --- tables with a course of their own ------------------------------------------------------------


async def sets_up() -> list[list[Line]]:
    """The table is set up while people gather: somebody here takes two seats, bots come and go,
    a guest looks away, and another box and clock are chosen twice."""
    hall = Hall()
    ann, ben = Teller(hall), Teller(hall)
    await ann.open()
    await ann.create(EDITION, "ooooo")
    await ann.join(ann.table, name="Ann")
    await ann.join(ann.table, name="Mia", tokens=list(ann.tokens.values()))
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
    return [ann.story, ben.story]


async def sleeps_in_the_lobby() -> list[list[Line]]:
    """F4: people come and go while a phone sleeps."""
    hall = Hall()
    ann, ben, cleo = (Teller(hall) for _ in range(3))
    for one in (ann, ben, cleo):
        await one.open()
    await ann.create(EDITION, "poo")
    await ben.join(ann.table, name="Ben")
    ben.desk.leave()
    await cleo.sit_with(ann, name="Cleo", seat=2)
    await ben.open()
    await ben.resume()
    await both(ann, ben, cleo)
    return [one.story for one in (ann, ben, cleo)]


class AtTheWall(InlineWorkers):
    """All dice show the same, and lie near the wall: they may be pushed away, or are raced for."""

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        dice = [die for hand in order.handfuls for die in hand.dice]
        face, first = order.edition.symbols[0], len(order.at_rest)
        fallen = [
            (LyingDie(die, face, flat(order.edition, face, 0.066, 0.02 * n)),)
            for n, die in enumerate(dice, start=first)
        ]
        return ThrowResult((*order.at_rest, *fallen), trajectory=order.seed, seconds=FLIGHT)


class Watchful(Teller):
    """Takes no part in a race."""

    async def act(self) -> None:
        if self.game is not None and self.game["race"] is None:
            await super().act()


async def one_step(one: Teller) -> Line:
    return dict((await one.until("step"))["game"])


async def consent() -> list[list[Line]]:
    """Somebody asks to push a die away from the wall, and the other agrees."""
    hall = Hall()
    hall.hub.workers = hall.workers = AtTheWall()
    ann, ben = Teller(hall), Teller(hall)
    await ann.open()
    await ann.create(EDITION, "po")
    await ben.open()
    await ben.sit_with(ann)
    game, _ = await asyncio.gather(ann.hear_all(), ben.hear_all())
    while game["awaited"]["kind"] == "start_die":
        await asyncio.gather(ann.act(), ben.act())
        game, _ = await asyncio.gather(one_step(ann), one_step(ben))
    seat = game["awaited"]["seat"]
    mover, other = (ann, ben) if seat == 0 else (ben, ann)
    die = game["arena"][0]["dice"][0]
    moved = {"die": die["id"], "x": 0.04, "y": die["pose"][1]}
    await mover.send(type="push", seat=seat, state=game["state"], dice=[moved])
    _, asked = await asyncio.gather(mover.until("changed"), other.until("changed"))
    shown = asked["game"]
    yes = {"agree": True, "dice": shown["push"]["dice"]}
    await other.send(type="agree", seat=1 - seat, state=shown["state"], **yes)
    await asyncio.gather(mover.until("changed"), other.until("changed"))
    return [mover.story, other.story]


async def races() -> list[list[Line]]:
    """Two of three tie in a race, and run again; then only one of them taps."""
    hall = Hall(pace=replace(FAST, race_tie=0.3))
    hall.hub.workers = hall.workers = AtTheWall()
    ann, ben, eve = Teller(hall), Teller(hall), Watchful(hall)
    await ann.open()
    await ann.create("impact-avatar", "poo", elements=["fire", "stone"])
    for one in (ben, eve):
        await one.open()
        await one.join(ann.table, name=f"{one is ben}")
    playing = [asyncio.create_task(one.play()) for one in (ann, ben, eve)]
    while not any(message.get("what") == "again" for message in ben.heard):
        await asyncio.sleep(0.001)
    playing[1].cancel()
    before = len(ann.seen)
    while len(ann.seen) == before:
        await asyncio.sleep(0.001)
    for task in playing:
        task.cancel()
    return [ann.story]
