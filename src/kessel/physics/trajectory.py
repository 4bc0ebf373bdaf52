"""What everybody watches: the poses of all dice at 60 frames a second, the contacts, the nudges.

Packed small for the wire; docs/reference/trajectory.md says how, precisely enough for another
decoder. Knows nothing of MuJoCo, rules or throws.
"""

import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain

from kessel.errors import ParseError
from kessel.physics.numbers import Floats, Ints, dots, np

MAGIC = b"KT"
FORMAT_VERSION = 1
TICKS_PER_FRAME = 16
POSITION_STEP = 1e-4
"""m. Rounding errs by at most 0.05 mm an axis, 0.087 mm in all."""
ROTATION_UNIT = 512
"""Quaternion parts are sent in 1/512: at most 0.23° off."""
IMPULSE_STEP = 2e-5
"""N·s. A die of 4.5 g that changes its speed by 1 m/s has taken 225 of these."""
PLACE_STEP = 1e-3
"""m, for the place of a contact."""
BEARING_STEP = 0.01
"""rad, for the direction of a nudge."""
AMPLITUDE_STEP = 1e-5
"""m, for the size of a nudge."""
MOST_FRAMES, MOST_TRACKS = 1 << 16, 1 << 10
"""Beyond these the bytes are damaged, and no memory is set aside for them."""
MERGED_REST = 3
"""Frames: a shorter rest inside a motion is sent as motion, which costs less than two runs."""


class Fate(IntEnum):
    """How a die ends."""

    FLAT = 0
    TOWER = 1
    COCKED = 2
    RIM = 3
    OUT = 4


class Surface(IntEnum):
    """What a die can touch other than a die."""

    MAT = 0
    WALL = 1
    RIM = 2
    TABLE = 3


@dataclass(frozen=True, slots=True)
class Track:
    """One die's part: who it is, when it is seen, how it ends."""

    die: int
    first: int  # the first frame in which it is seen
    last: int  # the last frame in which it is seen
    fate: Fate
    up: int  # index into pose.AXES of the axis that looks up at the end


@dataclass(frozen=True, slots=True)
class Contact:
    """One audible touch, for sound."""

    time: float  # s
    die: int
    other: int | Surface  # another die's id, or a surface
    impulse: float  # N·s
    place: tuple[float, float, float]  # m


@dataclass(frozen=True, slots=True)
class Nudge:
    """The box was knocked: frames, bearing and amplitude of the shake (poses are in the box)."""

    first: int
    frames: int
    bearing: float  # rad
    amplitude: float  # m


@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """Poses by frame and die: `positions[frame, k]` belongs to `tracks[k]`."""

    tracks: tuple[Track, ...]
    positions: Floats  # (frames, dice, 3), m
    rotations: Floats  # (frames, dice, 4), unit quaternions w, x, y, z
    contacts: tuple[Contact, ...] = ()
    nudges: tuple[Nudge, ...] = ()
    frame_rate: int = 60

    @property
    def frames(self) -> int:
        """How many frames there are; frame k is at k / frame_rate seconds."""
        return len(self.positions)

    @property
    def seconds(self) -> float:
        """How long it lasts."""
        return max(self.frames - 1, 0) / self.frame_rate


def encode(trajectory: Trajectory) -> bytes:
    """Pack a trajectory for the wire."""
    body = _leb128(chain.from_iterable(_body(trajectory)))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    header = MAGIC + bytes((FORMAT_VERSION, trajectory.frame_rate))
    return header + packer.compress(body) + packer.flush()


def decode(data: bytes) -> Trajectory:
    """Unpack what `encode` made; anything else raises ParseError."""
    if len(data) < 4 or data[:2] != MAGIC or data[2] != FORMAT_VERSION:
        raise ParseError(
            f"not a trajectory: begins with {data[:3].hex() or 'nothing'}, "
            f"expected {(MAGIC + bytes([FORMAT_VERSION])).hex()}"
        )
    try:
        body = zlib.decompress(data[4:], -15)
    except zlib.error as error:
        raise ParseError(f"a trajectory that cannot be unpacked: {error}") from error
    return _read(_Reader(_varints(body)), data[3])


# --- writing ----------------------------------------------------------------------------------


def _body(trajectory: Trajectory) -> Iterator[Iterable[int]]:
    tracks = trajectory.tracks
    poses = _quantised(trajectory)
    yield [len(tracks), trajectory.frames]
    yield [t.die for t in tracks]
    yield [t.first for t in tracks]
    yield [trajectory.frames - 1 - t.last for t in tracks]
    yield [t.fate for t in tracks]
    yield [t.up for t in tracks]
    starts = [pose[t.first].tolist() for t, pose in zip(tracks, poses, strict=True)]
    yield _signed(chain.from_iterable(zip(*starts, strict=True)))
    runs = [_runs(t, pose) for t, pose in zip(tracks, poses, strict=True)]
    for track, die_runs in zip(tracks, runs, strict=True):
        yield _run_numbers(track, die_runs)
    yield _signed(_residual_columns(poses, runs).tolist())
    yield from _contacts(trajectory)
    yield from _nudges(trajectory)


def _quantised(trajectory: Trajectory) -> list[Ints]:
    """For each die an array (frames, 7) of whole numbers, its quaternion's sign kept steady."""
    positions = np.rint(trajectory.positions / POSITION_STEP)
    rotations = trajectory.rotations.copy()
    turned = dots(rotations[1:], rotations[:-1]) < 0
    rotations[1:] *= np.cumprod(np.where(turned, -1.0, 1.0), axis=0)[..., None]
    joined = np.concatenate([positions, np.rint(rotations * ROTATION_UNIT)], axis=2)
    return list(joined.astype(np.int64).transpose(1, 0, 2))


def _runs(track: Track, pose: Ints) -> list[tuple[int, int]]:
    """Half-open ranges of frames in which the die moves, short rests swallowed."""
    moved = np.flatnonzero(
        (pose[track.first + 1 : track.last + 1] != pose[track.first : track.last]).any(axis=1)
    )
    if not len(moved):
        return []
    frames = moved + track.first + 1
    breaks = np.flatnonzero(np.diff(frames) > MERGED_REST)
    firsts = frames[np.concatenate(([0], breaks + 1))]
    ends = frames[np.concatenate((breaks, [len(frames) - 1]))] + 1
    return list(zip(firsts.tolist(), ends.tolist(), strict=True))


def _run_numbers(track: Track, runs: list[tuple[int, int]]) -> list[int]:
    numbers, at = [len(runs)], track.first + 1
    for first, end in runs:
        numbers += [first - at, end - first]
        at = end
    return numbers


def _residual_columns(poses: list[Ints], runs: list[list[tuple[int, int]]]) -> Ints:
    parts = [
        pose[first:end] - _predicted(pose, first, end)
        for pose, die_runs in zip(poses, runs, strict=True)
        for first, end in die_runs
    ]
    return np.concatenate(parts).T.ravel() if parts else np.empty(0, dtype=np.int64)


def _predicted(pose: Ints, first: int, end: int) -> Ints:
    """What the decoder expects in each frame of a run, from the two frames before it."""
    one = pose[first - 1 : end - 1]
    two = np.concatenate([pose[first - 1 : first], pose[first - 1 : end - 2]])
    return np.concatenate([2 * one[:, :3] - two[:, :3], _turned_on(one[:, 3:], two[:, 3:])], axis=1)


def _turned_on(one: Ints, two: Ints) -> Ints:
    """The quaternion after `two`, `one` at constant angular velocity, in whole numbers."""
    dot = (one * two).sum(axis=1, keepdims=True)
    norm = np.maximum((one * one).sum(axis=1, keepdims=True), 1)  # 0 only in damaged bytes
    turned: Ints = (4 * dot * one + norm) // (2 * norm) - two
    return turned


def _contacts(trajectory: Trajectory) -> Iterator[Iterable[int]]:
    slots = {track.die: k for k, track in enumerate(trajectory.tracks)}
    ticks = [round(c.time * trajectory.frame_rate * TICKS_PER_FRAME) for c in trajectory.contacts]
    yield [len(ticks)]
    yield [b - a for a, b in zip([0, *ticks], ticks, strict=False)]
    yield [slots[c.die] for c in trajectory.contacts]
    yield [
        int(c.other) if isinstance(c.other, Surface) else len(Surface) + slots[c.other]
        for c in trajectory.contacts
    ]
    yield [round(c.impulse / IMPULSE_STEP) for c in trajectory.contacts]
    for axis in range(3):
        yield _signed(round(c.place[axis] / PLACE_STEP) for c in trajectory.contacts)


def _nudges(trajectory: Trajectory) -> Iterator[Iterable[int]]:
    yield [len(trajectory.nudges)]
    for nudge in trajectory.nudges:
        yield [nudge.first, nudge.frames]
        yield _signed([round(nudge.bearing / BEARING_STEP)])
        yield [round(nudge.amplitude / AMPLITUDE_STEP)]


def _signed(numbers: Iterable[int]) -> Iterator[int]:
    """As numbers from 0 on, those of small size first: 0, -1, 1, -2, 2..."""
    return (2 * n if n >= 0 else -2 * n - 1 for n in numbers)


def _leb128(numbers: Iterable[int]) -> bytes:
    """Seven bits a byte, lowest first, the top bit set on all but the last byte of a number."""
    packed = bytearray()
    for number in numbers:
        left = number
        while left > 0x7F:
            packed.append(left & 0x7F | 0x80)
            left >>= 7
        packed.append(left)
    return bytes(packed)


# --- reading ----------------------------------------------------------------------------------


def _varints(body: bytes) -> Ints:
    octets = np.frombuffer(body, dtype=np.uint8).astype(np.int64)
    ends = np.flatnonzero(octets < 0x80)
    if len(octets) and (not len(ends) or ends[-1] != len(octets) - 1):
        raise ParseError("a trajectory cut off inside a number")
    starts = np.concatenate(([0], ends[:-1] + 1)) if len(ends) else np.empty(0, dtype=np.int64)
    place = np.arange(len(octets)) - np.repeat(starts, ends - starts + 1)
    if len(place) and place.max() > 8:
        raise ParseError("a trajectory with a number of more than nine bytes")
    values: Ints = (
        np.add.reduceat((octets & 0x7F) << (7 * place), starts) if len(starts) else starts
    )
    return values


class _Reader:
    def __init__(self, values: Ints) -> None:
        self._values, self._at = values, 0

    def unsigned(self, count: int) -> list[int]:
        return [int(v) for v in self._take(count)]

    def one(self) -> int:
        return int(self._take(1)[0])

    def signed(self, count: int) -> Ints:
        values = self._take(count)
        return (values >> 1) ^ -(values & 1)

    def finish(self) -> None:
        if self._at != len(self._values):
            raise ParseError(f"a trajectory with {len(self._values) - self._at} numbers too many")

    def _take(self, count: int) -> Ints:
        if count > len(self._values) - self._at:
            raise ParseError("a trajectory that ends too soon")
        self._at += count
        return self._values[self._at - count : self._at]


def _read(reader: _Reader, frame_rate: int) -> Trajectory:
    count, frames = reader.unsigned(2)
    if not 1 <= frames <= MOST_FRAMES or count > MOST_TRACKS:
        raise ParseError(f"a trajectory of {count} dice and {frames} frames")
    tracks = _read_tracks(reader, count, frames)
    starts = reader.signed(7 * count).reshape(7, count).T
    runs = [_read_runs(reader, track) for track in tracks]
    moving = sum(end - first for die_runs in runs for first, end in die_runs)
    residuals = reader.signed(7 * moving).reshape(7, moving).T
    poses, at = np.empty((frames, count, 7), dtype=np.int64), 0
    for k, die_runs in enumerate(runs):
        at = _replay(poses[:, k], starts[k], die_runs, residuals, at)
    contacts = _read_contacts(reader, tracks, frame_rate)
    nudges = tuple(_read_nudge(reader) for _ in range(reader.one()))
    reader.finish()
    turns = poses[..., 3:].astype(np.float64)
    if not turns.any(axis=2).all():
        raise ParseError("a trajectory with a quaternion of length 0")
    rotations: Floats = turns / np.sqrt((turns * turns).sum(axis=2, keepdims=True))
    positions: Floats = poses[..., :3] * np.float64(POSITION_STEP)
    return Trajectory(tracks, positions, rotations, contacts, nudges, frame_rate)


def _read_tracks(reader: _Reader, count: int, frames: int) -> tuple[Track, ...]:
    dice, firsts, hidden, fates, ups = (reader.unsigned(count) for _ in range(5))
    if any(fate > max(Fate) for fate in fates):
        raise ParseError("a trajectory with a die of unknown fate")
    tracks = tuple(
        Track(die, first, frames - 1 - after, Fate(fate), up)
        for die, first, after, fate, up in zip(dice, firsts, hidden, fates, ups, strict=True)
    )
    if any(not 0 <= track.first <= track.last < frames for track in tracks):
        raise ParseError("a trajectory with a die that is seen outside of its frames")
    return tracks


def _read_runs(reader: _Reader, track: Track) -> list[tuple[int, int]]:
    runs, at = [], track.first + 1
    for _ in range(reader.one()):
        gap, length = reader.unsigned(2)
        runs.append((at + gap, at + gap + length))
        at += gap + length
    if at > track.last + 1:
        raise ParseError("a trajectory with a die that moves after its last frame")
    return runs


def _replay(pose: Ints, start: Ints, runs: list[tuple[int, int]], residuals: Ints, at: int) -> int:
    """Fill one die's frames; before it is seen it waits where it starts. Returns the next row."""
    held, done = start, 0
    for first, end in runs:
        pose[done:first] = held
        two = one = held
        for frame in range(first, end):
            guess = np.concatenate(
                [2 * one[:3] - two[:3], _turned_on(one[None, 3:], two[None, 3:])[0]]
            )
            two, one = one, guess + residuals[at]
            pose[frame] = one
            at += 1
        held, done = one, end
    pose[done:] = held
    return at


def _read_contacts(
    reader: _Reader, tracks: tuple[Track, ...], frame_rate: int
) -> tuple[Contact, ...]:
    count = reader.one()
    times = np.cumsum(reader.unsigned(count)) / (frame_rate * TICKS_PER_FRAME)
    dice, others, impulses = (reader.unsigned(count) for _ in range(3))
    places = (reader.signed(3 * count) * PLACE_STEP).reshape(3, count).T
    known = range(len(tracks)), range(len(tracks) + len(Surface))
    if any(d not in known[0] or o not in known[1] for d, o in zip(dice, others, strict=True)):
        raise ParseError("a trajectory with a contact of a die that is not in it")
    return tuple(
        Contact(
            float(times[k]),
            tracks[dice[k]].die,
            _touched(others[k], tracks),
            impulses[k] * IMPULSE_STEP,
            (float(places[k, 0]), float(places[k, 1]), float(places[k, 2])),
        )
        for k in range(count)
    )


def _touched(code: int, tracks: tuple[Track, ...]) -> int | Surface:
    return Surface(code) if code < len(Surface) else tracks[code - len(Surface)].die


def _read_nudge(reader: _Reader) -> Nudge:
    first, frames = reader.unsigned(2)
    bearing = int(reader.signed(1)[0]) * BEARING_STEP
    return Nudge(first, frames, bearing, reader.one() * AMPLITUDE_STEP)
