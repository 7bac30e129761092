"""A name kept with a phrase, and the tokens of devices: who becomes whom, what is refused, and what is told nowhere."""

from __future__ import annotations

import io
import logging
import sys
import time
import unicodedata
from pathlib import Path
from typing import Any

import httpx2
import pytest

from ludotheque.server.access.limits import UNLIMITED, Limits, Rate
from ludotheque.server.base.log_lines import FOREIGN, listen_to_others, settle
from ludotheque.server.people import phrases
from ludotheque.server.people.phrases import Phrases, new_phrase, plain, words
from tests.server.harness import Harness, Person, http_client, serving, until
from tests.server.test_cluster import pair_of_all, through, two  # noqa: F401  (fixtures)
from tests.server.test_playing import LINK, ME
from tests.server.test_tokens import PLANTED, given


async def keep(person: Person) -> str:
    answer = await person.http.post("/api/me/kept", json={"lang": "fr"})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["phrase"])


async def back(person: Person, name: str, phrase: str) -> httpx2.Response:
    return await person.http.post("/api/me/return", json={"name": name, "phrase": phrase})


async def name_of(person: Person) -> str:
    return str((await person.http.get("/api/me")).json()["name"])


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_phrase_has_sixty_bits(language: str) -> None:
    known = words(language)
    assert len({plain(word) for word in known}) == len(known) == 1024
    assert phrases.WORDS * 10 >= 60
    assert all(3 <= len(word) <= 11 and word.isalpha() and word.islower() for word in known)
    made = new_phrase(language)
    assert len(made.split()) == phrases.WORDS
    assert set(made.split()) <= set(known)
    assert made != new_phrase(language)


@pytest.mark.parametrize(
    "typed",
    ["épée œuf lac", "EPEE OEUF LAC", " épée-œuf – lac. ", "e\u0301pe\u0301e oeuflac", "Épée, Œuf, Lac"],
)
def test_phrases_ignore_case_spacing_and_accents(typed: str) -> None:
    assert plain(typed) == plain("épée œuf lac")
    assert plain("épée œuf lacs") != plain("épée œuf lac")


@pytest.fixture
def server(own_server: Harness) -> Harness:
    """A kept name is one person's on a whole server."""
    return own_server


async def test_a_kept_name_finds_tables_and_history_on_a_new_device(
    tmp_path: Path, postgres_or_two: str
) -> None:
    async with serving(tmp_path / "data", database=postgres_or_two) as server:
        await server.rules_ready()
        lea = await server.person("Léa Noël")
        table = await lea.make([ME, LINK])
        assert (await lea.http.get("/api/me/kept")).json() == {"name": "", "made_ms": 0, "devices": 1}
        phrase = await keep(lea)
        phone = server.stranger()
        before = given(await phone.http.post("/api/me"))
        typed = unicodedata.normalize("NFD", phrase.upper()).replace(" ", "-")
        answer = await back(phone, " lea-noel", typed)
        assert answer.json() == {"name": "Léa Noël", "lang": "fr"}, answer.text
        assert [each["id"] for each in (await phone.http.get("/api/tables")).json()["mine"]] == [table]
        assert (await phone.http.get("/api/me/kept")).json()["devices"] == 2
        token = given(answer)
        assert token is not None
        assert token not in (before, *(cookie.value for cookie in lea.http.cookies.jar))
        assert before is not None
        assert await server.services.guests.of_token(before) is None, (
            "the device's previous token is worthless"
        )
        assert await name_of(lea) == "Léa Noël"


async def test_a_new_phrase_replaces_the_old_one_and_can_be_undone(server: Harness) -> None:
    lea = await server.person("Léa")
    old, new = await keep(lea), await keep(lea)
    assert (await back(server.stranger(), "Léa", old)).status_code == 403
    assert (await back(server.stranger(), "Léa", new)).status_code == 200
    assert (await lea.http.delete("/api/me/kept")).status_code == 200
    assert (await back(server.stranger(), "Léa", new)).status_code == 403
    assert (await lea.http.get("/api/me/kept")).json()["name"] == ""


async def test_a_name_is_kept_by_one_person(server: Harness) -> None:
    lea, other, nobody = await server.person("Léa"), await server.person("LEA"), server.stranger()
    phrase = await keep(lea)
    taken = await other.http.post("/api/me/kept", json={})
    assert (taken.status_code, taken.json()["error"]["key"]) == (409, "error.kept.taken")
    assert (await back(server.stranger(), "lea", phrase)).status_code == 200
    assert (await nobody.http.post("/api/me/kept", json={})).json()["error"]["key"] == "error.no_guest"
    await nobody.http.post("/api/me")
    assert (await nobody.http.post("/api/me/kept", json={})).json()["error"]["key"] == "error.kept.nameless"


async def test_an_unknown_name_and_a_wrong_phrase_are_answered_alike(
    server: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    lea = await server.person("Léa")
    await keep(lea)
    computed: list[bool] = []
    real = phrases._fits

    def fits(hashed: str, phrase: str) -> bool:
        computed.append(real(hashed, phrase))
        assert hashed.startswith("$argon2id$")
        assert "m=19456,t=2,p=1" in hashed
        return computed[-1]

    monkeypatch.setattr(phrases, "_fits", fits)
    answers = [await back(server.stranger(), name, "a b c d e f") for name in ("Léa", "Tom", "Léa", "Tom")]
    assert computed == [False] * 4, "one hash is computed for each, whether or not the name is known"
    assert len({(each.status_code, each.text, str(sorted(each.headers))) for each in answers}) == 1
    assert answers[0].json()["error"]["key"] == "error.kept.wrong"
    assert all(given(each) is None for each in answers)


async def test_guessing_gets_a_time_to_retry(tmp_path: Path) -> None:
    rates = {"phrases": Rate(0.05, 2), "phrases_of_address": Rate(0.05, 5)}
    async with serving(tmp_path, limits=Limits(**vars(UNLIMITED) | rates)) as server:
        waits: list[Any] = []
        began = time.monotonic()
        for name in ("Léa", "lea", "Léa"):
            waits.append(await back(server.stranger(), name, "x"))
        assert [each.status_code for each in waits] == [403, 403, 429], "of one name, whoever asks"
        told = waits[2].json()["error"]
        seconds = told["args"]["n"]
        assert told["key"] == "error.kept.too_often"
        assert 20 - (time.monotonic() - began) <= seconds <= 20, "less what the hashes took since"
        assert waits[2].headers["retry-after"] == str(seconds)
        tom = await server.person("Tom")
        mine = [(await back(tom, name, "x")).status_code for name in ("a", "b", "c")]
        assert mine == [403, 403, 429], "of one guest, whatever names"
        assert (await back(server.stranger(), "d", "x")).status_code == 429, (
            "of one address, whoever and whatever"
        )


async def test_hashes_do_not_pile_up(server: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrases, "MOST_WAITING", 0)
    answer = await back(server.stranger(), "Léa", "x")
    assert (answer.status_code, answer.json()["error"]["key"]) == (503, "error.busy")


async def test_the_hash_is_no_phrase() -> None:
    computing = Phrases()
    hashed = await computing.hash("épée œuf lac")
    assert await computing.fits("EPEE OEUF LAC", hashed)
    assert not await computing.fits("EPEE OEUF", hashed)
    assert not await computing.fits("EPEE OEUF LAC", None)
    assert not await computing.fits("x", "no hash")


async def test_a_planted_cookie_never_becomes_another_guest(server: Harness) -> None:
    lea, mallory = await server.person("Léa"), await server.person("Mallory")
    phrase = await keep(lea)
    stolen = next(str(cookie.value) for cookie in mallory.http.cookies.jar)
    name = next(iter(lea.http.cookies.jar)).name
    for planted in (PLANTED, stolen):
        async with http_client(f"http://{server.base}") as victim:
            body = {"name": "Léa", "phrase": phrase}
            answer = await victim.post("/api/me/return", json=body, headers={"cookie": f"{name}={planted}"})
            assert answer.status_code == 200
            assert given(answer) not in (None, planted)
        found = await server.services.guests.of_token(planted)
        assert found is None, "what was planted is worth nothing afterwards"
    link = (await lea.http.post("/api/me/link")).json()["link"].partition("#")[2]
    phone = server.stranger()
    joined = given(await phone.http.post("/api/me/device", json={"key": link, "join": True}))
    assert joined not in (None, *(cookie.value for cookie in lea.http.cookies.jar)), "each device has its own"


async def test_signing_out_on_all_other_devices(server: Harness) -> None:
    lea, phone = await server.person("Léa"), server.stranger()
    phrase = await keep(lea)
    await back(phone, "Léa", phrase)
    table = await lea.make([ME, LINK])
    tab = await phone.tab(table)
    link = (await lea.http.post("/api/me/link")).json()["link"].partition("#")[2]
    before = next(str(cookie.value) for cookie in lea.http.cookies.jar)
    assert (await lea.http.post("/api/me/sign-out")).status_code == 200
    assert await name_of(lea) == "Léa"
    assert await name_of(phone) == "", "a stranger from now on"
    assert await server.services.guests.of_token(before) is None, (
        "also for whoever copied this device's cookie"
    )
    await tab.ws.wait_closed()
    used = await server.stranger().http.post("/api/me/device", json={"key": link, "join": True})
    assert used.status_code == 410
    assert (await back(server.stranger(), "Léa", phrase)).status_code == 200, "the phrase is still good"


async def test_secrets_are_in_no_log_or_metric(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    settle("json")
    for library in FOREIGN:
        monkeypatch.setattr(logging.getLogger(library), "handlers", [])
        monkeypatch.setattr(logging.getLogger(library), "propagate", True)
    listen_to_others()
    async with serving(tmp_path / "data", metrics="127.0.0.1:0") as server:
        lea = await server.person("Léa")
        phrase = await keep(lea)

        def broken(*_: object) -> bool:
            raise RuntimeError(phrase)

        wrong = await back(server.stranger(), "Léa", phrase + " x")
        monkeypatch.setattr(phrases, "_fits", broken)
        failed = await back(server.stranger(), "Léa", phrase)
        malformed = await lea.http.post("/api/me/return", json={"name": "Léa", "phrase": [phrase]})
        assert (wrong.status_code, failed.status_code, malformed.status_code) == (403, 500, 422)
        told = [wrong.text, failed.text, malformed.text, said.getvalue()]
        told.append((await lea.http.get("/api/me/kept")).text)
        told.append((await lea.http.get("/api/me/export")).text)
        async with http_client() as http:
            told.append((await http.get(f"http://{server.services.metrics.address}/metrics")).text)
        tokens = [str(cookie.value) for cookie in lea.http.cookies.jar]
    told.append(said.getvalue())
    assert "RuntimeError" in said.getvalue(), "that it failed is in the log"
    kept = (tmp_path / "data" / "ludotheque.db").read_bytes() + b"".join(
        each.read_bytes() for each in (tmp_path / "data").glob("*-wal")
    )
    for secret in (phrase, *tokens):
        assert all(secret not in each for each in told)
        assert secret.encode() not in kept
    assert "argon2" not in "".join(told)


async def test_every_process_hears_of_a_sign_out(two: tuple[Harness, Harness]) -> None:  # noqa: F811  # a fixture
    one, other = two
    lea, phone = await one.person("Léa"), other.stranger()
    phrase = await keep(lea)
    assert (await back(phone, "Léa", phrase)).status_code == 200
    tab = await phone.tab(await phone.make([ME, LINK]))
    assert await name_of(phone) == "Léa"
    await lea.http.post("/api/me/sign-out")
    await tab.ws.wait_closed()

    async def strange() -> bool:
        return await name_of(phone) == ""

    await until(strange, "the other process did not hear of it")
    assert await name_of(through(lea, other)) == "Léa"
