"""The HTTP API of ratings: the lists of each contest, one's own ratings, and what one wishes."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.server.people.ratings.index import listed, own
from ludotheque.server.room.rated import told
from ludotheque.server.store.log import Wishes
from ludotheque.server.web.api import answer, game_of, guest_of, services_of, takes, with_cookie
from ludotheque.server.web.openapi import described


class WishesIn(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `PUT /api/me/ratings`, see `log.Wishes`."""

    rated: bool
    listed: bool


@described(answers=dict[str, Any])
async def get_mine(request: Request) -> Response:
    """My ratings, which only I see here, and what I wish."""
    services = services_of(request)
    guest = await services.guests.find(request)
    wishes = await services.store.wishes_of(guest.id) if guest else Wishes()
    mine = own(await services.ratings.ladders(), guest.id) if guest and wishes.rated else []
    return answer({"rated": wishes.rated, "listed": wishes.listed, "ratings": mine})


@described(answers=dict[str, Any], refuses=(401,))
@takes(WishesIn, 1024)
async def put_mine(request: Request, wanted: WishesIn) -> Response:
    """Say whether my games may count, and whether everybody may see me on the lists. It holds for seats that I take from now on."""
    guest, token = await guest_of(request)
    wishes = Wishes(wanted.rated, wanted.listed and wanted.rated)
    await services_of(request).store.put_wishes(guest.id, wishes)
    return with_cookie(answer({"rated": wishes.rated, "listed": wishes.listed}), request, token)


@described(answers=dict[str, Any])
async def get_contests(request: Request) -> Response:
    """The contests in which games have counted."""
    found: list[dict[str, Any]] = [
        {"game": game, "contest": contest, "games": count, **told(contest)}
        for game, contest, count, _ in await services_of(request).store.contests()
    ]
    return answer({"contests": found})


@described(
    answers=dict[str, Any],
    refuses=(404,),
    query={"contest": "the contest, as the list of contests names it", "who": "a part of a name"},
)
async def get_list(request: Request) -> Response:
    """The list of a contest (`?contest=`): who wants to be on it, and I. `?who=` is a part of a name."""
    services, game = services_of(request), game_of(request)
    guest = await services.guests.find(request)
    wishes = await services.store.wishes_of(guest.id) if guest else Wishes()
    asked = request.query_params
    ladder = await services.ratings.ladder(game.name, asked.get("contest", "")[:128])
    if ladder is None:
        return answer({"rows": [], "provisional": [], "count": 0, "provisional_count": 0})
    me = guest.id if guest and wishes.rated else 0
    names = await services.store.listed()
    return answer(listed(ladder, names, me, guest.name if guest else "", asked.get("who", "")[:60]))


ROUTES = [
    Route("/api/me/ratings", get_mine),
    Route("/api/me/ratings", put_mine, methods=["PUT"]),
    Route("/api/ratings", get_contests),
    Route("/api/ratings/{game}", get_list),
]
