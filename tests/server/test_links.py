"""A browser gets the page as it is; whatever else asks for a link gets what it leads to."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hall.in_memory import Hall, MemoryStore
from starlette.requests import Request

from kessel.hall.store import NotSaved
from kessel.server.links import KEEP, LinkPages
from kessel.server.pages import Pages, language_of

PAGE = "<!doctype html><head><title>Kessel</title></head><body></body>"


class Refusing(MemoryStore):
    """A store that cannot read one game."""

    async def game_log(self, game: str) -> list[str] | None:
        if game == "broken":
            raise NotSaved("the store is told to refuse")
        return await super().game_log(game)


def asked(path: str, picture: str = "", **headers: str) -> Request:
    named = {"host": "kessel.example", **headers}
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": raw}
    return Request(scope | {"scheme": "https", "path_params": {"path": picture}})


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


async def test_a_page_that_is_not_built_says_so(
    links: Callable[..., LinkPages], tmp_path: Path
) -> None:
    here = links(Hall(), folder=tmp_path / "nothing")
    assert (await here.page(asked("/"))).status_code == 503


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("de-AT,de;q=0.9", "de"), ("ja, nl;q=0.5", "nl"), ("*", "en"), ("gsw, fil", "en")],
)
def test_the_first_language_that_is_spoken_here(header: str, language: str) -> None:
    assert language_of(asked("/", accept_language=header)) == language
