"""The HTTP API for what a person decides about themselves: keep a name with a phrase, sign devices out, take everything along, be erased.

No answer but the one that makes a phrase contains it, and no refusal tells whether a name is known here or a phrase was wrong.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import msgspec
from starlette.background import BackgroundTask
from starlette.responses import Response

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.base.logs import Logger
from ludotheque.server.base.names import folded
from ludotheque.server.people import about_me
from ludotheque.server.people.guests import Guest
from ludotheque.server.people.phrases import LONGEST, new_phrase
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import Conflict
from ludotheque.server.store.people import KeptName
from ludotheque.server.web import answers
from ludotheque.server.web.routes import Asking, Routes, answer, encode

logger = Logger(__name__)

ROUTES = Routes()
MAX_BODY = 4096

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


@ROUTES.get("/api/me/kept")
async def get_kept(ask: Asking) -> dict[str, Any]:
    """The name that I keep, since when, and how many devices are signed in as me."""
    people, who = ask.services.store.people, await ask.who()
    name, made_ms = (await people.kept_of(who) if who else None) or ("", 0)
    devices = len(await people.tokens_of(who)) if who else 0
    return {"name": name, "made_ms": made_ms, "devices": devices}


@ROUTES.post("/api/me/kept", MAX_BODY, refuses=(401, 409))
async def keep(ask: Asking, body: Keep) -> dict[str, Any]:
    """Keep my name: the answer has the phrase, which appears nowhere else and never again. It takes the place of the one before."""
    services, guest = ask.services, await ask.known()
    if not guest.name:
        raise Refused("error.kept.nameless", (), 409)
    services.personal.spend(guest.id, key=TOO_OFTEN)
    named = _named(guest.name)
    other = await services.store.people.kept_named(named)
    if other is None:
        services.keepers_of_address.spend(ask.address, key=TOO_OFTEN)
    elif other.guest != guest.id:
        raise _taken(guest)
    phrase = new_phrase(body.lang)
    hashed = await services.phrases.hash(phrase)
    try:
        await services.store.people.keep(KeptName(guest.id, guest.name, hashed, wall_ms()), named)
    except Conflict as error:
        raise _taken(guest) from error
    return {"name": guest.name, "phrase": phrase}


def _taken(guest: Guest) -> Refused:
    return Refused("error.kept.taken", (), 409, name=guest.name)


@ROUTES.delete("/api/me/kept", answers=dict[str, Any], refuses=(401,))
async def keep_no_more(ask: Asking) -> answers.Done:
    """Forget my phrase: my name is kept no longer."""
    guest = await ask.known()
    await ask.services.store.people.keep_no_more(guest.id)
    return answers.Done()


@ROUTES.post("/api/me/return", MAX_BODY, refuses=(403,))
async def come_back(ask: Asking, body: Return) -> answers.Myself:
    """Become, on this device, the guest who keeps this name with this phrase. The device gets a new token of its own.

    Wrong phrases count against whoever tries. For a stranger they count by the address and by the name, too: whoever is that guest already
    never has to do with it.
    """
    services, who, named = ask.services, await ask.who(), _named(body.name)
    kept = await services.store.people.kept_named(named)
    trying: list[object] = [who] if who else []
    is_known = bool(who) and kept is not None and who == kept.guest
    if not is_known:
        trying.append(_anonymous(named))
        services.phrases_of_address.spend(ask.address, key=TOO_OFTEN)
    services.phrases_of_one.spend(*trying, key=TOO_OFTEN)
    fits = await services.phrases.fits(body.phrase, kept.phrase_hash if kept is not None else None)
    guest = await services.guests.numbered(kept.guest if kept is not None and fits else 0)
    if guest is None:
        logger.warning("phrase_refused", address=str(ask.address))
        raise Refused("error.kept.wrong", (), 403)
    services.phrases_of_one.give_back(*trying)
    if not is_known:
        services.phrases_of_address.give_back(ask.address)
    ask.token = await services.guests.add_device(guest, ask.request)
    return answers.Myself(guest.name, guest.lang)


@ROUTES.post("/api/me/sign-out", answers=dict[str, Any], refuses=(401,))
async def sign_out(ask: Asking) -> Response:
    """Sign out everywhere else: this device gets a new token, and no other one is worth anything."""
    services, guest = ask.services, await ask.known()
    services.personal.spend(guest.id)
    ask.token = await services.guests.sign_out(guest)
    answered = answer(answers.Done())
    answered.background = BackgroundTask(services.departures.tell, guest.id)
    return answered


@ROUTES.get("/api/me/export", answers=dict[str, Any], refuses=(401,))
async def export(ask: Asking) -> bytes:
    """Everything that is known about me, as a file."""
    services, guest = ask.services, await ask.known()
    services.personal.spend(guest.id)
    ask.attach("ludotheque.json")
    return msgspec.json.format(encode(await about_me.everything(services.store, guest.id)))


@ROUTES.post("/api/me/erase", MAX_BODY, answers=dict[str, Any], refuses=(401,))
async def erase(ask: Asking, _asked: Sure) -> answers.Done:
    """Erase me: guest, devices, addresses, kept name, lines. What others played with me stays, without my name."""
    guest = await ask.known()
    await ask.services.departures.erase(guest.id)
    ask.token = ""
    return answers.Done()


def _named(name: str) -> str:
    """A name as it is looked for: whatever its case and accents, and whatever separates its words."""
    return " ".join(
        "".join(letter if letter.isalnum() else " " for letter in folded(name)).split()
    ) or folded(name)


def _anonymous(named: str) -> str:
    """What a limit counts a name by; other processes are told of it."""
    return hashlib.sha256(named.encode()).hexdigest()[:20]
