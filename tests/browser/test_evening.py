"""An evening of a club with several phones, and the ranking: what people and the organiser do, by clicks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, words
from browser.test_accessible import give_up, seen, violations

pytestmark = pytest.mark.browser


def link(page: Any, key: str, **args: Any) -> Any:
    return page.get_by_role("link", name=words(key, **args), exact=True)


def made(page: Any, house: Any, name: str, rounds: int = 2) -> str:
    """An evening of duels at Bantu, by clicks; its address."""
    page.goto(f"{house.url}/evening")
    page.get_by_label(words("ui.evening.name")).fill(name)
    page.get_by_label(words("ui.history.game"), exact=True).select_option("bantu")
    page.get_by_label(words("ui.evening.most")).select_option("2")
    page.get_by_label(words("ui.evening.rounds"), exact=True).fill(str(rounds))
    button(page, "ui.evening.make").click()
    page.wait_for_url(re.compile("/evening/.+"))
    address: str = page.url
    return address


def test_three_people_and_an_organiser_play_a_round(person, house) -> None:
    ada, screen = person(), person(viewport={"width": 1366, "height": 768})
    address = made(ada, house, "Jeudi")
    screen.goto(address.replace("/evening/", "/board/"))
    phones = {name: person(viewport=PHONE) for name in ("Léa", "Tom", "Zoé")}
    for name, page in phones.items():
        page.goto(address)
        page.get_by_label(words("ui.evening.your_name")).fill(name)
        button(page, "ui.evening.join").click()
        expect(page.get_by_text(words("ui.evening.you.joined", who=name))).to_be_visible()
        expect(screen.get_by_text(name, exact=True)).to_be_visible()
    zoe = phones["Zoé"]
    zoe.goto(f"{house.url}/rules/bantu")  # she reads elsewhere, and is told there
    button(ada, "ui.evening.begin", n=1).click()
    expect(screen.get_by_text(words("ui.evening.round", n=1, of=2))).to_be_visible()
    waits = screen.locator(".wait").inner_text()
    waiting = next(name for name in phones if name in waits)
    for name, page in phones.items():
        if name == waiting:
            continue
        link(page, "ui.evening.call" if page is zoe else "ui.evening.go", n=1).click()
        page.wait_for_url(re.compile("/t/"))
    players = [page for name, page in phones.items() if name != waiting]
    for page in players:
        page.locator(".board").wait_for()
    if waiting != "Zoé":
        expect(phones[waiting].get_by_text(words("ui.evening.you.wait"))).to_be_visible()
    give_up(players[0], "fr")
    back = link(players[0], "ui.evening.call.back")
    back.wait_for(timeout=30_000)
    expect(screen.locator(".tables").get_by_text(words("ui.evening.how.over"))).to_be_visible()
    back.click()
    names = [name for name in phones if name != waiting]
    first = screen.locator("tbody tr").first
    expect(first).to_contain_text(names[1])
    button(ada, "ui.evening.correct.table", n=1).click()
    for place, name in enumerate(names, 1):
        ada.get_by_label(words("ui.evening.place_of", who=name)).select_option(str(place))
    button(ada, "ui.evening.correct.keep").click()
    expect(screen.locator(".tables").get_by_text(words("ui.evening.how.corrected"))).to_be_visible()
    expect(first).to_contain_text(names[0])
    button(ada, "ui.evening.begin", n=2).click()
    expect(screen.get_by_text(words("ui.evening.round", n=2, of=2))).to_be_visible()
    there = link(phones[waiting], "ui.evening.go", n=1).or_(link(phones[waiting], "ui.evening.call", n=1))
    expect(there).to_be_visible()


def test_a_call_to_a_table_is_closed_and_stays_away(person, house) -> None:
    ada, leo, tom = person(), person(viewport=PHONE), person()
    answer = ada.request.post(
        f"{house.url}/api/evenings",
        data={"name": "Club", "game": "bantu", "least": 2, "most": 2, "rounds": 2},
    )
    address = f"{house.url}/api/evenings/{answer.json()['id']}"
    for page, name in ((leo, "Léo"), (tom, "Tom")):
        page.request.post(address, data={"kind": "join", "name": name})
    leo.goto(address.replace("/api/evenings/", "/evening/"))
    leo.get_by_text(words("ui.evening.you.joined", who="Léo")).wait_for()
    leo.goto(f"{house.url}/rules/bantu")
    ada.request.post(address, data={"kind": "begin", "round": 1})
    call = link(leo, "ui.evening.call", n=1)
    expect(call).to_be_visible()
    leo.locator(".call").get_by_role("button", name=words("ui.close")).click()
    expect(call).to_have_count(0)
    leo.reload()
    leo.locator(".call").wait_for(state="attached")
    leo.wait_for_load_state("networkidle")
    expect(call).to_have_count(0)


def test_an_evening_is_joined_with_its_code(person, house) -> None:
    ada, leo = person(), person(viewport=PHONE)
    address = made(ada, house, "Vendredi")
    code = address.rsplit("/", 1)[1]
    halves = f"{code[:4]}\u00a0{code[4:]}"
    expect(ada.get_by_text(words("ui.evening.code.is", code=halves))).to_be_visible()
    expect(ada.get_by_text(words("ui.evening.open.nobody"))).to_be_visible()
    leo.goto(f"{house.url}/evening")
    field = leo.get_by_label(words("ui.evening.code"), exact=True)
    field.fill("perdu")
    button(leo, "ui.evening.code.join").click()
    expect(leo.get_by_text(words("ui.evening.code.wrong"))).to_be_visible()
    field.fill(f" {halves.lower()} ")
    expect(leo.get_by_text(words("ui.evening.code.wrong"))).to_have_count(0)
    button(leo, "ui.evening.code.join").click()
    leo.wait_for_url(f"**/evening/{code}")
    leo.get_by_label(words("ui.evening.your_name")).fill("Léo")
    button(leo, "ui.evening.join").click()
    expect(leo.locator(".opener .who")).to_have_text("Léo")


def test_the_standings_of_a_phone_break_no_name(person, house) -> None:
    page = person(viewport={"width": 360, "height": 640})
    answer = page.request.post(
        f"{house.url}/api/evenings",
        data={"name": "Club", "game": "bantu", "least": 2, "most": 2, "rounds": 2},
    )
    evening = answer.json()["id"]
    for name in ("Marc", "Marguerite"):
        person().request.post(f"{house.url}/api/evenings/{evening}", data={"kind": "join", "name": name})
    page.request.post(f"{house.url}/api/evenings/{evening}", data={"kind": "begin", "round": 1})
    page.goto(f"{house.url}/evening/{evening}")
    rows = page.locator("tbody th")
    rows.first.wait_for()
    for row in rows.all():
        high = "(cell) => { const range = document.createRange(); range.selectNodeContents(cell); return new Set([...range.getClientRects()].map(({ top }) => top)).size; }"
        assert row.evaluate(high) == 1
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_counted_game_is_in_the_ranking_once_somebody_wants_that(person, house) -> None:
    ada, leo = person(), person()
    for page, name in ((ada, "Ada"), (leo, "Léo")):
        page.goto(house.url)
        page.request.put(f"{house.url}/api/me", data={"name": name, "lang": "fr"})
    answer = ada.request.post(
        f"{house.url}/api/tables",
        data={
            "game": "bantu",
            "seats": 2,
            "chairs": [{"who": "me"}, {"who": "link"}],
            "company": "strangers",
        },
    )
    table = answer.json()["id"]
    ada.goto(f"{house.url}/t/{table}")
    expect(ada.get_by_text(words("ui.rated.will"))).to_be_visible()
    leo.goto(f"{house.url}/t/{table}")
    leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2)).click()
    leo.locator(".board").wait_for()
    give_up(leo, "fr")
    leo.wait_for_selector(".won", timeout=30_000)
    leo.goto(f"{house.url}/history")
    expect(leo.get_by_text(re.compile("cote −"))).to_be_visible()
    expect(leo.get_by_role("heading", name=words("ui.ranking.mine"))).to_be_visible()
    expect(leo.locator("dd")).to_contain_text(re.compile(r"\d+, entre \d+ et \d+"))
    ada.goto(f"{house.url}/ranking?game=bantu&contest=2")
    mine = ada.locator("tr.yours")
    expect(mine).to_contain_text("Ada")
    expect(mine).to_contain_text(words("ui.ranking.you.alone"))
    ada.get_by_label(words("ui.ranking.listed")).check()
    expect(mine).to_contain_text(words("ui.seat.you"))
    leo.goto(f"{house.url}/ranking?game=bantu&contest=2")
    expect(leo.get_by_role("row", name=re.compile("Ada"))).to_be_visible()
    leo.get_by_label(words("ui.ranking.who")).fill("nobody")
    expect(leo.get_by_role("row", name=re.compile("Ada"))).to_be_hidden()
    expect(leo.locator("tr.yours")).to_be_visible()


@seen("desktop-light", "phone-dark-english")
def test_the_pages_are_for_everybody(person, house, sight) -> None:
    page = person(**sight, bypass_csp=True)
    answer = page.request.post(
        f"{house.url}/api/evenings",
        data={"name": "Club", "game": "bantu", "least": 2, "most": 2, "rounds": 2},
    )
    evening = answer.json()["id"]
    for number in range(3):
        other = person()
        other.request.post(f"{house.url}/api/evenings/{evening}", data={"kind": "join", "name": f"P{number}"})
    page.request.post(f"{house.url}/api/evenings/{evening}", data={"kind": "begin", "round": 1})
    for path in ("/evening", f"/evening/{evening}", f"/board/{evening}", "/ranking"):
        page.goto(house.url + path)
        page.locator("h1").wait_for()
        page.wait_for_load_state("networkidle")
        found = violations(page)
        assert found == [], (path, found)
        wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path
