"""The work a table asks for, done by workers: throws, which are waited for, and bots, for whom
somebody else answers."""

from kessel.bots.bot import Answer
from kessel.errors import KesselError
from kessel.hall.logs import logger
from kessel.hall.workers import Workers
from kessel.table import BotJob, Table, ThrowJob
from kessel.table.dice import IDEAL
from kessel.throws.dice import ThrowResult

STUCK = (
    "a throw could not be made: it is made again when a player asks for it; see whether this "
    "machine has memory left, and start the server again if this stays"
)


async def throw(workers: Workers, table: Table, job: ThrowJob) -> tuple[ThrowResult, str] | None:
    """The throw, and who made it where that is not with the table's own dice; None where nobody
    could.

    Dice that find no rest are replaced by ideal dice. Workers that fail, each time in another
    process, are no reason to play with other dice, which a proof of the game would hold against the
    server.
    """
    try:
        return await workers.throw(table.state.made.dice, job.order), ""
    except KesselError:
        logger.exception("dice find no rest")
        return await workers.throw(IDEAL, job.order), workers.dice[IDEAL]
    except Exception:
        logger.exception(STUCK)
        return None


async def ask(workers: Workers, table: Table, job: BotJob) -> Answer:
    """The bot's answer; the gentlest there is where the bot fails."""
    try:
        return await workers.decide(job.level, job.sight, job.chance)
    except Exception:
        logger.exception("bot failed")
        return table.gentlest(job)
