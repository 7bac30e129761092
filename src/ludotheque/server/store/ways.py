"""The ways by which a person is called, as the database keeps them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Subscription:
    """A browser that may be called: where, and for which key and secret messages are encrypted (base64url)."""

    endpoint: str
    p256dh: str
    auth: str
    lang: str = ""


@dataclass(frozen=True)
class Address:
    """A guest's address.

    Attributes:
        guest: the guest.
        address: where e-mails go.
        lang: their language.
        stop: the key that erases it, without a login.
        confirm_hash: the hash of the key that confirms it; None once that is done.
        asked_ms: when it was given (Unix ms).
        confirmed_ms: when it was confirmed; 0 if it is not.
    """

    guest: int
    address: str
    lang: str
    stop: str
    confirm_hash: bytes | None
    asked_ms: int
    confirmed_ms: int = 0
