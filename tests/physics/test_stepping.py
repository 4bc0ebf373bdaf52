"""How long a step may be: shorter while a die is fast, and looked at again before one can be."""

from kessel.physics.params import FRAME_RATE, GRAVITY, SAMPLES_PER_FRAME
from kessel.physics.stepping import FAST, parking, stepping


def test_fast_dice_get_half_steps_and_are_looked_at_in_every_frame() -> None:
    assert stepping(FAST + 0.1) == (2, SAMPLES_PER_FRAME)


def test_slow_dice_cannot_become_fast_by_falling_before_they_are_looked_at() -> None:
    for fastest in (0.0, 0.4, 1.0, 1.4):
        parts, samples = stepping(fastest)
        seconds = samples / (FRAME_RATE * SAMPLES_PER_FRAME)
        assert parts == 1
        assert fastest + GRAVITY * seconds <= FAST or samples == SAMPLES_PER_FRAME


def test_no_two_slots_wait_in_the_same_place() -> None:
    assert len({parking(slot)[:2] for slot in range(40)}) == 40
