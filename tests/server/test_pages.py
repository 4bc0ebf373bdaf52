"""The page's files as they go out: what is kept, packed, asked for again, and never served."""

import asyncio
import re
from pathlib import Path

import pytest
from server.asgi import request

from kessel.server.pages import ASK_AGAIN, FOR_EVER, Pages


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
