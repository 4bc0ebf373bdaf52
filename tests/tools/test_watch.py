"""What an operator watches is what a server counts."""

import re

from kessel.server.metrics import Metrics
from tools.watch import DASHBOARD, RULES, WATCHED

NAME = re.compile(r"\bkessel_\w+")


def exported() -> set[str]:
    """Every name that an expression may have, from what a server answers."""
    metrics = Metrics()
    metrics.refused.labels("stale")
    metrics.well.labels("database")
    return set(re.findall(r"^(kessel_\w+)", metrics.text().decode(), re.MULTILINE))


def test_alerts_and_panels_ask_for_what_is_there() -> None:
    for file in RULES, DASHBOARD:
        named = set(NAME.findall(file.read_text()))
        assert len(named) > 5
        assert named <= exported(), file.name


def test_everything_that_a_server_counts_is_watched() -> None:
    watched = {name for one in WATCHED for name in NAME.findall(one.shown)}
    parts = re.compile(r"_(count|sum|created)$")
    assert {name for name in exported() if not parts.search(name)} == watched
