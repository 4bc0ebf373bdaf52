"""The golden trajectories, which every decoder is tested against."""

import json

import numpy as np
import pytest

from kessel.physics.trajectory import decode, encode
from tools.trajectories import FOLDER, GOLDEN, described


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
