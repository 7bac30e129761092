"""The HTTP API of the household that the host keeps for the house. Only the house reads it: this machine, and the devices that the host lets in."""

from __future__ import annotations

import msgspec

from ludotheque.server.access.near import by_house, is_near, is_own_name
from ludotheque.server.access.origins import host_name
from ludotheque.server.base.logs import Logger
from ludotheque.server.people import household
from ludotheque.server.people.household import HouseGame, HouseMember, ToKeep
from ludotheque.server.room.refused import Refused
from ludotheque.server.web.hosting import Nothing, is_host_here, only_host_here
from ludotheque.server.web.routes import Asking, Routes

logger = Logger(__name__)

ROUTES = Routes()

MAX_BODY = 2 * 1024 * 1024
"""Room for 500 games of twelve players with the longest names."""


class HouseholdKept(msgspec.Struct, frozen=True):
    """What a device of the house is told.

    Attributes:
        kept: whether the host keeps a household for the house; always False for devices elsewhere.
        members: its people.
        keeper: whether this browser may keep and erase it: it is the host's, at the machine itself.
    """

    kept: bool
    members: list[HouseMember]
    keeper: bool


class HouseGames(msgspec.Struct, frozen=True):
    """The games that count for the household, the first one first."""

    games: list[HouseGame]


def _is_house(ask: Asking) -> bool:
    """Whether this server can let phones in: only then is a household kept for them. Behind a proxy, everybody would seem to be at this machine."""
    return ask.services.house.why_not() is None


def in_house(ask: Asking) -> bool:
    """Whether this machine asks, or a device that was let in, under a name of this machine that means nothing outside the house."""
    host = ask.request.headers.get("host", "")
    if by_house(ask.request):
        return _is_house(ask) and (is_near(host_name(host)) or is_own_name(host))
    return _is_house(ask) and ask.address.is_loopback and is_own_name(host)


def _is_keeper(ask: Asking) -> bool:
    return _is_house(ask) and is_host_here(ask)


@ROUTES.get("/api/household")
async def household_people(ask: Asking) -> HouseholdKept:
    """The people that the host keeps for the house; nobody if there are none, or if a device from elsewhere asks."""
    known = await household.kept(ask.services.store) if in_house(ask) else None
    return HouseholdKept(known is not None, list(known.members) if known else [], _is_keeper(ask))


@ROUTES.get("/api/household/games")
async def household_games(ask: Asking) -> HouseGames:
    """The games that count for those people; none if a device from elsewhere asks."""
    return HouseGames(await household.games(ask.services.store) if in_house(ask) else [])


@ROUTES.put("/api/host/household", MAX_BODY, refuses=(400, 401, 403, 404, 409))
async def keep_household(ask: Asking, asked: ToKeep) -> HouseholdKept:
    """Keep these people for the house, in place of those before, and these games beside those before."""
    only_host_here(ask)
    why = ask.services.house.why_not()
    if why is not None:
        raise Refused(why.key, (), 409)
    known = await household.keep(ask.services.store, asked)
    logger.info("household_kept", people=len(known.members), games=len(known.games))
    return HouseholdKept(True, list(known.members), True)


@ROUTES.delete("/api/host/household", 4096, refuses=(401, 403, 404))
async def erase_household(ask: Asking, _asked: Nothing) -> HouseholdKept:
    """Erase it."""
    only_host_here(ask)
    await household.erase(ask.services.store)
    logger.info("household_erased")
    return HouseholdKept(False, [], _is_keeper(ask))
