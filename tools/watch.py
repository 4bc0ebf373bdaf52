"""What an operator watches: the table in `docs/how-to/operate.md`, alert rules for Prometheus and a
dashboard for Grafana, all from `WATCHED`."""

import json
from dataclasses import dataclass
from typing import Any

from kessel.hall.limits import Limits
from tools.made import ROOT, Generator

PAGE = ROOT / "docs" / "how-to" / "operate.md"
RULES = ROOT / "deploy" / "alerts.yaml"
DASHBOARD = ROOT / "deploy" / "dashboard.json"
HEAD = "| what | alert | what to do |\n|---|---|---|\n"
MADE = "Made by `make generate` from tools/watch.py."
LEGEND = "{{instance}}"
NEARLY = 0.8
"""Of what a server takes at most."""
NOTHING = "nothing: it is there to compare with"


@dataclass(frozen=True, slots=True)
class Watched:
    """One thing to watch: a panel, and an alert if there is something to do."""

    what: str
    shown: str
    """The panel's expression."""
    when: str = ""
    """The alert's condition, in words and in Prometheus's."""
    expression: str = ""
    minutes: int = 1
    do: str = NOTHING
    legend: str = LEGEND
    unit: str = "short"

    @property
    def alert(self) -> str:
        """Its name, in the form that is usual there."""
        return "Kessel" + "".join(word.capitalize() for word in self.what.split())


def slowest(name: str) -> str:
    """The slowest of a hundred, at each server."""
    summed = f"sum by (instance, le) (rate(kessel_{name}_seconds_bucket[5m]))"
    return f"histogram_quantile(0.99, {summed})"


def slow(what: str, name: str, seconds: float, do: str) -> Watched:
    """Something that takes longer than it should."""
    bound = f"{slowest(name)} > {seconds:g}"
    when = f"slowest of a hundred over {seconds:g} s"
    return Watched(what, slowest(name), when, bound, 10, do, unit="s")


def full(what: str, name: str, most: int) -> Watched:
    """Something of which there can only be so much."""
    bound = int(NEARLY * most)
    when = f"over {bound:,} of {most:,}"
    return Watched(what, name, when, f"{name} > {bound}", 10, "add a server")


WATCHED = (
    Watched(
        "servers that answer",
        'up{job="kessel"}',
        "one does not",
        'up{job="kessel"} == 0',
        1,
        "read its log; people play on at the others",
    ),
    Watched(
        "parts that are well",
        "min by (instance, part) (kessel_well)",
        "one is not",
        "kessel_well == 0",
        1,
        "ask that server's `/healthz`, which says what is wrong",
        legend="{{instance}} {{part}}",
    ),
    Watched(
        "servers that know each other",
        "kessel_nodes",
        "fewer than answer",
        'kessel_nodes > 0 and kessel_nodes < scalar(sum(up{job="kessel"}))',
        2,
        "look at the database, and at the network between servers",
    ),
    Watched(
        "damage found",
        "kessel_damaged",
        "any",
        "kessel_damaged > 0",
        1,
        "`kessel check DATABASE` lists it; restore that from a backup",
    ),
    Watched("share of the database looked at for damage", "kessel_checked", unit="percentunit"),
    slow("delay of the event loop", "loop_lag", 0.1, "it is full: add a server"),
    slow("throws", "throw", 1.0, "more cores and `--workers`, or a further server"),
    slow("decisions", "action", 0.25, "look at the event loop and at writes"),
    slow("writes", "write", 0.25, "look at the database and its disk"),
    full("connections", "kessel_connections", Limits().connections),
    full("tables", "kessel_tables", Limits().tables),
    Watched(
        "refusals by code",
        "sum by (code) (rate(kessel_refused_total[5m]))",
        legend="{{code}}",
    ),
    Watched("throws a second", "rate(kessel_throws_total[5m])"),
    Watched("games an hour", "3600 * rate(kessel_games_finished_total[1h])"),
    Watched(
        "messages a second",
        "rate(kessel_messages_received_total[5m]) + rate(kessel_messages_sent_total[5m])",
    ),
    Watched("connections to tables elsewhere", "kessel_relays"),
)


def with_table(page: str) -> str:
    """The page with its table made again."""
    before, head, rest = page.partition(HEAD)
    assert head, f"{PAGE.name} has no table that begins with {HEAD}"
    _, after, end = rest.partition("\n\n")
    alerts = [one for one in WATCHED if one.when]
    rows = [f"| {one.what} | {one.when}, for {one.minutes} min | {one.do} |" for one in alerts]
    others = ", ".join(one.what for one in WATCHED if not one.when)
    rows.append(f"| {others} | | {NOTHING} |")
    return before + head + "\n".join(rows) + after + end


def rules() -> str:
    """The alerts, as Prometheus reads them."""
    lines = [f"# {MADE}", "groups:", "  - name: kessel", "    rules:"]
    for one in WATCHED:
        if one.expression:
            said = f"{one.what}: {one.when} ({{{{ $labels.instance }}}})"
            lines += [
                f"      - alert: {one.alert}",
                f"        expr: {json.dumps(one.expression)}",
                f"        for: {one.minutes}m",
                "        annotations:",
                f"          summary: {json.dumps(said)}",
                f"          description: {json.dumps(one.do)}",
            ]
    return "\n".join(lines) + "\n"


def dashboard() -> str:
    """A panel for each, two beside each other."""
    board = {
        "title": "Kessel",
        "uid": "kessel",
        "description": MADE,
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [{"name": "source", "type": "datasource", "query": "prometheus"}]},
        "panels": [panel(number, one) for number, one in enumerate(WATCHED)],
    }
    return json.dumps(board, indent=1) + "\n"


def panel(number: int, one: Watched) -> dict[str, Any]:
    return {
        "id": number + 1,
        "type": "timeseries",
        "title": one.what.capitalize(),
        "description": one.do,
        "datasource": {"type": "prometheus", "uid": "${source}"},
        "gridPos": {"x": 12 * (number % 2), "y": 8 * (number // 2), "w": 12, "h": 8},
        "fieldConfig": {"defaults": {"unit": one.unit, "min": 0}, "overrides": []},
        "targets": [{"refId": "A", "expr": one.shown, "legendFormat": one.legend}],
    }


GENERATOR = Generator(
    "watch",
    lambda: {
        PAGE: lambda: with_table(PAGE.read_text(encoding="utf-8")).encode(),
        RULES: lambda: rules().encode(),
        DASHBOARD: lambda: dashboard().encode(),
    },
)
