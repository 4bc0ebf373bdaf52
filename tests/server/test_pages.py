"""What a browser gets: files, and what links lead to."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hall.in_memory import Hall, MemoryStore
from server.asgi import request
from starlette.requests import Request

from kessel.hall.store import NotSaved
from kessel.rules.edition import EDITIONS
from kessel.server import previews
from kessel.server.links import KEEP, LinkPages
from kessel.server.pages import ASK_AGAIN, FOR_EVER, Pages
from kessel.server.previews import PIXELS, SIGNS, Preview
from kessel.words import languages


# --- The page's files as they go out: what is kept, packed, asked for again, and never served -----
@pytest.fixture
def built(tmp_path: Path) -> Pages:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><head></head>" + "x" * 500)
    (tmp_path / "assets" / "app-1a2b.js").write_text("run();" * 100)
    (tmp_path / "assets" / "style-3c4d.css").write_text("body{}" * 100)
    (tmp_path / "assets" / "style-3c4d.css.br").write_text("tight")
    (tmp_path / "assets" / "words-en-5e6f.js").write_text("words")
    (tmp_path / "assets" / "words-de-7a8b.js").write_text("Worte")
    (tmp_path / ".stamp").write_text("secret")
    return Pages(tmp_path)


def test_files_with_a_hash_are_kept_and_the_page_is_asked_for(built: Pages) -> None:
    page = asyncio.run(built.page(request("index.html")))
    script = asyncio.run(built.file(request("assets/app-1a2b.js", accept_encoding="gzip, br")))
    assert page.headers["cache-control"] == ASK_AGAIN
    assert script.headers["cache-control"] == FOR_EVER
    assert script.headers["content-encoding"] == "gzip"
    assert script.media_type == "application/javascript"
    again = asyncio.run(built.page(request("index.html", if_none_match=page.headers["etag"])))
    assert again.status_code == 304


def test_an_engine_that_is_not_there_is_no_error(built: Pages) -> None:
    assert asyncio.run(built.file(request("engine/engine.json"))).status_code == 204
    assert asyncio.run(built.file(request("engine/v1/code.zip"))).status_code == 404


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("", False),
        ("br", False),
        ("gzip", True),
        ("br, GZIP ; q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, *", False),
        ("*", True),
        ("*;q=0", False),
        ("identity, gzip;q=0.01", True),
    ],
)
def test_who_takes_no_gzip_gets_none(built: Pages, accepted: str, is_packed: bool) -> None:
    page = asyncio.run(built.page(request("index.html", accept_encoding=accepted)))
    assert ("content-encoding" in page.headers) == is_packed


def test_what_the_build_packed_goes_to_those_who_take_it(built: Pages) -> None:
    def packed(accepted: str) -> tuple[str | None, bytes]:
        asked = request("assets/style-3c4d.css", accept_encoding=accepted)
        answer = asyncio.run(built.file(asked))
        return answer.headers.get("content-encoding"), bytes(answer.body)

    assert packed("gzip, br") == ("br", b"tight")
    assert packed("gzip, br;q=0")[0] == "gzip"
    assert packed("") == (None, b"body{}" * 100)
    assert asyncio.run(built.file(request("assets/style-3c4d.css.br"))).status_code == 404


@pytest.mark.parametrize(
    ("path", "accepted", "words"),
    [
        ("/", "", "en-5e6f"),
        ("/t/abcdefghijkl", "de-CH,de;q=0.9,en;q=0.8", "de-7a8b"),
        ("/", "pt-BR,en;q=0.8", "en-5e6f"),
        ("/?lang=de", "en", "de-7a8b"),
        ("/?lang=xx", "de", "de-7a8b"),
        ("/", "fr", None),  # spoken here, but not built there
    ],
)
def test_the_page_names_the_words_it_will_need(
    built: Pages, path: str, accepted: str, words: str | None
) -> None:
    page = asyncio.run(built.page(request(path, accept_language=accepted)))
    named = re.findall(
        rb'rel="modulepreload" crossorigin href="/assets/words-([^"]+)\.js"', page.body
    )
    assert named == ([] if words is None else [words.encode()])
    assert page.headers["vary"] == "accept-encoding, accept-language"
    assert bytes(page.body).index(b"</head>") < bytes(page.body).index(b"xxx")


def test_pages_of_two_languages_are_not_taken_for_each_other(built: Pages) -> None:
    english, german = (
        asyncio.run(built.page(request("/", accept_language=one))).headers["etag"]
        for one in ("en", "de")
    )
    known = request("/", accept_language="de", if_none_match=english)
    assert english != german
    assert asyncio.run(built.page(known)).status_code == 200


def test_a_tag_may_be_weak_and_one_of_several(built: Pages) -> None:
    tag = asyncio.run(built.page(request("index.html"))).headers["etag"]
    for known, status in [
        (tag, 304),
        (f"W/{tag}", 304),
        (f'"other", W/{tag}', 304),
        ("*", 304),
        ('"other"', 200),
        (tag.strip('"'), 200),
        ("", 200),
    ]:
        page = asyncio.run(built.page(request("index.html", if_none_match=known)))
        assert page.status_code == status, known


def test_nothing_but_the_built_files_is_served(built: Pages) -> None:
    for path in (".stamp", "../conftest.py", "assets/../.stamp", "nothing"):
        assert asyncio.run(built.file(request(path))).status_code == 404


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    answer = asyncio.run(Pages(tmp_path).page(request("/")))
    assert answer.status_code == 503
    assert b"make setup" in answer.body


# --- Links: a browser gets the page as it is; whatever else asks for a link gets what it leads to.

PAGE = "<!doctype html><head><title>Kessel</title></head><body></body>"


def asked(path: str, picture: str = "", **headers: str) -> Request:
    of = request(path, host="kessel.example", **headers)
    of.scope.update({"scheme": "https", "path_params": {"path": picture}})
    return of


class Refusing(MemoryStore):
    """A store that cannot read one game."""

    async def game_log(self, game: str) -> list[str] | None:
        if game == "broken":
            raise NotSaved("the store is told to refuse")
        return await super().game_log(game)


@pytest.fixture
def links(tmp_path: Path) -> Callable[..., LinkPages]:
    (tmp_path / "index.html").write_text(PAGE)

    def make(hall: Hall, may: bool = True, folder: Path = tmp_path) -> LinkPages:
        return LinkPages(Pages(folder), hall.store, hall.workers, False, lambda _: may)

    return make


async def test_a_table_is_told_to_messengers_and_not_to_browsers(
    links: Callable[..., LinkPages],
) -> None:
    hall = Hall()
    ann = await hall.host()
    here, path = links(hall), f"/t/{ann.table}"
    told = bytes((await here.page(asked(path))).body).decode()
    assert "Ann invites you" in told
    assert f"https://kessel.example/preview/t/{ann.table}.png" in told
    french = bytes((await here.page(asked(path, accept_language="fr-CA,en"))).body).decode()
    assert "Ann vous invite" in french
    for browsers in ({"sec_fetch_dest": "document"}, {"upgrade_insecure_requests": "1"}):
        assert bytes((await here.page(asked(path, **browsers))).body).decode() == PAGE
    busy = links(hall, may=False)
    assert bytes((await busy.page(asked(path))).body).decode() == PAGE
    drawn = await here.picture(asked("", f"t/{ann.table}"))
    assert bytes(drawn.body).startswith(b"\x89PNG")
    assert drawn.headers["cache-control"] == KEEP


async def test_what_is_not_there_shows_the_page_itself(links: Callable[..., LinkPages]) -> None:
    here = links(Hall(Refusing()))
    for path in ("/", "/t/nowhere", "/r/nothing", "/r/broken", "/referee"):
        told = bytes((await here.page(asked(path))).body).decode()
        assert "https://kessel.example/preview/page.png" in told, path
    assert (await here.picture(asked("", "page"))).status_code == 200
    assert (await here.picture(asked("", "t/nowhere"))).status_code == 404


async def test_a_link_of_a_page_that_is_not_built_says_so(
    links: Callable[..., LinkPages], tmp_path: Path
) -> None:
    here = links(Hall(), folder=tmp_path / "nothing")
    assert (await here.page(asked("/"))).status_code == 503


# --- what a link shows where it is sent -----------------------------------------------------------


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
