"""The wire format of trajectories: what goes in comes out, and golden bytes stay readable."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kessel.errors import ParseError
from kessel.physics.numbers import Floats
from kessel.physics.trajectory import (
    Contact,
    Fate,
    Nudge,
    Surface,
    Track,
    Trajectory,
    decode,
    encode,
)
from tools.trajectories import FOLDER, GOLDEN, described

LYING_AND_OUT = FOLDER / "lying_and_out.ktr"
MOST_POSITION_ERROR = 0.0001
MOST_ROTATION_ERROR = np.radians(0.5)


def angle_between(a: Floats, b: Floats) -> Floats:
    """Angle of the rotation between unit quaternions, exact for small angles too."""
    same = np.linalg.norm(a - b, axis=-1)
    opposite = np.linalg.norm(a + b, axis=-1)
    angle: Floats = 4 * np.arcsin(np.minimum(same, opposite) / 2)
    return angle


def random_walk(seed: int, frames: int, dice: int, turn: float) -> Trajectory:
    random = np.random.default_rng(seed)
    positions = np.cumsum(random.normal(0, 0.01, (frames, dice, 3)), axis=0)
    still = random.random((frames, dice)) < 0.3
    rotations = np.empty((frames, dice, 4))
    rotations[0] = _unit(random.normal(size=(dice, 4)))
    for k in range(1, frames):
        step = _unit(np.concatenate([np.ones((dice, 1)), random.normal(0, turn, (dice, 3))], 1))
        rotations[k] = _product(rotations[k - 1], step)
        rotations[k][still[k]] = rotations[k - 1][still[k]]
        positions[k][still[k]] = positions[k - 1][still[k]]
    firsts = random.integers(0, frames, dice)
    tracks = tuple(
        Track(int(9 * k), int(first), int(random.integers(first, frames)), Fate(k % 5), k % 6)
        for k, first in enumerate(firsts)
    )
    return Trajectory(tracks, positions, rotations)


def _unit(values: Floats) -> Floats:
    unit: Floats = values / np.linalg.norm(values, axis=-1, keepdims=True)
    return unit


def _product(a: Floats, b: Floats) -> Floats:
    aw, av, bw, bv = a[:, :1], a[:, 1:], b[:, :1], b[:, 1:]
    real = aw * bw - (av * bv).sum(axis=1, keepdims=True)
    return np.concatenate([real, aw * bv + bw * av + np.cross(av, bv)], axis=1)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    frames=st.integers(1, 50),
    dice=st.integers(0, 6),
    turn=st.sampled_from([0.001, 0.05, 0.5]),
)
def test_decoded_poses_are_those_encoded_within_the_promised_error(
    seed: int, frames: int, dice: int, turn: float
) -> None:
    sent = random_walk(seed, frames, dice, turn)
    got = decode(encode(sent))
    assert got.tracks == sent.tracks
    assert got.frames == sent.frames
    for k, track in enumerate(sent.tracks):
        seen = slice(track.first, track.last + 1)
        off = np.linalg.norm(got.positions[seen, k] - sent.positions[seen, k], axis=1)
        turned = angle_between(got.rotations[seen, k], sent.rotations[seen, k])
        assert off.max() < MOST_POSITION_ERROR
        assert turned.max() < MOST_ROTATION_ERROR


def test_neighbouring_quaternions_keep_their_sign() -> None:
    sent = random_walk(1, 40, 3, 0.3)
    flipped = sent.rotations.copy()
    flipped[::3] *= -1
    got = decode(encode(Trajectory(sent.tracks, sent.positions, flipped)))
    dots = (got.rotations[1:] * got.rotations[:-1]).sum(axis=2)
    for k, track in enumerate(sent.tracks):
        assert (dots[track.first : track.last, k] > 0).all()


def test_contacts_and_nudges_come_back() -> None:
    sent = random_walk(2, 20, 3, 0.1)
    contacts = (
        Contact(0.0, 9, Surface.WALL, 0.001, (0.01, -0.02, 0.003)),
        Contact(0.25, 0, 18, 0.00456, (-0.3, 0.0, 0.05)),
        Contact(0.25, 18, Surface.TABLE, 0.0, (0.0, 0.0, 0.0)),
    )
    nudges = (Nudge(3, 9, -2.5, 0.001), Nudge(15, 4, 3.14, 0.0025))
    got = decode(encode(Trajectory(sent.tracks, sent.positions, sent.rotations, contacts, nudges)))
    assert got.nudges == nudges
    for mine, theirs in zip(contacts, got.contacts, strict=True):
        assert (theirs.die, theirs.other) == (mine.die, mine.other)
        assert theirs.time == pytest.approx(mine.time, abs=0.0006)
        assert theirs.impulse == pytest.approx(mine.impulse, abs=1e-5)
        assert theirs.place == pytest.approx(mine.place, abs=0.0005)


def test_dice_that_lie_still_cost_next_to_nothing() -> None:
    few, many = (
        Trajectory(
            tuple(Track(k, 0, 99, Fate.FLAT, 0) for k in range(dice)),
            np.full((100, dice, 3), 0.008),
            np.tile([1.0, 0.0, 0.0, 0.0], (100, dice, 1)),
        )
        for dice in (1, 20)
    )
    assert len(encode(many)) - len(encode(few)) < 80


@pytest.mark.parametrize(
    "data",
    [b"", b"KT", b"KT\x02\x3c\x03\x00", b"GIF89a", b"KT\x01\x3cnot deflate"],
)
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ParseError):
        decode(data)


@settings(max_examples=200, deadline=None)
@given(cut=st.integers(0, 170), flip=st.integers(0, 170), bit=st.integers(0, 7))
def test_damaged_bytes_never_raise_anything_but_parse_errors(cut: int, flip: int, bit: int) -> None:
    data = bytearray(LYING_AND_OUT.read_bytes())
    data[flip] ^= 1 << bit
    for damaged in (bytes(data), bytes(data[:cut])):
        try:
            decode(damaged)
        except ParseError:
            continue


# --- the golden trajectories, which every decoder is tested against -------------------------------


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_golden_bytes_decode_to_what_stands_beside_them(name: str) -> None:
    expected = json.loads((FOLDER / f"{name}.json").read_text())
    assert described(decode((FOLDER / f"{name}.ktr").read_bytes())) == expected


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_golden_trajectories_survive_encoding_again(name: str) -> None:
    first = decode((FOLDER / f"{name}.ktr").read_bytes())
    again = decode(encode(first))
    assert np.abs(again.positions - first.positions).max(initial=0) < 1e-12
    assert np.abs(again.rotations - first.rotations).max(initial=0) < 0.002


def test_every_golden_file_is_tested() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GOLDEN)
