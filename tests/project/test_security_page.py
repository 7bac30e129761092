"""SECURITY.md says what the code does: how long things are kept, and how secrets are stored."""

from __future__ import annotations

import re
from pathlib import Path

from ludotheque.server.access import addresses
from ludotheque.server.live import abandoned
from ludotheque.server.ops import house
from ludotheque.server.ops.hosting import keys
from ludotheque.server.people import forgetting, guests, phrases
from ludotheque.server.room import doors
from ludotheque.server.store import sqlite

ROOT = Path(__file__).resolve().parents[2]
TEXT = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
DAY_S = 86_400


def test_it_says_for_how_long_things_are_kept() -> None:
    for said, seconds, so_long in (
        ("1 day after the last visit", forgetting.UNUSED_MS / 1000, DAY_S),
        ("7 days with a name", forgetting.UNUSED_NAMED_MS / 1000, 7 * DAY_S),
        ("a year in the browser", guests._YEAR_S, 365 * DAY_S),
        ("10 minutes, and once", guests.LINK_S, 600),
        ("7 days, or as its host says", doors.DAYS * DAY_S, 7 * DAY_S),
        ("12 hours; the browser is remembered for a year", keys.LASTS_S, 12 * 3600),
        ("remembered for a year", keys._KEPT_S, 365 * DAY_S),
        ("| 5 minutes, and once |", keys.TICKET_S, 5 * 60),
        ("| 6 hours, until the host closes it", house.LASTS_S, 6 * 3600),
        ("7 or 90 days", abandoned.LOBBY_DAYS + abandoned.GAME_DAYS, 97),
        ("changes it | 30 days", sqlite.COPY_S, 30 * DAY_S),
    ):
        assert (said in TEXT, seconds) == (True, so_long), said
    assert f"no more than about the last {forgetting.MOST_UNUSED:,} |" in TEXT
    assert f"each /{addresses.NETWORK} and /{addresses.WIDE}" in TEXT
    words = len(phrases.words("en")).bit_length() - 1
    assert "six words (60 bits)" in TEXT
    assert phrases.WORDS * words == 60


def test_it_is_found_and_invents_no_address() -> None:
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert links
    assert all((ROOT / each).is_file() for each in links)
    assert "@" not in TEXT
    assert "://" not in TEXT
