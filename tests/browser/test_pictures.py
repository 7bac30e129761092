"""The pictures of the README: the program that takes them still can, and those that are there are of today's kind."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pytest

from tools.pictures import FOLDER, PICTURES, SCREEN, race, take

pytestmark = pytest.mark.browser

MOST_BYTES = 300_000


def measured(picture: Path) -> tuple[int, int]:
    """How wide and high a PNG is."""
    found: tuple[int, int] = struct.unpack(">II", picture.read_bytes()[16:24])
    return found


@pytest.mark.parametrize("name", list(PICTURES))
def test_the_pictures_are_light_and_as_large_as_the_screen(name: str) -> None:
    assert f"docs/images/{name}" in (FOLDER.parents[1] / "README.md").read_text()
    assert measured(FOLDER / name) == tuple(SCREEN.values())
    assert (FOLDER / name).stat().st_size <= MOST_BYTES


def test_a_picture_is_retaken_in_english(person: Any, house: Any, tmp_path: Path) -> None:
    page = person(SCREEN, locale="en-GB")
    picture = take(page, house.url, "banzai.png", tmp_path)
    assert page.evaluate("() => document.documentElement.lang") == "en"
    assert page.locator(".card").count() == 5
    assert measured(picture) == tuple(SCREEN.values())
    assert picture.stat().st_size <= MOST_BYTES


@pytest.mark.deep
def test_a_race_is_shown_while_a_hop_is_chosen(person: Any, house: Any) -> None:
    page = person(SCREEN, locale="en-GB")
    race(page, house.url, 1)
    assert page.locator(".thumb .wide").inner_text().startswith("Hop to")
