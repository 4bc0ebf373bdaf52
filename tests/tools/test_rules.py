"""The table of options in `docs/reference/rules.md`."""

from tools.rules import PAGE, with_options


def test_a_table_that_was_edited_by_hand_is_made_again() -> None:
    page = PAGE.read_text(encoding="utf-8")
    edited = page.replace("| `collecting` | `mandatory`, `optional`", "| `collecting` | `optional`")
    assert edited != page
    assert with_options(edited) == page
