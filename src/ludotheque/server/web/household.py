"""The HTTP API of the household that the host keeps for the house. Only the house reads it: this machine, and devices of its own network."""

from __future__ import annotations

import msgspec

from ludotheque.server.access.near import by_house, is_near, is_own_name
from ludotheque.server.access.origins import host_name
from ludotheque.server.base.logs import Logger
from ludotheque.server.people import household
from ludotheque.server.people.household import HouseGame, HouseMember, ToKeep
from ludotheque.server.web.hosting import Nothing, is_host_here, only_host_here
from ludotheque.server.web.routes import Asking, Routes

logger = Logger(__name__)

ROUTES = Routes()

MAX_BODY = 256 * 1024


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


def _in_house(ask: Asking) -> bool:
    """Whether a device of the house asks, under a name of this machine that means nothing outside the house."""
    if by_house(ask.request):
        return True
    host = ask.request.headers.get("host", "")
    near = ask.address.is_loopback or is_near(str(ask.address))
    return near and (is_own_name(host) or is_near(host_name(host)))


@ROUTES.get("/api/household")
async def household_people(ask: Asking) -> HouseholdKept:
    """The people that the host keeps for the house; nobody if there are none, or if a device from elsewhere asks."""
    known = await household.kept(ask.services.store) if _in_house(ask) else None
    return HouseholdKept(known is not None, list(known.members) if known else [], is_host_here(ask))


@ROUTES.get("/api/household/games")
async def household_games(ask: Asking) -> HouseGames:
    """The games that count for those people; none if a device from elsewhere asks."""
    return HouseGames(await household.games(ask.services.store) if _in_house(ask) else [])


@ROUTES.put("/api/host/household", MAX_BODY, refuses=(400, 401, 403, 404))
async def keep_household(ask: Asking, asked: ToKeep) -> HouseholdKept:
    """Keep a household for the house, in place of the one before."""
    only_host_here(ask)
    await household.keep(ask.services.store, asked)
    logger.info("household_kept", people=len(asked.members), games=len(asked.games))
    return HouseholdKept(True, list(asked.members), True)


@ROUTES.delete("/api/host/household", 4096, refuses=(401, 403, 404))
async def erase_household(ask: Asking, _asked: Nothing) -> HouseholdKept:
    """Erase it."""
    only_host_here(ask)
    await household.erase(ask.services.store)
    logger.info("household_erased")
    return HouseholdKept(False, [], True)
