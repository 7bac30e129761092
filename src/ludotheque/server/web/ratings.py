"""The HTTP API of ratings: the lists of each contest, one's own ratings, and what one wishes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import msgspec

from ludotheque.server.people.ratings.index import listed, own
from ludotheque.server.room.rated import told
from ludotheque.server.store.log import Wishes
from ludotheque.server.web.routes import Asking, Routes

ROUTES = Routes()


class WishesIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `PUT /api/me/ratings`, see `log.Wishes`."""

    rated: bool
    listed: bool


@ROUTES.get("/api/me/ratings")
async def get_mine(ask: Asking) -> dict[str, Any]:
    """My ratings, which only I see here, and what I wish."""
    services, who = ask.services, await ask.who()
    wishes = await services.store.wishes_of(who) if who else Wishes()
    mine = own(await services.ratings.ladders(), who) if who and wishes.rated else []
    return asdict(wishes) | {"ratings": mine}


@ROUTES.put("/api/me/ratings", 1024, answers=dict[str, Any], refuses=(401,))
async def put_mine(ask: Asking, wanted: WishesIn) -> Wishes:
    """Say whether my games may count, and whether everybody may see me on the lists. It holds for seats that I take from now on."""
    guest = await ask.met()
    wishes = Wishes(wanted.rated, wanted.listed and wanted.rated)
    await ask.services.store.put_wishes(guest.id, wishes)
    return wishes


@ROUTES.get("/api/ratings")
async def get_contests(ask: Asking) -> dict[str, Any]:
    """The contests in which games have counted."""
    found = [
        {"game": game, "contest": contest, "games": count, **told(contest)}
        for game, contest, count, _ in await ask.services.store.contests()
    ]
    return {"contests": found}


@ROUTES.get(
    "/api/ratings/{game}",
    refuses=(404,),
    query={"contest": "the contest, as the list of contests names it", "who": "a part of a name"},
)
async def get_list(ask: Asking) -> dict[str, Any]:
    """The list of a contest (`?contest=`): who wants to be on it, and I. `?who=` is a part of a name."""
    services, game = ask.services, ask.game()
    guest = await ask.guest()
    wishes = await services.store.wishes_of(guest.id) if guest else Wishes()
    ladder = await services.ratings.ladder(game.name, ask.query("contest", 128))
    if ladder is None:
        return {"rows": [], "provisional": [], "count": 0, "provisional_count": 0}
    me = guest.id if guest and wishes.rated else 0
    names = await services.store.listed()
    return listed(ladder, names, me, guest.name if guest else "", ask.query("who", 60))
