"""A throw is told before what it led to."""

from hall.in_memory import Hall


async def test_a_throw_is_announced_before_its_frame_and_its_step() -> None:
    ann = await Hall().host("pp")
    await ann.play()
    order = [one["type"] for one in ann.heard if one["type"] in ("thrown", "step")]
    for place, kind in enumerate(order):
        if kind == "thrown":
            assert order[place + 1] == "step"
    thrown = [one for one in ann.heard if one["type"] == "thrown"]
    settled = [one["throw"] for one in ann.seen if one["throw"] is not None]
    assert [one["throw"] for one in thrown] == settled
    assert all(one["casts"][0]["aim"]["speed"] > 0 for one in thrown)
    assert {one["bytes"] for one in thrown} == {32}
