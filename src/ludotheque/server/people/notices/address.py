"""Addresses of e-mail, as people type them."""

from __future__ import annotations

import re

_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])"
)
LONGEST = 254


def checked_address(text: str) -> str | None:
    """The address without the spaces around it; None if it is none.

    Only plain ASCII addresses are taken: nothing that a mail server could read as a second address or as another header.
    """
    text = text.strip()
    local = text.partition("@")[0]
    return text if len(text) <= LONGEST and len(local) <= 64 and _ADDRESS.fullmatch(text) else None
