"""The HTTP API of notices: by what I am called, and how to change that."""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from ludotheque.core import catalogue
from ludotheque.core.message import Message
from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.people.notices import mail, vapid, webpush
from ludotheque.server.people.notices.calling import GONE, MAX_BROWSERS, Notices
from ludotheque.server.people.notices.settings import checked_address
from ludotheque.server.people.notices.webpush import BadEndpoint, Unreachable
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.people import MailAddress, Subscription
from ludotheque.server.web import answers
from ludotheque.server.web.routes import Asking, Routes

ROUTES = Routes()

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


@ROUTES.get("/api/notify")
async def get_notify(ask: Asking) -> answers.Notified:
    """What is offered here, and which of it I have. `push.key` is what a browser subscribes to."""
    who, notices = await ask.who(), ask.services.notices
    why = await _no_push(notices)
    own = await ask.services.store.address_of(who) if who else None
    offered = notices.settings.mail is not None
    return answers.Notified(
        answers.PushFacts(None if why else (await notices.keys()).public, why),
        answers.MailFacts(offered, own.address if own else "", own is not None and own.confirmed_ms > 0),
    )


@ROUTES.put("/api/notify/push", 8192, refuses=(401, 409, 410, 502))
async def put_push(ask: Asking, browser: Browser) -> answers.Done:
    """Call this browser from now on. A new one is called once at once, so that everybody knows that it works."""
    services = ask.services
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
    guest = await ask.met()
    known = await store.subscriptions_of(guest.id)
    if browser.renews is not None:
        found = dataclasses.replace(found, lang=_language(known, browser.renews, guest.lang))
    if found not in known:
        services.notified.spend(guest.id)
        services.notified.spend(ask.address)
        if browser.renews is None and not any(
            dataclasses.replace(each, lang=found.lang) == found for each in known
        ):
            await _try(notices, found)
        await store.add_subscription(guest.id, found, wall_ms())
        if browser.renews and browser.renews != found.endpoint:
            await store.remove_subscription(guest.id, browser.renews)
        for old in (await store.subscriptions_of(guest.id))[MAX_BROWSERS:]:
            await store.remove_subscription(guest.id, old.endpoint)
    return answers.Done()


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


@ROUTES.delete("/api/notify/push", 8192)
async def delete_push(ask: Asking, body: Endpoint) -> answers.Done:
    """Call this browser no more."""
    if who := await ask.who():
        await ask.services.store.remove_subscription(who, body.endpoint)
    return answers.Done()


@ROUTES.put("/api/notify/mail", 4096, refuses=(401, 409, 502))
async def put_mail(ask: Asking, body: Mail) -> answers.Done:
    """Give an address. Nothing is sent there but one e-mail with a link that confirms it."""
    services = ask.services
    notices, settings = services.notices, services.notices.settings
    if settings.mail is None:
        raise Refused("error.mail.off", (), 409)
    address = checked_address(body.address)
    if address is None:
        raise Refused("error.mail.address", (), 422)
    guest = await ask.met()
    too_many = "error.mail.too_many"
    services.mailed.spend(guest.id, key=too_many)
    services.mailed.spend(address.casefold(), key=too_many)
    services.notified.spend(ask.address, key=too_many)
    key = secrets.token_urlsafe(16)
    lang, stop = body.lang or guest.lang, secrets.token_urlsafe(16)
    row = MailAddress(guest.id, address, lang, stop, _hash(key), wall_ms())
    before = await services.store.address_of(guest.id)
    await services.store.put_address(row)
    if not await notices.mail(mail.confirmation(settings.mail, settings.public_url, row, key)):
        if before is None:
            await services.store.remove_address(guest.id)
        else:
            await services.store.put_address(before)
        raise Refused("error.mail.unsent", (), 502)
    return answers.Done()


@ROUTES.delete("/api/notify/mail")
async def delete_mail(ask: Asking) -> answers.Done:
    """Erase my address."""
    if who := await ask.who():
        await ask.services.store.remove_address(who)
    return answers.Done()


@ROUTES.post("/api/notify/mail/confirm", 4096, refuses=(410,))
async def confirm_mail(ask: Asking, body: LinkKey) -> answers.Done:
    """Confirm an address with the key of its link, once."""
    store, now_ms = ask.services.store, wall_ms()
    row = await store.address_to_confirm(_hash(body.key))
    if row is None or now_ms - row.asked_ms > CONFIRM_MS:
        raise Refused("error.mail.link", (), 410)
    await store.put_address(dataclasses.replace(row, confirm_hash=None, confirmed_ms=now_ms))
    return answers.Done()


@ROUTES.post(
    "/api/notify/mail/stop",
    body=LinkKey,
    must=False,
    query={"key": "the key of the link; without it the body has one"},
)
async def stop_mail(ask: Asking) -> answers.Done:
    """Erase an address with the key of its link, as a page or a mail program's own button asks for it (`?key=`). Nobody need be known."""
    key = ask.query("key", 100)
    if not key:
        body: LinkKey = await ask.read(LinkKey, 4096)
        key = body.key
    row = await ask.services.store.address_to_stop(key)
    if row is not None:
        await ask.services.store.remove_address(row.guest)
    return answers.Done()


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
