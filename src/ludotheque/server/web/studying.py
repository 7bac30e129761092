"""Asks the process of low priority for something, with the refusals that all who ask it share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludotheque.server.base.logs import Logger
from ludotheque.server.room.refused import Refused
from ludotheque.server.thinking.pool import MAX_STUDIES, BotFailed, TookTooLong, why_failed

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)


async def studied(services: Services, failed: str, thought: Any, *given: Any) -> Any:
    """What a function that runs in that process answers. Raises `Refused` if it has too much to do, takes too long, or fails: `failed` is then the key of what is said."""
    if services.bots.studies >= MAX_STUDIES:
        raise Refused("error.busy", (), 503)
    try:
        return await services.bots.study(thought, *given)
    except TookTooLong as error:
        raise Refused("error.replay.too_long", (), 503) from error
    except BotFailed as error:
        logger.warning("study_failed", exc_info=error)
        raise Refused(failed, (), 422, why=why_failed(error)) from error
