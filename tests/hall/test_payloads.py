"""What is sent of a notice: to everybody the same, but where it depends on who sees it."""

from hall.in_memory import Hall


async def test_a_tower_built_by_chance_is_a_step_of_its_own() -> None:
    """The throw that asks for a tower and the tower itself come together; each has its game."""
    built = 0
    for _ in range(400):  # about every second game has one
        hall = Hall()
        ann = await hall.host("pb", "harry-potter", options={"tower_builder": "random"})
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
