"""The site: what is no page of docs has a place in it, and a dead link stays dead for MkDocs."""

from types import SimpleNamespace

from kessel.rules.edition import EDITIONS
from tools.dist import faults
from tools.editions import pages
from tools.made import ROOT
from tools.site import on_page_markdown, origin, shown, targets, uri


def test_every_file_that_a_page_links_to_has_a_place_and_comes_from_there() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]
    linked = {target for page in pages for target in targets(page) if target.suffix}
    assert len(linked) > 50
    for target in linked:
        assert origin(uri(target)) == target


def moved(text: str) -> str:
    page = SimpleNamespace(file=SimpleNamespace(src_uri="how-to/bots.md"))
    return on_page_markdown(text, page, None, None)  # type: ignore[arg-type]


def test_links_lead_to_the_places_of_their_files() -> None:
    assert moved("[a](party.md#x)") == "[a](party.md#x)"
    assert moved("[a](../../examples/bot.py)") == "[a](../source/examples/bot.py.md)"
    assert moved("[a](../../SECURITY.md#b)") == "[a](../source/SECURITY.md#b)"
    assert moved("[a](https://x.example/y)") == "[a](https://x.example/y)"
    assert moved("[the code](../../src/kessel/rules)") == "the code"


def test_a_dead_link_stays_one() -> None:
    assert moved("[a](../../none.py)") == "[a](../source/none.py.md)"
    assert moved("[a](none.md)") == "[a](none.md)"


def test_a_file_of_code_is_shown_as_a_listing() -> None:
    assert "\n# examples/bot.py\n\n````py\n#!/usr" in shown(ROOT / "examples/bot.py")


def test_every_edition_has_a_page_with_its_dice_its_rules_and_for_whom_it_is() -> None:
    made = pages()
    assert len(made) == len(EDITIONS)
    for name, box in EDITIONS.items():
        page = made[f"reference/editions/{name}.md"]
        for players, dice in box.hands.items():
            assert f"| {players} | {dice} | {box.aside(players)} |" in page
        for told in (f"({name})\n", "## An example\n", "(`collecting`)"):
            assert told in page
        old = name == "strike-2020"
        assert ("Ages 8 and up." in page) is not old, "no more than its booklets say"


# --- what is looked for in built files is found where it is ---------------------------------------


def test_what_is_wrong_with_built_files_is_said() -> None:
    clean = {"a.whl": {"kessel/rules/a.py"}, "b.whl": {"kessel/server/static/b.js"}}
    assert faults(clean) == []
    twice = clean | {"b.whl": {"kessel/rules/a.py"}}
    assert faults(twice) == ["a.whl and b.whl hold kessel/rules/a.py"]
    tests = clean | {"c.tar.gz": {"tests/records/one.txt"}}
    assert faults(tests) == [
        "c.tar.gz holds tests/records/one.txt, which nobody needs who installs it"
    ]
