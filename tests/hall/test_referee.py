"""The referee of a real box survives a lost connection, since the page keeps its requests."""

from hall.in_memory import Hall

REQUESTS = [
    {"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}},
    {"start_die": "4"},
    {"throw": 1, "after": ["4", "5"]},
]


async def test_it_goes_on_from_what_the_page_kept() -> None:
    page = await Hall().visit()
    answers = [await page.ask("referee", type="referee_send", request=one) for one in REQUESTS]
    assert answers[-1]["kept"] == 3
    page = await Hall().visit()
    again = await page.ask("referee", type="referee_open", requests=REQUESTS)
    assert again["reply"]["state"] == answers[-1]["reply"]["state"]
    assert again["kept"] == 3
    undone = await page.ask("referee", type="referee_send", request={"undo": True})
    assert undone["reply"]["state"]["arena"] == ["4"]


async def test_what_is_refused_is_not_counted() -> None:
    page = await Hall().visit()
    await page.ask("referee", type="referee_open", requests=REQUESTS)
    wrong = {"throw": 1, "after": ["4"]}
    told = await page.ask("referee", type="referee_send", request=wrong)
    assert told["reply"]["error"]["code"] == "dice_do_not_add_up"
    assert told["kept"] == 3
    assert await page.refusal(type="referee_open", requests=[wrong]) == "no_game"
    told = await page.ask("referee", type="referee_open")
    assert told["kept"] == 0
