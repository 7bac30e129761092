"""How a host has people called back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from ludotheque.core.errors import BadInput
from ludotheque.core.message import Message

Security = Literal["starttls", "tls", "none"]
PORTS: dict[Security, int] = {"starttls": 587, "tls": 465, "none": 25}

_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
LONGEST_ADDRESS = 254


@dataclass(frozen=True)
class MailSettings:
    """The mail server that takes our e-mails. `sender` is an address, `security` how the connection is encrypted."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    security: Security = "starttls"


@dataclass(frozen=True)
class NoticeSettings:
    """How people are called back.

    Attributes:
        push: whether browsers may be called by Web Push.
        public_url: the address of this server for everybody, such as `https://games.example`; "" if there is none.
        mail: the mail server; None if no e-mails are sent.
        after_s: the seconds that somebody must be gone when it is their turn. Reloading a page takes less.
        again_s: the seconds until a notice that could not be delivered is tried again.
        unguarded: whether notices may go to any address, also of this network and without TLS. Only for tests.
    """

    push: bool = True
    public_url: str = ""
    mail: MailSettings | None = None
    after_s: float = 20.0
    again_s: float = 60.0
    unguarded: bool = False


def checked_address(text: str) -> str | None:
    """The address without the spaces around it; None if it is none.

    Only plain ASCII addresses are taken: nothing that a mail server could read as a second address or as another header.
    """
    text = text.strip()
    local = text.partition("@")[0]
    return text if len(text) <= LONGEST_ADDRESS and len(local) <= 64 and _ADDRESS.fullmatch(text) else None


def notice_settings(
    push: bool = True,
    public_url: str = "",
    host: str = "",
    port: int = 0,
    security: str = "starttls",
    user: str = "",
    password: str = "",
    sender: str = "",
) -> NoticeSettings:
    """The settings that a command line means. Raises `BadInput`, naming the option, if they do not go together."""
    url = public_url.rstrip("/")
    if url:
        try:
            parts = urlsplit(url)
            is_site = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            is_site = False
        if not is_site or parts.path or parts.query or parts.fragment or "@" in parts.netloc:
            raise BadInput("--public-url", Message("cli.serve.origin", {"origin": public_url}))
    if not host:
        for option, value in (("--mail-from", sender), ("--mail-user", user), ("--mail-port", port)):
            if value:
                raise BadInput(option, Message("cli.serve.mail.host"))
        return NoticeSettings(push, url)
    if security not in PORTS:
        raise BadInput("--mail-security", Message("cli.serve.mail.security", {"given": security}))
    if not sender or checked_address(sender) is None:
        raise BadInput("--mail-from", Message("cli.serve.mail.sender", {"given": sender}))
    if not url:
        raise BadInput("--public-url", Message("cli.serve.mail.url"))
    if user and not password:
        raise BadInput("--mail-user", Message("cli.serve.mail.password"))
    mail = MailSettings(host, sender, port or PORTS[security], user, password, security)
    return NoticeSettings(push, url, mail)
