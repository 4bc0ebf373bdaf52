"""`--cluster ADDRESS`: nobody where it is not given, and a clear word where nobody is there."""

import argparse

import pytest

from kessel.cli.cluster import cluster_argument, crew_of
from kessel.errors import BadValue


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    cluster_argument(parser)
    return parser.parse_args(words)


def test_without_an_address_this_machine_works() -> None:
    with crew_of(parsed()) as crew:
        assert crew is None


def test_where_nobody_answers_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.lab.crew.CONNECT_SECONDS", 0.3)
    with (
        pytest.raises(BadValue, match="--cluster"),
        crew_of(parsed("--cluster", "tcp://127.0.0.1:1")),
    ):
        raise AssertionError("nobody is there")
