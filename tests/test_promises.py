"""What the pages say in numbers is what the code does.

Sentences are put together from the constants of the code and looked for on their page.
"""

import math
import re
from pathlib import Path

from table.device import LOW

from kessel.bots import external, master, question
from kessel.bots.characters import Beginner, ByRule, Careful, Gambler
from kessel.bots.levels import NAMES
from kessel.cli.files import MOST_BYTES
from kessel.fairness.chain import CHAIN_LINKS, LINK_BYTES
from kessel.hall import codes, costs, dayboard, reviews, tokens
from kessel.hall.limits import Limits
from kessel.messages.client import OpenReferee, WatchTable
from kessel.page.store import TABLES_KEPT
from kessel.physics import params, stepping
from kessel.proof import rethrow
from kessel.server import app, guard, retention, sockets
from kessel.server.config import Config
from kessel.server.nodes import membership
from kessel.server.store import aside, store
from kessel.table import push
from kessel.table.course import GAME_CODE_BYTES
from kessel.table.pace import PACE
from kessel.throws.aim import AIM_RANGES, STRENGTHS

ROOT = Path(__file__).parents[1]
WORDS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
MINUTES_A_DAY = 24 * 60


def said(page: str) -> str:
    return " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())


def word(number: float) -> str:
    """A small number as it is written out."""
    assert number == int(number)
    return WORDS[int(number)]


def party(at: Limits) -> list[str]:
    signs = len(codes.ALPHABET) ** codes.LENGTH
    day, all_day = (
        first + minute * MINUTES_A_DAY
        for first, minute in (
            (at.address_chances, at.address_chances_per_minute),
            (at.chances, at.chances_per_minute),
        )
    )
    return [
        f"({word(tokens.CODE_LETTERS)} random characters, {5 * tokens.CODE_LETTERS} bits)",
        f"at most {at.address_codes} from one address and {at.codes} in all",
        f"There are {len(codes.ALPHABET)} letters to choose from",
        f"= {signs:,} codes",
        f"one address finds a table on one day in {signs / day:.0f}, "
        f"all addresses together on one in {signs / all_day:.0f}",
        f"every address still has {word(at.spare_tries_per_day)} tries a day",
        f"they wait {word(at.match_seconds)} more seconds for a third and a fourth",
        f"all watchers of a table together {word(at.watcher_reactions_per_second)} a second",
    ]


def deploy(at: Limits) -> list[str]:
    return [
        f"{at.messages_per_second:g} messages a second, bursts of {4 * at.messages_per_second:g}, "
        f"{at.message_bytes // 1024} KiB a message",
        f"{at.address_messages_per_second:g} messages a second, {at.address_connections} "
        f"WebSockets, {at.address_tables_per_minute:g} new tables a minute; at the socket "
        f"{at.address_sockets} sockets and {at.address_frames_per_second:g} frames a second",
        f"{at.connections:,} connections and {at.tables:,} tables in all, {at.watchers} watch",
        f"A request has to come within {at.request_seconds:g} s",
        f"its answer to be read within {guard.ANSWER_SECONDS:g} s",
        f"WebSockets are pinged every {sockets.PING_SECONDS:g} s",
        f"one and one for every {costs.REFEREE_REQUESTS} requests",
        f"a replay, record or review over HTTP as {word(app.WORK_COST)}",
        f"does not answer within {word(aside.ANSWER_SECONDS)} seconds",
        f"The {word(dayboard.LISTED)} best throws of the day",
    ]


def cluster(lease: float) -> list[str]:
    return [
        f"{word(membership.BEATS)} times in a lease of {lease} seconds",
        f"after {lease * membership.OWN_SHARE:.1f} seconds without an answer it closes all sockets",
    ]


def proof() -> list[str]:
    return [
        f"| chain | {CHAIN_LINKS} links: `link[{CHAIN_LINKS}]` is {LINK_BYTES} random bytes",
        f"cut off or silent for {word(PACE.silence)} seconds",
        f"A device has {PACE.links:g} s for its link, over a slow line (`trip`) up to "
        f"{PACE.links_most:g} s, at a table just woken {PACE.links_awake:g} s",
        f"shows the same face within {1000 * rethrow.NEAR:g} mm",
    ]


def aims() -> list[str]:
    """What a hand can do."""
    low = {name: least for name, (least, _) in AIM_RANGES.items()}
    most = {name: largest for name, (_, largest) in AIM_RANGES.items()}
    gentle, *others = STRENGTHS.values()
    return [
        f"| `x`, `y` | −{most['x']} | {most['x']} m |",
        f"| `speed` | {low['speed']:g} | {most['speed']:g} m/s |",
        f"| `height` | {low['height']} | {most['height']} m |",
        f"| `spin` | {low['spin']:g} | {most['spin']:g} rad/s |",
        f"gentle {gentle['speed']} m/s from {1000 * gentle['height']:g} mm with "
        f"{gentle['spin']:g} rad/s",
        *(
            f"{name} {one['speed']}, {1000 * one['height']:g}, {one['spin']:g}"
            for name, one in zip(("firm", "wild"), others, strict=True)
        ),
    ]


def people() -> list[str]:
    """How the opponents that do not calculate play."""
    beginner, gambler, careful, rule = Beginner(), Gambler(), Careful(), ByRule()
    times = {0.3: "three times in ten", 0.75: "three times in four", 0.4: "two in five"}
    more = {number: word(number) for number in range(2, 6)}
    return [
        f"| {NAMES['beginner']} | beginner | goes on {times[beginner.courage]}",
        f"| {NAMES['gambler']} | gambler | goes on {times[gambler.greed]} "
        f"(Avatar: {times[gambler.tuned['impact-avatar']]})",
        f"| {NAMES['careful']} | careful | goes on with {more[careful.enough]} or more lying "
        f"(Harry Potter: {more[int(careful.tuned['harry-potter'])]}, "
        f"Avatar: {more[int(careful.tuned['impact-avatar'])]})",
        f"| {NAMES['rule']} | rule | goes on while {more[rule.lying]} or more lie "
        f"(one element: {more[int(rule.tuned['impact-power'])]}, "
        f"Avatar: {more[int(rule.tuned['impact-avatar'])]})",
        f"its time is up ({master.LEAST_SECONDS} to {master.MOST_SECONDS:g} s)",
    ]


def promised(at: Limits) -> dict[str, list[str]]:
    """Sentences that pages must have."""
    return {
        "how-to/party.md": party(at),
        "how-to/deploy.md": deploy(at),
        "how-to/cluster.md": cluster(Config().lease),
        "how-to/static.md": [f"The newest {TABLES_KEPT} tables are kept"],
        "how-to/bots.md": [
            f"the time for an answer, {word(external.ANSWER_SECONDS)} seconds by default",
            f"within {word(external.START_SECONDS)} seconds",
            f"After {word(external.MOST_FAULTS)} faults the rule plays on",
            f"of the orders of a high tower the first {question.MOST_LEGAL}",
        ],
        "explanation/security.md": [
            f"({tokens.CODE_LETTERS} characters, {5 * tokens.CODE_LETTERS} bits;",
            f"| seat token | {8 * tokens.TOKEN_BYTES} |",
            f"| code of four letters | {math.log2(len(codes.ALPHABET) ** codes.LENGTH):.0f};",
            f"| game code of a replay | {8 * GAME_CODE_BYTES} |",
            f"| chain secrets | {8 * LINK_BYTES} |",
            f"Records are read up to {MOST_BYTES >> 20} MiB",
            f"a message has at most {at.message_bytes // 1024} KiB",
        ],
        "explanation/physics.md": aims(),
        "explanation/opponents.md": people(),
        "reference/proof.md": proof(),
        "reference/protocol.md": [
            f"says nothing for {at.silence_seconds:g} s",
            f"does not read pending data for {at.unread_seconds:g} s is closed",
            f"pushed at most {push.MOST_PUSHES} times before a throw",
            f"after {word(push.MOST_REFUSED)} refusals nobody is asked again",
            f"and with {word(LOW)} links left",
            f"is silent for {word(PACE.silence)} seconds is left out of the next throw",
        ],
    }


def unkept(at: Limits) -> list[str]:
    """Sentences that should be on a page and are not."""
    return [
        f"{page}: {one}"
        for page, sentences in promised(at).items()
        for one in sentences
        if one not in said(page)
    ]


def test_numbers_on_the_pages_are_those_of_the_code() -> None:
    assert unkept(Limits()) == []


def test_a_number_that_changed_is_found() -> None:
    (deployed, listed) = unkept(Limits(tables=1999, silence_seconds=99.0))
    assert "1,999 tables" in deployed
    assert "for 99 s" in listed


def test_times_that_are_told_in_words_hold() -> None:
    assert reviews.SECONDS == 30.0, "at most half a minute of computing (protocol.md)"
    assert retention.FIFTH == 5, "at most a fifth of all in a day (deploy.md)"
    assert dayboard.KEPT.days == 7, "deleted after a week (deploy.md)"
    assert store.HEALTH_SECONDS < 3.0, "within three seconds in any case (operate.md)"
    assert stepping.STILL_FRAMES / params.FRAME_RATE == 0.5, "half a second (physics.md)"
    assert stepping.CREEP_FRAMES / params.FRAME_RATE == 0.2, "a fifth of a second (physics.md)"
    come = costs.ONE_MESSAGE + costs.further_cost(WatchTable("a" * tokens.CODE_LETTERS))
    assert come == 5.0, "coming to one as five (deploy.md)"
    assert PACE.patience == 2, "after two a bot takes over (glossary.md)"
    requests = OpenReferee.__annotations__["requests"]
    assert "500" in str(requests), "at most 500 requests (deploy.md)"


TIMED = re.compile(r"const (LONGEST_SECONDS|ASKED_MS) = (\d+);")


def test_times_of_the_page_hold() -> None:
    page = said("how-to/party.md")
    for file, sentence in (
        ("party/presenter.ts", "reports nothing for twelve seconds"),
        ("screens/podium.tsx", "within two seconds anyone may say"),
    ):
        source = (ROOT / "client" / "src" / file).read_text(encoding="utf-8")
        ((name, number),) = TIMED.findall(source)
        seconds = int(number) / (1000 if name.endswith("MS") else 1)
        assert sentence in page
        assert f" {word(seconds)} seconds" in sentence
