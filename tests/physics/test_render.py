"""Pictures of a throw: drawn in a child process, or one line that says why not."""

import pytest
from PIL import ImageStat

from kessel.physics.practice import seed_of, throw_at
from kessel.physics.render import NoPicture, draw
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition


@pytest.mark.parametrize("edition", ["strike-2020", "impact"])
def test_every_wanted_frame_is_drawn_or_opengl_is_missing(edition: str) -> None:
    played = find_edition(edition)
    thrown = throw_at(ArenaSimulator(played), played.symbols[:2], "gentle", seed_of("picture"))
    try:
        first, last = draw(edition, thrown.trajectory, [0, thrown.trajectory.frames - 1], 80, 60)
    except NoPicture as error:
        pytest.skip(str(error))
    assert first.size == last.size == (80, 60)
    assert first.tobytes() != last.tobytes()
    assert min(ImageStat.Stat(first).stddev) > 5


def test_without_any_opengl_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.physics.render.BACKENDS", ())
    thrown = throw_at(ArenaSimulator(find_edition("impact")), (), "gentle", seed_of("picture"))
    with pytest.raises(NoPicture, match="no picture can be drawn"):
        draw("impact", thrown.trajectory, [0])
