"""The HTTP API of notices: by what I am called, and how to change that."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludotheque.core import catalogue
from ludotheque.core.message import Message
from ludotheque.server.access.addresses import asker_of
from ludotheque.server.people.notices import mail, vapid, webpush
from ludotheque.server.people.notices.address import checked_address
from ludotheque.server.people.notices.calling import GONE, MAX_BROWSERS, Notices
from ludotheque.server.people.notices.webpush import BadEndpoint, Unreachable
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.people import Address, Subscription
from ludotheque.server.web import answers
from ludotheque.server.web.api import answer, guest_of, read, services_of, takes, with_cookie
from ludotheque.server.web.openapi import described

CONFIRM_MS = 24 * 3600 * 1000
"""How long the link that confirms an address is valid, in milliseconds."""

Language = Literal["fr", "en", ""]


class Keys(msgspec.Struct, frozen=True):
    """A browser's keys, as `PushSubscription.toJSON()` gives them."""

    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class Browser(msgspec.Struct, frozen=True):
    """The body of `PUT /api/notify/push`: `PushSubscription.toJSON()`, and the language of what is shown.

    `renews` is the endpoint whose place this one takes because the browser changed it by itself; "" if that is not known.
    """

    endpoint: str
    keys: Keys
    lang: Language = ""
    renews: str | None = None


class Endpoint(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `DELETE /api/notify/push`."""

    endpoint: str


class Mail(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `PUT /api/notify/mail`."""

    address: str
    lang: Language = ""


class LinkKey(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The key of a link in an e-mail."""

    key: Annotated[str, msgspec.Meta(max_length=100)]


async def _no_push(notices: Notices) -> Message | None:
    """Why no browser is called here; None if it can be."""
    if not notices.settings.push:
        return Message("error.push.off")
    if not vapid.is_installed():
        return Message("error.push.missing")
    try:
        await notices.keys()
    except (OSError, ValueError):
        return Message("error.push.keys")
    return None


@described(answers=answers.Notified)
async def get_notify(request: Request) -> Response:
    """What is offered here, and which of it I have. `push.key` is what a browser subscribes to."""
    services = services_of(request)
    guest, notices = await services.guests.find(request), services.notices
    why = await _no_push(notices)
    own = await services.store.address_of(guest.id) if guest is not None else None
    offered = notices.settings.mail is not None
    return answer(
        answers.Notified(
            answers.PushFacts(None if why else (await notices.keys()).public, why),
            answers.MailFacts(offered, own.address if own else "", own is not None and own.confirmed_ms > 0),
        )
    )


@described(answers=answers.Done, refuses=(401, 409, 410, 502))
@takes(Browser, 8192)
async def put_push(request: Request, browser: Browser) -> Response:
    """Call this browser from now on. A new one is called once at once, so that everybody knows that it works."""
    services = services_of(request)
    notices, store = services.notices, services.store
    why = await _no_push(notices)
    if why is not None:
        raise Refused(why.key, (), 409)
    found = Subscription(browser.endpoint, browser.keys.p256dh, browser.keys.auth, browser.lang)
    try:
        webpush.checked_endpoint(found.endpoint, notices.settings.unguarded)
        webpush.check_keys(found)
    except ValueError as error:
        raise Refused("error.push.endpoint", (), 422) from error
    guest, token = await guest_of(request)
    known = await store.subscriptions_of(guest.id)
    if browser.renews is not None:
        found = dataclasses.replace(found, lang=_language(known, browser.renews, guest.lang))
    if found not in known:
        services.notified.spend(guest.id)
        services.notified.spend(asker_of(request))
        if browser.renews is None and not any(
            dataclasses.replace(each, lang=found.lang) == found for each in known
        ):
            await _try(notices, found)
        await store.add_subscription(guest.id, found, time.time_ns() // 1_000_000)
        if browser.renews and browser.renews != found.endpoint:
            await store.remove_subscription(guest.id, browser.renews)
        for old in (await store.subscriptions_of(guest.id))[MAX_BROWSERS:]:
            await store.remove_subscription(guest.id, old.endpoint)
    return with_cookie(answer(answers.Done()), request, token)


def _language(known: Sequence[Subscription], endpoint: str, usual: str) -> str:
    """In what language somebody is called by the browser with this endpoint; else as by their newest one, or the usual one."""
    return next((each.lang for each in known if each.endpoint == endpoint), known[0].lang if known else usual)


async def _try(notices: Notices, found: Subscription) -> None:
    """Tell a browser that it will be called here. Raises `Refused` if that fails."""
    language = found.lang or catalogue.ENGLISH
    told = {
        "title": catalogue.say(Message("ui.notify.first"), language),
        "body": catalogue.say(Message("ui.notify.first.body"), language),
        "table": "",
    }
    try:
        status = await notices.push(found, told)
    except Unreachable as error:
        raise Refused("error.push.unreachable", (), 502) from error
    except BadEndpoint as error:
        raise Refused("error.push.endpoint", (), 422) from error
    if status in GONE:
        raise Refused("error.push.gone", (), 410)
    if status >= 300:
        raise Refused("error.push.refused", (), 502, status=status)


@described(answers=answers.Done)
@takes(Endpoint, 8192)
async def delete_push(request: Request, body: Endpoint) -> Response:
    """Call this browser no more."""
    services = services_of(request)
    guest = await services.guests.find(request)
    if guest is not None:
        await services.store.remove_subscription(guest.id, body.endpoint)
    return answer(answers.Done())


@described(answers=answers.Done, refuses=(401, 409, 502))
@takes(Mail, 4096)
async def put_mail(request: Request, body: Mail) -> Response:
    """Give an address. Nothing is sent there but one e-mail with a link that confirms it."""
    services = services_of(request)
    notices, settings = services.notices, services.notices.settings
    if settings.mail is None:
        raise Refused("error.mail.off", (), 409)
    address = checked_address(body.address)
    if address is None:
        raise Refused("error.mail.address", (), 422)
    guest, token = await guest_of(request)
    too_many = "error.mail.too_many"
    services.mailed.spend(guest.id, key=too_many)
    services.mailed.spend(address.casefold(), key=too_many)
    services.notified.spend(asker_of(request), key=too_many)
    key = secrets.token_urlsafe(16)
    row = Address(
        guest.id,
        address,
        body.lang or guest.lang,
        secrets.token_urlsafe(16),
        _hash(key),
        time.time_ns() // 1_000_000,
    )
    before = await services.store.address_of(guest.id)
    await services.store.put_address(row)
    if not await notices.mail(mail.confirmation(settings.mail, settings.public_url, row, key)):
        if before is None:
            await services.store.remove_address(guest.id)
        else:
            await services.store.put_address(before)
        raise Refused("error.mail.unsent", (), 502)
    return with_cookie(answer(answers.Done()), request, token)


@described(answers=answers.Done)
async def delete_mail(request: Request) -> Response:
    """Erase my address."""
    services = services_of(request)
    guest = await services.guests.find(request)
    if guest is not None:
        await services.store.remove_address(guest.id)
    return answer(answers.Done())


@described(answers=answers.Done, refuses=(410,))
@takes(LinkKey, 4096)
async def confirm_mail(request: Request, body: LinkKey) -> Response:
    """Confirm an address with the key of its link, once."""
    store, now_ms = services_of(request).store, time.time_ns() // 1_000_000
    row = await store.address_to_confirm(_hash(body.key))
    if row is None or now_ms - row.asked_ms > CONFIRM_MS:
        raise Refused("error.mail.link", (), 410)
    await store.put_address(dataclasses.replace(row, confirm_hash=None, confirmed_ms=now_ms))
    return answer(answers.Done())


@described(
    body=LinkKey,
    must=False,
    answers=answers.Done,
    query={"key": "the key of the link; without it the body has one"},
)
async def stop_mail(request: Request) -> Response:
    """Erase an address with the key of its link, as a page or a mail program's own button asks for it (`?key=`). Nobody need be known."""
    key = request.query_params.get("key", "")[:100]
    if not key:
        body: LinkKey = await read(request, LinkKey, 4096)
        key = body.key
    store = services_of(request).store
    row = await store.address_to_stop(key)
    if row is not None:
        await store.remove_address(row.guest)
    return answer(answers.Done())


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


ROUTES: list[Any] = [
    Route("/api/notify", get_notify),
    Route("/api/notify/push", put_push, methods=["PUT"]),
    Route("/api/notify/push", delete_push, methods=["DELETE"]),
    Route("/api/notify/mail", put_mail, methods=["PUT"]),
    Route("/api/notify/mail", delete_mail, methods=["DELETE"]),
    Route("/api/notify/mail/confirm", confirm_mail, methods=["POST"]),
    Route("/api/notify/mail/stop", stop_mail, methods=["POST"]),
]
