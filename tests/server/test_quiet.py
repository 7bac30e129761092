"""What people write to each other: what is kept of a line, and tables and servers at which nobody writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque.server.access.limits import UNLIMITED, Rate
from ludotheque.server.room.asking import clean_line
from tests.server.harness import Harness, serving
from tests.server.test_doors import key
from tests.server.test_playing import LINK, ME


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Bien   joué\n!\t", "Bien joué !"),
        ("<b onclick=alert(1)>hé</b>", "<b onclick=alert(1)>hé</b>"),  # shown as text, never as HTML
        ("a\x00b\x07c\x1b[31md\x7f\x9b", "abc[31md"),
        ("abc\u202edef\u202c \u2066ghi\u2069 \u200fjkl\u200e\u061c", "abcdef ghi jkl"),
        ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
        ("👩\u200d🍳 ❤\ufe0f", "👩\u200d🍳 ❤\ufe0f"),
        ("e\u0301te\u0301", "e\u0301te\u0301"),
        ("z" + "\u0335" * 40 + "o", "z" + "\u0335" * 4 + "o"),
        ("שלום", "שלום"),
        ("\U000e0041\ue000\ud800", ""),
        ("\u2800\u3164\u200d \u0301", ""),
        ("\u2028\u2029", ""),
    ],
)
def test_deceptive_characters_are_removed_from_chat(written: str, kept: str) -> None:
    assert clean_line(written) == kept


async def test_a_line_has_a_length_and_people_take_their_time(tmp_path: Path) -> None:
    async with serving(tmp_path, limits=replace(UNLIMITED, chat=Rate(0.01, 2))) as server:
        lea = await server.person("Léa")
        tab = await lea.tab(await lea.make([ME, LINK]))
        assert (await tab.do("say", text="x" * 201))["reason"]["key"] == "error.malformed"
        assert key(await tab.do("say", text="x" * 200)) == "applied"
        assert key(await tab.do("say", text="\u202e \u2800")) == "error.bad_line"
        assert key(await tab.do("say", emote="haha")) == "error.chat_fast", "emotes count as lines do"


async def test_without_chat_emotes_noises_and_names_say_nothing(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK, LINK], chat=False)
    a, b = await lea.tab(table), await tom.tab(table)
    for what in ({"text": "hé"}, {"emote": "bravo"}):
        assert key(await a.do("say", **what)) == "error.chat_off"
        assert key(await b.do("say", name="Tom", **what)) == "error.chat_off"
    await a.until(lambda v: v["watching"] == 1)
    assert a.view["watchers"] == [], "who watches is counted, and not named"
    await b.send({"t": "cheer", "table": table, "kind": "clap"})
    cheers = await a.until_kind("cheers")
    assert (cheers["name"], cheers["kind"]) == ("", "clap")
    for n in range(3):
        assert key(await a.do("rename", seat=0, name=f"Léa{n}")) == "applied"
    assert key(await a.do("rename", seat=0, name="viens au parc")) == "error.quiet_name"
    await tom.http.put("/api/me", json={"name": "viens au parc", "lang": "fr"})
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda v: v["table"]["chairs"][1]["name"] == "Tom")
    await b.send({"t": "cheer", "table": table, "kind": "oh"})
    assert (await a.until_kind("cheers"))["name"] == "Tom", "they are called what their seat is called"


async def test_names_stand_still_once_such_a_game_continues(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    table = await lea.make([ME, LINK], chat=False)
    a, b = await lea.tab(table), await tom.tab(table)
    await b.do("sit", seat=1, name="Tom")
    await a.until(lambda v: v["table"]["phase"] == "playing")
    assert key(await a.do("rename", seat=0, name="Zoé")) == "error.quiet_name"


async def test_a_quiet_server_has_no_chat_at_any_table(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        lea = await server.person("Léa")
        table, cookies = await lea.make([ME, LINK]), lea.http.cookies
        tab = await lea.tab(table)
        await tab.do("say", text="hé")
        await tab.until(lambda v: v["said"])
        assert (await lea.http.get("/api/library")).json()["chat"] is True
    async with serving(tmp_path, chat=False) as server:
        lea = server.stranger()
        lea.http.cookies.update(cookies)
        assert (await lea.http.get("/api/library")).json()["chat"] is False
        for each in (table, await lea.make([ME, LINK])):
            tab = await lea.tab(each)
            assert tab.view["table"]["chat"] is False
            assert tab.view["said"] == [], "what was written before is not shown either"
            for what in ({"text": "hé"}, {"emote": "bravo"}):
                assert key(await tab.do("say", **what)) == "error.chat_off"
            assert key(await tab.do("rename", seat=0, name="Zoé")) == "applied"
