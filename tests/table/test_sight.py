"""What a bot is handed: what its seat may see, and no secret."""

import pickle
from typing import Any

from kessel.table.notices import BotJob


def jobs_of(driver: Any) -> list[BotJob]:
    table, found = driver.table, []
    for _ in range(400):
        due = table.due()
        if due is None:
            break
        driver.now = max(driver.now, due)
        outcome = table.tick(driver.now)
        found += [job for job in outcome.jobs if isinstance(job, BotJob)]
        driver.take(outcome)
    return found


def test_a_bot_sees_nothing_of_the_server_secret(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    jobs = jobs_of(driver)
    secret = driver.table.ledger.chain.secret
    assert jobs
    for job in jobs:
        shown = repr((job.sight, job.chance)).encode() + pickle.dumps(job.sight.at_rest)
        assert secret not in shown
        assert secret.hex().encode() not in shown


def test_hidden_supplies_are_hidden_from_bots(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb", options={"supply": "hidden"})
    for job in jobs_of(driver):
        seen = job.sight.state
        others = [n for player, n in enumerate(seen.hands) if player != job.sight.player and n]
        assert max(others) - min(others) <= 1, "spread evenly, whatever they really are"
