"""The work a table asks for, done by workers: throws, which are waited for, and bots, for whom
somebody else answers."""

import asyncio

from kessel.bots.bot import Answer
from kessel.errors import KesselError
from kessel.hall.logs import logger
from kessel.hall.workers import Workers
from kessel.table import BotJob, Table, ThrowJob
from kessel.table.dice import IDEAL
from kessel.throws.dice import ThrowResult

RETRY_SECONDS = 0.5
"""Until a throw that failed is tried again; twice as long each time, up to `LONGEST_WAIT`."""
LONGEST_WAIT = 8.0


async def throw(workers: Workers, table: Table, job: ThrowJob) -> tuple[ThrowResult, str]:
    """The throw, and who made it where that is not with the table's own dice.

    Dice that find no rest are replaced by ideal dice. Workers that fail are waited for: they are
    no reason to play with other dice, which a proof of the game would hold against the server.
    """
    thrown = await _tried(workers, table.ledger.made.dice, job)
    if thrown is not None:
        return thrown, ""
    return await workers.throw(IDEAL, job.order), workers.dice[IDEAL]


async def ask(workers: Workers, table: Table, job: BotJob) -> Answer:
    """The bot's answer; the gentlest there is where the bot fails."""
    try:
        return await workers.decide(job.level, job.sight, job.chance)
    except Exception:
        logger.exception("bot failed")
        return table.gentlest(job)


async def _tried(workers: Workers, dice: str, job: ThrowJob) -> ThrowResult | None:
    wait = RETRY_SECONDS
    while True:
        try:
            return await workers.throw(dice, job.order)
        except KesselError:
            logger.exception("dice find no rest")
            return None
        except Exception:
            logger.exception("throw failed")
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)
