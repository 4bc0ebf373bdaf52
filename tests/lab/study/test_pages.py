"""What the pages of the study say in numbers: each is put together from the study's data and found,
and no other number stands there.
"""

import math
import re
from pathlib import Path
from statistics import fmean, pstdev

from kessel.lab.study import aim_map
from kessel.lab.study.aim_map import NEARNESS
from kessel.lab.study.parts import Effort, Study, turned
from kessel.lab.study.play import REACH
from kessel.rules.edition import find_edition
from kessel.solver.library import shipped_library
from kessel.throws.aim import KINDS

DOCS = Path(__file__).parents[3] / "docs"
STUDY = Study(DOCS / "study", Effort())
EDITION = "strike-2020"
DATA = {
    part: STUDY.read(part)
    for part in (
        "aiming", "aims", "edges", "engines", "layouts", "map", "model", "population", "seats",
    )
}  # fmt: skip
SEATS: dict[str, list[float]] = DATA["seats"]["editions"][EDITION]
EDGES: dict[str, list[float]] = DATA["edges"]["shares"]
AIMED = DATA["aiming"]["editions"]
NAMES = {
    "wild against gentle": "throws wildly, the other gently; one rule for both",
    "exact against rule": "plays exactly, the other by one good rule",
    "firm against wild": "throws firmly, the other wildly; one rule for both",
    "exact against careful": "plays exactly, the other carefully",
    "exact against gambler": "plays exactly, the other gambles",
    "firm against gentle": "throws firmly, the other gently; one rule for both",
    "exact against beginner": "plays exactly, the other is a beginner",
}
NEAR = {
    "at a die": "a die, within 9 mm of its middle",
    "beside a die": "beside a die, 9 to 20 mm",
    "farther away": "farther away",
}
THROWN = {
    "rule": "rule, thrown firmly",
    "rule, thrown gentle": "rule, thrown gently",
    "rule, thrown wild": "rule, thrown wildly",
}
WORDS = {8: "eight", 4: "four", 2: "two"}
COUNTS = {(one.cell.kind, one.cell.dice): one for one in STUDY.counts()}
CITED = re.compile(r"^- (?:Pig|Duersch|What removes|Kapitaniak).*", re.MULTILINE)
NAMED = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|95% intervals|99%|\(2\*p\* − 1\)²")
"""Commands, names, links, how luck is reckoned; and the saying that the study is about."""


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"


def plus_minus(mean: float, error: float, unit: str = "") -> str:
    """As a mean with its 95% interval."""
    return f"{100 * mean:.1f}{unit} ± {100 * REACH * error:.1f}"


def shown_after(share: float) -> str:
    """After how many games the lead is twice its standard error, to two digits."""
    games = 4 * share * (1 - share) / (share - 0.5) ** 2
    return f"{int(round(games, 1 - int(math.log10(games)))):,}"


def luck(share: float) -> str:
    """Of a game's variance, with as many digits as tell it from all."""
    skill = 100 * (2 * share - 1) ** 2
    return f"{100 - skill:.{max(0, round(-math.log10(skill)))}f}%"


def first_table() -> list[str]:
    best, (aiming, error) = max(SEATS["2"]), AIMED[EDITION]["share"]
    rows = {f"the better seat, the second | {percent(best)}%, exact": best}
    for name, (share, own) in EDGES.items():
        low, high = share - REACH * own, share + REACH * own
        said = f"{percent(share, 2)}% ({percent(low, 2)} to {percent(high, 2)})"
        rows[f"{NAMES[name]} | {said}"] = share
    said = f"{percent(aiming)}% ({interval(aiming, error)})"
    rows[f"aims, the other plays exactly without aiming | {said}"] = aiming
    return [f"| {row} | {luck(share)} | {shown_after(share)} |" for row, share in rows.items()]


def interval(share: float, error: float) -> str:
    return f"{percent(share - REACH * error)} to {percent(share + REACH * error)}"


def nearness(x: float, y: float) -> str:
    nearest = min(math.dist((x, y), one[1:3]) for one in DATA["map"]["layout"])
    return next(near for near, reach in NEARNESS.items() if nearest <= reach)


def map_table() -> list[str]:
    """Means over the squares of each nearness, each with the error of its own throws."""
    rows = []
    for near, name in NEAR.items():
        cells, some = [], []
        for kind in KINDS:
            some = [one for one in DATA["map"]["points"][kind] if nearness(*one[:2]) == near]
            error = math.sqrt(sum(one[-1] ** 2 for one in some)) / len(some)
            cells.append(plus_minus(fmean((one[4] + one[5]) / 2 for one in some), error, "%"))
        rows.append(f"| {name} ({len(some)}) | {' | '.join(cells)} |")
    return rows


def opposite(kind: str, dice: int) -> str:
    """How often a struck die that changed shows the opposite face."""
    (one,) = [row for row in turned(list(COUNTS.values()), kind) if row[0] == dice]
    return f"{one[1] / one[2]:.0%}"


def study_page() -> list[str]:
    solution, _ = shipped_library(find_edition(EDITION), 2)
    assert solution is not None
    stop = 1 - solution.turn_value(len(aim_map.LAYOUT), aim_map.HANDS[::-1])[0]
    first, second, *_, last = SEATS["5"]
    throws, aims = sum(one.throws for one in COUNTS.values()), DATA["aims"]
    changed = sum(changed for kind in KINDS for _, _, changed in turned(STUDY.counts(), kind))
    gains = [
        f"| {NEAR[near]} | {' | '.join(plus_minus(*of[kind]) for kind in KINDS)} |"
        for near, of in aims["gains"].items()
    ]
    return [
        *first_table(), *map_table(), *gains,
        f"with two players ({SEATS['2'][0]:.1%})",
        f"the starter wins {first:.1%}, the second {second:.1%}, the last {last:.1%}",
        f"{throws / 1e6:.1f} million throws in the oval arena",
        "2, 3, 5 and 6 lie as drawn",
        f"{DATA['map']['throws']} throws of each strength from random sides",
        f"Stopping here is worth {stop:.1%}",
        f"{aims['layouts']} layouts with two or more",
        f"{aims['throws']} throws of each strength made at points of each kind",
        f": {aims['layouts'] * aims['throws'] * len(NEARNESS) * len(KINDS):,} throws",
        f"Counted over {changed / 1e6:.1f} million dice",
        f"gently struck ones do so in {opposite('gentle', 1)} (alone) to {opposite('gentle', 5)}",
        f"firmly struck ones in {opposite('firm', 1)} to {opposite('firm', 5)}",
        f"wildly struck ones in {opposite('wild', 1)} to {opposite('wild', 5)}",
    ]  # fmt: skip


def engines() -> str:
    old, new = (DATA["engines"][f"MuJoCo {version}"] for version in ("3.14", "4.0"))
    gaps = {name: abs(old[name] - new[name]) for name in old}
    wild, firm = sorted(gaps.values())[-1:-3:-1]
    assert (wild, firm) == (gaps["wild against gentle"], gaps["firm against wild"])
    assert sorted(old, key=lambda one: old[one]) == sorted(new, key=lambda one: new[one])
    return (
        f"between 3.14 and 4.0 are {percent(wild, 2)} points (wild against gentle) "
        f"and {percent(firm, 2)} (firm against wild)"
    )


def layouts() -> list[str]:
    left, struck = DATA["layouts"], DATA["layouts"]["struck"]

    def scattered(dice: int) -> float:
        return COUNTS["firm", dice].struck_each()[0]

    of_games = "strikes it in {}% (scattered: {}), at five each in {}% ({}), a wild one at five in"
    rows = []
    for name, (share, _) in left["shares"].items():
        before = EDGES.get(name, SEATS["2"])[0]
        rows.append(f"| {name} | {percent(before)} | {percent(share)} |")
        assert (share > 0.5) == (before > 0.5)
    return [
        *rows,
        f"{left['games']:,} games between exact players left "
        f"{sum(left['layouts'].values()):,} layouts, at which {left['throws']:,} throws",
        of_games.format(
            percent(struck["firm at 1"][0]), percent(scattered(1)),
            percent(struck["firm at 5"][0]), percent(scattered(5), 2),
        ) + f" {percent(struck['wild at 5'][0])}%",
    ]  # fmt: skip


def guaranteed() -> list[str]:
    rows = []
    for players, least in DATA["seats"]["guaranteed"].items():
        cells = [
            f"{low:.2%}" + (f" ({percent(share, 2)})" if players != "2" else "")
            for low, share in zip(least, SEATS[players], strict=True)
        ]
        note = ", guaranteed (in the equilibrium)" if players == "3" else ""
        rows.append(f"| {players}{note} | {' | '.join(cells)} |")
    return rows


def series(won: float, games: int) -> str:
    """How often the better one wins most of so many games."""
    most = range(games // 2 + 1, games + 1)
    return f"{sum(math.comb(games, n) * won**n * (1 - won) ** (games - n) for n in most):.0%}"


def population() -> list[str]:
    players: dict[str, float] = DATA["population"]["players"]
    best = players["exact"]
    elo = [400 * math.log10(share / (1 - share)) for share in players.values()]
    columns = sorted(players, key=lambda name: -players[name])
    return [
        f"| {' | '.join(THROWN.get(name, name) for name in columns)} |",
        f"| {' | '.join(f'{players[name]:.1%}' for name in columns)} |",
        f"dice decide **{DATA['population']['luck']:.1%}** of the variance",
        f"from −{-min(elo):.0f} to +{max(elo):.0f}, with a standard deviation of {pstdev(elo):.0f}",
        f"wins {series(best, 1)} of single games, {series(best, 11)} of series of eleven "
        f"and {series(best, 51)} of series of fifty-one",
    ]


def limits_page() -> list[str]:
    elsewhere = STUDY.counts_elsewhere()
    kept, new = (DATA["model"]["starter"][one] for one in ("kept model", "these counts"))
    (each,) = {one.throws for one in COUNTS.values()}
    (there,) = {one.throws for one in elsewhere if one.cell.arena != "oval"}
    before = {cell["throws"] for cell in STUDY.read("before")["arenas"]["oval"]}
    impact = DATA["seats"]["editions"]["impact"]["2"][0]
    thrown = sum(one.throws for one in [*COUNTS.values(), *elsewhere])
    given = DATA["model"]["given away"]["policy of the kept model"]
    return [
        engines(), *layouts(), *guaranteed(), *population(),
        f"The other two arenas have {there:,} throws a cell",
        f"wins {impact:.6f} of the games between two, that of `strike-2020` in the oval "
        f"{SEATS['2'][0]:.6f}",
        f"A model from {min(before)} throws a cell instead of {each:,} gives the starter "
        f"{kept:.6f}, and its policy gives away {percent(given, 3)} points of a hundred. "
        f"So {min(before)} are enough",
        f"The counts are {thrown / 1e6:.0f} million throws",
    ] + ([] if new == SEATS["2"][0] else ["the model of these counts is shipped"])  # fmt: skip


def unexplained(page: str, sentences: list[str]) -> tuple[list[str], list[str]]:
    """Sentences that are not on a page, and the numbers there that are in none of them."""
    lines = CITED.sub("", (DOCS / "explanation" / page).read_text("utf-8"))
    text, missing = " ".join(lines.split()), []
    for sentence in sorted(sentences, key=len, reverse=True):
        if sentence not in text:
            missing.append(sentence)
        text = text.replace(sentence, " ")
    return missing, re.findall(r"\S*\d\S*", NAMED.sub(" ", text))


def test_every_number_of_the_study_is_that_of_its_data() -> None:
    assert unexplained("study.md", study_page()) == ([], [])


def test_every_number_of_what_it_rests_on_is_that_of_its_data() -> None:
    assert unexplained("study-limits.md", limits_page()) == ([], [])


def test_a_number_that_nothing_explains_is_found() -> None:
    missing, left = unexplained("study.md", [*study_page()[1:], "a share of 12%"])
    assert missing == ["a share of 12%"]
    assert "99.998%" in left


def test_other_starting_points_came_to_the_same_equilibrium() -> None:
    found = DATA["seats"]["found"]
    for players, one in found.items():
        assert one["low"] == one["high"] == SEATS[players]
        assert one["exploitability"] < 1e-12
    starts = ", ".join(WORDS[found[players]["starts"]] for players in "34")
    page = (DOCS / "explanation" / "study-limits.md").read_text("utf-8")
    assert f"Solved from {starts} and {WORDS[found['5']['starts']]} other starting points" in page
