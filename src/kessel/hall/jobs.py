"""The work a table asks for, done by workers: throws and bots. What fails is replaced, since a
game must go on."""

import asyncio

from kessel.bots.bot import Answer
from kessel.errors import KesselError
from kessel.hall.logs import logger
from kessel.hall.workers import Workers
from kessel.table import BotJob, Table, ThrowJob
from kessel.table.throwers import IDEAL
from kessel.throws.thrower import Thrown

THROW_ATTEMPTS = 3
THROW_RETRY_SECONDS = 1.0


async def throw(workers: Workers, table: Table, job: ThrowJob) -> tuple[Thrown, str]:
    """The throw, and who made it where that is not the table's own thrower.

    Dice that find no rest, and a thrower that keeps failing, are replaced by ideal dice.
    """
    thrown = await _tried(workers, table.made.thrower, job)
    if thrown is not None:
        return thrown, ""
    return await workers.throw(IDEAL, job.order), workers.throwers[IDEAL]


async def ask(workers: Workers, table: Table, job: BotJob) -> Answer:
    """The bot's answer; the gentlest there is where the bot fails."""
    try:
        return await workers.decide(job.level, job.sight, job.chance)
    except Exception:
        logger.exception("bot failed")
        return table.gentlest(job)


async def _tried(workers: Workers, thrower: str, job: ThrowJob) -> Thrown | None:
    for _ in range(THROW_ATTEMPTS):
        try:
            return await workers.throw(thrower, job.order)
        except KesselError:
            logger.exception("dice find no rest")
            return None
        except Exception:
            logger.exception("throw failed")
            await asyncio.sleep(THROW_RETRY_SECONDS)
    return None
