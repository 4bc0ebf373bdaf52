"""What dishonest servers did in reviews, each as a change of an honest story: the auditor says what
is wrong, or counts what it cannot prove."""

import asyncio
import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hall.in_memory import Hall
from proof.stories import Line, Teller, played

from kessel.proof.auditor import Auditor
from kessel.proof.verdict import Contradiction, Verdict
from kessel.table import log
from kessel.table.dice import dice_named

EDITION = "strike-2020"
Change = Callable[[list[Line]], object]


@cache
def evening() -> list[list[Line]]:
    """Two games of two people."""
    return [one.story for one in asyncio.run(played(EDITION, games=2))]


def verdict(story: list[Line], throws_again: bool = True) -> Verdict:
    auditor = Auditor(dice_named if throws_again else None)
    for line in story:
        auditor.feed(line)
    return auditor.verdict


def changed(story: list[Line], change: Change) -> list[Line]:
    story = copy.deepcopy(story)
    return change(story) or story  # type: ignore[return-value]


def heard(story: list[Line], kind: str) -> Iterator[Line]:
    return (line["heard"] for line in story if line.get("heard", {}).get("type") == kind)


def log_lines(story: list[Line]) -> Iterator[tuple[list[str], int]]:
    """Every line of the log that was heard: where it stands."""
    for message in heard(story, "lines"):
        yield from ((message["lines"], number) for number in range(len(message["lines"])))


def entries(story: list[Line], kind: str) -> list[str]:
    """The lines of the log of a kind, each once."""
    texts = dict.fromkeys(lines[number] for lines, number in log_lines(story))
    return [text for text in texts if json.loads(text)["type"] == kind]


def rewritten(kind: str, change: Callable[[Line], object], which: int = 0) -> Change:
    """Changes one line of the log, wherever it was told."""

    def apply(story: list[Line]) -> None:
        before = entries(story, kind)[which]
        entry = json.loads(before)
        change(entry)
        after = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
        for lines, number in log_lines(story):
            lines[number] = after if lines[number] == before else lines[number]

    return apply


def place_of(story: list[Line], text: str) -> int:
    """Where in a story a line of the log was told first."""
    return next(n for n, one in enumerate(story) if text in one.get("heard", {}).get("lines", []))


def shown(kind: str, change: Callable[[Line], object], which: int = 0) -> Change:
    """Changes one message that was heard."""
    return lambda story: change(list(heard(story, kind))[which])


def another_die(entry: Line) -> None:
    die = entry["at_rest"][0][0] if entry["at_rest"] else entry
    die["face"] = "3" if die.get("face") != "3" else "4"


def lying(story: list[Line]) -> Line:
    """The first die that is shown to lie there."""
    die: Line = next(
        one["game"]["arena"][0]["dice"][0] for one in heard(story, "step") if one["game"]["arena"]
    )
    return die


def without_end(step: Line) -> None:
    """The person is not shown that they may stop: every choice is shown as a throw."""
    step["game"]["awaited"] = {**step["game"]["awaited"], "kind": "throw"}


def asked_for(name: str, value: Any) -> Change:
    return lambda story: story[0]["shown"]["said"].update({name: value})


def looked_for(edition: str) -> Change:
    def apply(story: list[Line]) -> None:
        said = story[0]["shown"]["said"]
        wish = {"type": "seek", "name": "Ben", "editions": [edition]}
        story[0]["shown"]["said"] = wish | {name: said[name] for name in ("tip", "signer")}

    return apply


def chosen_for_us(story: list[Line]) -> None:
    at = next(n for n, one in enumerate(story) if one.get("heard", {}).get("type") == "snapshot")
    story.insert(at + 1, {"heard": {"type": "box", "next": story[at]["heard"]["next"]}})


def choice_step(story: list[Line]) -> None:
    step = next(one for one in heard(story, "step") if one["game"]["awaited"]["kind"] == "choice")
    without_end(step)


def refused_first(story: list[Line]) -> None:
    """The first answer that was sent is refused, and stands in the log all the same."""
    at = next(n for n, one in enumerate(story) if one.get("said", {}).get("type") == "throw")
    ref = story[at]["said"]["ref"]
    refusal = {"type": "error", "code": "illegal", "message": "not now", "ref": ref}
    story.insert(at + 1, {"heard": refusal})


def device_of(game: Line, seat: int) -> Line:
    return next(one for one in game["devices"] if one["seats"] == [seat])


def chain_again(whose: str | int) -> Change:
    """The last game begins with a chain of the first."""

    def apply(story: list[Line]) -> None:
        first = json.loads(entries(story, "game")[0])

        def change(last: Line) -> None:
            if isinstance(whose, int):
                device_of(last, whose)["tip"] = device_of(first, whose)["tip"]
            else:
                last[whose] = first[whose]

        rewritten("game", change, -1)(story)

    return apply


ANN, BEN = 0, 1
BOT = {"seat": 1, "name": "Ben 0", "bot": "rule"}
RED: dict[str, tuple[int, Change, str]] = {
    "A1: the server lays a die": (ANN, rewritten("land", another_die, 3), "line"),
    "A2: a choice is shown as a throw": (BEN, choice_step, "view"),
    "A2: another hand": (
        BEN,
        shown("step", lambda one: one["game"]["hands"][0].update(dice=1), 3),
        "view",
    ),
    "A2: another die on the table": (
        BEN,
        lambda story: lying(story).update(face="x"),
        "view",
    ),
    "A4: another number": (ANN, rewritten("game", lambda one: one.update(number=2)), "begins"),
    "A4: another name": (
        ANN,
        rewritten("game", lambda one: one["players"][1].update(name="Bob")),
        "begins",
    ),
    "A4: another option": (
        ANN,
        rewritten("game", lambda one: one["options"].update(supply="hidden")),
        "begins",
    ),
    "A5: another key in the next game": (
        ANN,
        rewritten("game", lambda one: one["players"][1].update(key=one["players"][0]["key"]), -1),
        "begins",
    ),
    "A5: a bot in between": (
        ANN,
        rewritten("game", lambda one: one["players"].__setitem__(1, BOT), -1),
        "begins",
    ),
    "A6: somebody else begins": (
        BEN,
        rewritten("game", lambda one: one.update(first=0), -1),
        "begins",
    ),
    "A6: a number is skipped": (
        BEN,
        rewritten("game", lambda one: one.update(number=3), -1),
        "begins",
    ),
    "A7: physics instead of ideal dice": (
        ANN,
        rewritten("game", lambda one: one.update(dice="portable-1 mujoco-3.14.0")),
        "begins",
    ),
    "A8: another edition than was asked for": (ANN, asked_for("edition", "strike-2012"), "begins"),
    "A8: another clock than was asked for": (ANN, asked_for("clock", "fast"), "begins"),
    "A8: a tournament that was not asked for": (ANN, asked_for("tournament", True), "begins"),
    "A8: another seat than was asked for": (BEN, asked_for("seat", 0), "begins"),
    "A8: another game than was looked for": (BEN, looked_for("impact"), "begins"),
    "A8: a box that its host did not choose": (ANN, chosen_for_us, "view"),
    "A8: another rule than was asked for": (
        ANN,
        asked_for("options", {"supply": "hidden"}),
        "begins",
    ),
    "A10: refused and kept": (ANN, refused_first, "refused"),
    "B2: the server's chain of an earlier game": (BEN, chain_again("server"), "chain"),
    "B2: our own chain of an earlier game": (BEN, chain_again(BEN), "chain"),
}


@pytest.mark.parametrize("name", RED)
def test_an_attack_is_red(name: str) -> None:
    who, change, code = RED[name]
    honest = evening()[who]
    attacked = changed(honest, change)
    assert attacked != honest
    assert [one.code for one in verdict(attacked).wrong] == [code]


def test_control_without_the_attack_nothing_is_wrong() -> None:
    for story in evening():
        assert (verdict(story).wrong, verdict(story).unproven) == ((), ())


def test_control_what_was_asked_for_is_found() -> None:
    for change in (asked_for("seat", 1), looked_for(EDITION), chosen_for_us):
        assert not verdict(changed(evening()[BEN], change)).wrong


def test_control_a_die_is_seen_only_by_throwing_again() -> None:
    """The line itself may stand in a log: the next view, which does not follow, comes behind it."""
    who, change, _ = RED["A1: the server lays a die"]
    attacked = changed(evening()[who], change)
    at = place_of(attacked, entries(attacked, "land")[3])
    assert verdict(attacked[: at + 1]).wrong
    assert not verdict(attacked[: at + 1], throws_again=False).wrong


def test_a_used_chain_of_somebody_else_is_counted() -> None:
    """B2: nobody turns another's page red by showing an old chain; the server refuses it."""
    story = changed(evening()[ANN], chain_again(BEN))
    found = verdict(story[: place_of(story, entries(story, "game")[-1]) + 1])
    assert "chain" not in {one.code for one in found.wrong}
    assert ("used_chain", 1) in {(one.code, one.count) for one in found.unproven}


def test_what_was_accepted_has_to_stand_in_the_log() -> None:
    """A10: a move comes, and what was accepted before it is not there."""
    auditor, told = Auditor(), evening()[ANN]
    at = next(n for n, one in enumerate(told) if one.get("said", {}).get("type") == "throw")
    for line in told[:at]:
        auditor.feed(line)
    auditor.feed(told[at])
    auditor.feed({"heard": {"type": "done", "ref": told[at]["said"]["ref"]}})
    follower = auditor._follower
    assert follower.play is not None
    with pytest.raises(Contradiction, match="left_out"):
        follower.spoken.entered(follower.play, log.Answered(player=1, move="end"), frozenset({0}))


def test_who_looks_on_took_part_in_nothing() -> None:
    """A9: towers by chance are counted like throws."""
    tellers = asyncio.run(played("harry-potter", watches=True, options={"tower_builder": "random"}))
    found = verdict(tellers[1].story)
    answers = map(json.loads, entries(tellers[1].story, "answered"))
    towers = sum("links" in one for one in answers)
    counts = {one.code: one.count for one in found.unproven}
    assert counts == {"not_there": found.checked["throws"] + towers}


def test_who_comes_back_to_another_lobby_is_told() -> None:
    """F4: honest, and never red: people come and go while a phone sleeps."""
    stories = asyncio.run(_sleeps_in_the_lobby())
    for story in stories:
        assert not verdict(story).wrong, verdict(story)


async def _sleeps_in_the_lobby() -> list[list[Line]]:
    hall = Hall()
    ann, ben, cleo = (Teller(hall) for _ in range(3))
    for one in (ann, ben, cleo):
        await one.open()
    await ann.create(EDITION, "poo")
    await ben.join(ann.table, name="Ben")
    ben.desk.leave()
    await cleo.sit_with(ann, name="Cleo", seat=2)
    await ben.open()
    await ben.resume()
    await asyncio.gather(*(one.play() for one in (ann, ben, cleo)))
    return [one.story for one in (ann, ben, cleo)]


def test_an_invitation_names_its_host() -> None:
    """F5: a host who left is counted, not called a cheat."""
    story = copy.deepcopy(evening()[BEN])
    story[0]["shown"]["host"] = "0000-0000-0000-0000"
    assert [one.code for one in verdict(story).unproven] == ["unseen"]
