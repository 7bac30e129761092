"""The HTTP API for what a person decides about themselves: keep a name with a phrase, sign devices out, take everything along, be erased.

No answer but the one that makes a phrase contains it, and no refusal tells whether a name is known here or a phrase was wrong.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.server.access.addresses import asker_of
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.base.names import folded
from ludotheque.server.people import about_me
from ludotheque.server.people.guests import Guest, take_cookie
from ludotheque.server.people.phrases import LONGEST, new_phrase
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import Conflict
from ludotheque.server.store.people import KeptName
from ludotheque.server.web import answers
from ludotheque.server.web.api import answer, services_of, takes, with_cookie
from ludotheque.server.web.openapi import described

if TYPE_CHECKING:
    from ludotheque.server.services import Services

logger = Logger(__name__)

TOO_OFTEN = "error.kept.too_often"


class Keep(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/me/kept`: the language of the words."""

    lang: Literal["fr", "en"] = "en"


class Return(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/me/return`."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    phrase: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Sure(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/me/erase`: whoever sends it was asked."""

    sure: Literal[True]


@described(answers=dict[str, Any])
async def get_kept(request: Request) -> Response:
    """The name that I keep, since when, and how many devices are signed in as me."""
    services = services_of(request)
    guest = await services.guests.find(request)
    kept = await services.store.people.kept_of(guest.id) if guest is not None else None
    devices = len(await services.store.people.tokens_of(guest.id)) if guest is not None else 0
    return answer({"name": kept[0] if kept else "", "made_ms": kept[1] if kept else 0, "devices": devices})


@described(answers=dict[str, Any], refuses=(401, 409))
@takes(Keep, 4096)
async def keep(request: Request, body: Keep) -> Response:
    """Keep my name: the answer has the phrase, which is told nowhere else and never again. It takes the place of the one before."""
    services, guest = await _known(request)
    if not guest.name:
        raise Refused("error.kept.nameless", (), 409)
    services.personal.spend(guest.id, key=TOO_OFTEN)
    named = _named(guest.name)
    other = await services.store.people.kept_named(named)
    if other is None:
        services.keepers_of_address.spend(asker_of(request), key=TOO_OFTEN)
    elif other.guest != guest.id:
        raise _taken(guest)
    phrase = new_phrase(body.lang)
    hashed = await services.phrases.hash(phrase)
    try:
        await services.store.people.keep(KeptName(guest.id, guest.name, hashed, wall_ms()), named)
    except Conflict as error:
        raise _taken(guest) from error
    return answer({"name": guest.name, "phrase": phrase})


def _taken(guest: Guest) -> Refused:
    return Refused("error.kept.taken", (), 409, name=guest.name)


@described(answers=dict[str, Any], refuses=(401,))
async def keep_no_more(request: Request) -> Response:
    """Forget my phrase: my name is kept no longer."""
    services, guest = await _known(request)
    await services.store.people.keep_no_more(guest.id)
    return answer({"ok": True})


@described(answers=answers.Myself, refuses=(403,))
@takes(Return, 4096)
async def come_back(request: Request, body: Return) -> Response:
    """Become, on this device, the guest who keeps this name with this phrase. The device gets a new token of its own.

    Wrong phrases count against whoever tries. For a stranger they count by the address and by the name, too: whoever is that guest already
    never has to do with it.
    """
    services = services_of(request)
    asker, named = await services.guests.find(request), _named(body.name)
    kept = await services.store.people.kept_named(named)
    trying: list[object] = [asker.id] if asker is not None else []
    is_known = asker is not None and kept is not None and asker.id == kept.guest
    if not is_known:
        trying.append(_anonymous(named))
        services.phrases_of_address.spend(asker_of(request), key=TOO_OFTEN)
    services.phrases_of_one.spend(*trying, key=TOO_OFTEN)
    fits = await services.phrases.fits(body.phrase, kept.phrase_hash if kept is not None else None)
    guest = await services.guests.numbered(kept.guest if kept is not None and fits else 0)
    if guest is None:
        logger.warning("phrase_refused", address=str(asker_of(request)))
        raise Refused("error.kept.wrong", (), 403)
    services.phrases_of_one.give_back(*trying)
    if not is_known:
        services.phrases_of_address.give_back(asker_of(request))
    token = await services.guests.add_device(guest, request)
    return with_cookie(answer({"name": guest.name, "lang": guest.lang}), request, token)


@described(answers=dict[str, Any], refuses=(401,))
async def sign_out(request: Request) -> Response:
    """Sign out everywhere else: this device gets a new token, and no other one is worth anything."""
    services, guest = await _known(request)
    services.personal.spend(guest.id)
    token = await services.guests.sign_out(guest)
    answered = with_cookie(answer({"ok": True}), request, token)
    answered.background = BackgroundTask(services.departures.tell, guest.id)
    return answered


@described(answers=dict[str, Any], refuses=(401,))
async def export(request: Request) -> Response:
    """Everything that is known about me, as a file."""
    services, guest = await _known(request)
    services.personal.spend(guest.id)
    found = msgspec.json.format(msgspec.json.encode(await about_me.everything(services.store, guest.id)))
    headers = {"content-disposition": 'attachment; filename="ludotheque.json"', "cache-control": "no-store"}
    return Response(found, 200, headers, "application/json")


@described(answers=dict[str, Any], refuses=(401,))
@takes(Sure, 4096)
async def erase(request: Request, _asked: Sure) -> Response:
    """Erase me: guest, devices, addresses, kept name, lines. What others played with me stays, without my name."""
    services, guest = await _known(request)
    await services.departures.erase(guest.id)
    answered = answer({"ok": True})
    take_cookie(answered, request)
    return answered


async def _known(request: Request) -> tuple[Services, Guest]:
    services = services_of(request)
    guest = await services.guests.find(request)
    if guest is None:
        raise Refused("error.no_guest", (), 401)
    return services, guest


def _named(name: str) -> str:
    """A name as it is looked for: whatever its case and accents, and whatever separates its words."""
    return " ".join(
        "".join(letter if letter.isalnum() else " " for letter in folded(name)).split()
    ) or folded(name)


def _anonymous(named: str) -> str:
    """What a limit counts a name by; other processes are told of it."""
    return hashlib.sha256(named.encode()).hexdigest()[:20]


ROUTES = [
    Route("/api/me/kept", get_kept),
    Route("/api/me/kept", keep, methods=["POST"]),
    Route("/api/me/kept", keep_no_more, methods=["DELETE"]),
    Route("/api/me/return", come_back, methods=["POST"]),
    Route("/api/me/sign-out", sign_out, methods=["POST"]),
    Route("/api/me/export", export),
    Route("/api/me/erase", erase, methods=["POST"]),
]
