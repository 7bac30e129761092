"""Names of people, by the list that the browser is tested with, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludotheque.server.base.names import MAX_NAME, cleaned, look, unlike
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.seating import clean_name
from tests.server.harness import Harness

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "names.json").read_text("utf-8"))
KEYS = {"missing": "error.bad_name", "long": "error.bad_name", "signs": "error.name_signs"}


def test_valid_names() -> None:
    for each in VECTORS["names"]:
        name = each["name"]
        if "fault" in each:
            with pytest.raises(Refused, match=KEYS[each["fault"]]):
                clean_name(name)
            continue
        assert clean_name(name) == each["clean"], ascii(name)
        assert clean_name(each["clean"]) == each["clean"], "once clean, clean"


def test_cleaning_again_changes_nothing() -> None:
    for each in VECTORS["names"]:
        assert cleaned(cleaned(each["name"])) == cleaned(each["name"]), ascii(each["name"])


def test_similar_names_are_distinguished_at_a_table() -> None:
    for one, other in VECTORS["alike"]:
        assert look(one) == look(other), (one, other)
        assert unlike({look(one)}, other) == f"{other} 2"
    for one, other in VECTORS["unalike"]:
        assert unlike({look(one)}, other) == other


def test_a_number_tears_no_sign_apart() -> None:
    for name in ("x" * (MAX_NAME - 3) + "👩\u200d🚀", "x" * (MAX_NAME - 3) + "à\u0332\u0331"):
        found = unlike({look(name)}, name)
        assert found == "x" * (MAX_NAME - 3) + " 2"
        assert clean_name(found) == found


async def test_a_guest_gets_the_name_with_which_they_make_a_table(server: Harness) -> None:
    stranger, chairs = server.stranger(), [{"who": "bot"}, {"who": "me", "name": "Léa"}]
    for name in ("Léa", "Lou"):  # who has one keeps it
        chairs[1]["name"] = name
        made = await stranger.http.post(
            "/api/tables", json={"game": "billabong", "seats": 2, "chairs": chairs}
        )
        assert made.status_code == 201
        assert (await stranger.http.get("/api/me")).json()["name"] == "Léa"
