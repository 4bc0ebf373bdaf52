"""What a link shows where it is sent: who invites, who won, and the dice as they lay."""

import asyncio
import json
import re
from pathlib import Path

import pytest
from hall.in_memory import Hall

from kessel.rules.edition import EDITIONS
from kessel.server import previews
from kessel.server.previews import PIXELS, SIGNS, Preview
from kessel.words import languages

CLIENT = Path(__file__).parents[2] / "client"
PNG = b"\x89PNG\r\n\x1a\n"


async def table_log(hall: Hall, code: str) -> list[str]:
    kept = await hall.store.open_table(code)
    assert kept is not None
    return list(kept.bodies)


async def test_an_invitation_names_the_host_and_the_free_seats() -> None:
    hall = Hall()
    ann = await hall.host("poob")
    bodies = await table_log(hall, ann.table)
    told = previews.of_table(bodies, "en")
    assert told.title == "Strike Dice Game: Ann invites you"
    assert re.fullmatch(r"At the table: Ann and \w+. Free seats: 2.", told.text)
    assert [look for _, look in told.seats] == ["taken", "free", "free", "taken"]
    secrets = re.findall(r'"(?:token|key|secret)":"([^"]+)"', "".join(bodies))
    shown = previews.tags(told, "") + previews.svg(told)
    assert secrets
    assert not [one for one in secrets if one in shown]
    assert previews.of_table(bodies, "de").title == "Strike Dice Game: Ann lädt dich ein"


async def test_a_table_that_plays_is_to_be_watched_and_a_game_to_be_seen_again() -> None:
    hall = Hall()
    ann, ben = await hall.two("po", "impact")
    await asyncio.gather(ann.play(), ben.play())
    table = previews.of_table(await table_log(hall, ann.table), "en")
    assert table.text == "At the table: Ann and Ben. Come and watch."
    assert ann.game is not None
    bodies = await hall.store.game_log(ann.game["game"])
    assert bodies is not None
    game = previews.of_game(bodies, "en")
    winners = [seat for seat, look in game.seats if look == "won"]
    names = " and ".join(("Ann", "Ben")[seat] for seat in winners)
    assert game.title == (f"{table.title}: won by {names}" if winners else table.title)
    assert game.text == "Ann and Ben played. Watch the game, throw by throw."
    last = [json.loads(one) for one in bodies if json.loads(one)["type"] == "land"][-1]
    lay = [[die["face"] for die in stack] for stack in last["at_rest"]]
    assert [[die.face for die in stack] for stack in game.lying] == lay


def test_a_name_can_put_nothing_into_the_page() -> None:
    preview = Preview('<script>"&', "said", "impact", ())
    lines = previews.tags(preview, "http://here/preview/page.png").splitlines()
    assert '<meta property="og:title" content="&lt;script&gt;&quot;&amp;">' in lines
    assert '<meta property="og:image" content="http://here/preview/page.png">' in lines


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_a_picture_of_the_size_that_is_told(edition: str) -> None:
    lying = previews.scattered(edition)
    seats: tuple[tuple[int, previews.Look], ...] = ((0, "taken"), (3, "won"), (4, "free"))
    picture = previews.png(Preview("", "", edition, lying, seats))
    assert picture.startswith(PNG)
    size = int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])
    assert size == PIXELS


def test_free_seats_and_crowns_are_seen() -> None:
    def drawn(*looks: previews.Look) -> str:
        return previews.svg(Preview("", "", "impact", (), tuple(enumerate(looks))))

    assert previews.CROWN in drawn("won")
    assert previews.CROWN not in drawn("taken", "free")
    assert SIGNS[1][0] in drawn("taken", "taken")
    assert SIGNS[1][0] not in drawn("taken", "free")


def test_every_language_has_its_line() -> None:
    assert len({previews.of_page(language).text for language in languages()}) == len(languages())


def test_seats_have_the_signs_of_the_page() -> None:
    people = (CLIENT / "src" / "game" / "people.ts").read_text(encoding="utf-8")
    found = re.findall(r'colour: "(#\w{6})",\s+shape:\s+"([^"]+)"', people)
    assert found == list(SIGNS)
