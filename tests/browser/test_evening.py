"""An evening of a club with several phones, and the ranking: what people and the organiser do, by clicks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, make_table, play_turn, wait_for_moves, words
from browser.test_accessible import give_up, seen, violations

pytestmark = pytest.mark.browser


def link(page: Any, key: str, **args: Any) -> Any:
    return page.get_by_role("link", name=words(key, **args), exact=True)


def made(page: Any, house: Any, name: str, rounds: int = 2) -> str:
    """An evening of duels at Bantu, by clicks; its address."""
    page.goto(f"{house.url}/evening")
    page.get_by_label(words("ui.evening.name")).fill(name)
    page.get_by_label(words("ui.history.game"), exact=True).select_option("bantu")
    page.get_by_text(words("ui.new.options"), exact=False).first.click()
    page.get_by_label(words("ui.evening.most")).select_option("2")
    page.get_by_label(words("ui.evening.rounds"), exact=True).fill(str(rounds))
    button(page, "ui.evening.make").click()
    page.wait_for_url(re.compile("/evening/.+"))
    address: str = page.url
    return address


@pytest.mark.deep
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
        if page is zoe:  # she is taken there, too, but may be quicker
            link(page, "ui.evening.go", n=1).click()
        page.wait_for_url(re.compile("/t/"))
    players = [page for name, page in phones.items() if name != waiting]
    for page in players:
        page.locator(".board").wait_for()
    if waiting != "Zoé":
        expect(phones[waiting].get_by_text(words("ui.evening.you.wait"))).to_be_visible()
    give_up(players[0], "fr")
    back = players[0].locator(".prompt").get_by_role("link", name=words("ui.evening.call.back"), exact=True)
    back.wait_for(timeout=30_000)
    again = button(players[0], "ui.rematch.beside")
    expect(again).to_be_visible()
    assert back.bounding_box()["y"] < again.bounding_box()["y"]
    expect(back).not_to_have_class(re.compile("quiet"))
    expect(players[0].locator(".call .bar")).to_have_count(0)
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
    phones[waiting].wait_for_url(re.compile("/t/"), timeout=30_000)  # without a tap, from wherever they are


def club(person: Any, house: Any, *people: tuple[Any, str]) -> tuple[Any, str]:
    """An evening of duels at Bantu that these people have joined: its organiser's page, and what answers for it."""
    ada = person()
    answer = ada.request.post(
        f"{house.url}/api/evenings",
        data={"name": "Club", "game": "bantu", "least": 2, "most": 2, "rounds": 2},
    )
    address = f"{house.url}/api/evenings/{answer.json()['id']}"
    for page, name in people:
        page.request.post(address, data={"kind": "join", "name": name})
    return ada, address


@pytest.mark.deep
def test_a_call_to_a_table_is_closed_and_stays_away(person, house) -> None:
    leo, tom = person(viewport=PHONE), person()
    ada, address = club(person, house, (leo, "Léo"), (tom, "Tom"))
    leo.goto(address.replace("/api/evenings/", "/evening/"))
    leo.get_by_text(words("ui.evening.you.joined", who="Léo")).wait_for()
    leo.goto(f"{house.url}/rules/bantu")
    ada.request.post(address, data={"kind": "begin", "round": 1})
    call = link(leo, "ui.evening.go", n=1)
    expect(call).to_be_visible()
    leo.locator(".call").get_by_role("button", name=words("ui.evening.stay")).click()
    expect(call).to_have_count(0)
    leo.reload()
    leo.locator(".call").wait_for(state="attached")
    leo.wait_for_load_state("networkidle")
    expect(call).to_have_count(0)


@pytest.mark.deep
def test_people_are_taken_to_their_table_by_themselves_once(person, house) -> None:
    leo, tom = person(viewport=PHONE), person(viewport=PHONE)
    ada, address = club(person, house, (leo, "Léo"), (tom, "Tom"))
    page = address.replace("/api/evenings/", "/evening/")
    for one, name in ((leo, "Léo"), (tom, "Tom")):
        one.goto(page)
        one.get_by_text(words("ui.evening.you.joined", who=name)).wait_for()
    tom.goto(f"{house.url}/rules/bantu")
    ada.request.post(address, data={"kind": "begin", "round": 1})
    leo.wait_for_url(re.compile("/t/"))  # at once: nothing else was waited for on that page
    tom.get_by_text(re.compile(words("ui.evening.ready", n=1))).wait_for()
    tom.wait_for_url(re.compile("/t/"), timeout=20_000)
    tom.locator(".board").wait_for()
    leo.go_back()
    leo.wait_for_url(page)
    expect(link(leo, "ui.evening.go", n=1)).to_be_visible()
    leo.get_by_text(words("ui.evening.you.table", n=1)).wait_for()
    assert leo.url == page, "whoever comes back stays"


@pytest.mark.deep
@pytest.mark.parametrize("viewport", [PHONE, {"width": 844, "height": 390}], ids=["phone", "sideways"])
def test_a_call_during_another_game_covers_and_ends_nothing(person, house, viewport) -> None:
    leo, tom = person(viewport=viewport), person()
    ada, address = club(person, house, (leo, "Léo"), (tom, "Tom"))
    leo.goto(address.replace("/api/evenings/", "/evening/"))
    leo.get_by_text(words("ui.evening.you.joined", who="Léo")).wait_for()
    make_table(leo, house, game="bantu", options={})
    leo.locator(".prompt.yours").wait_for()
    ada.request.post(address, data={"kind": "begin", "round": 1})
    bar = leo.locator(".call .bar")
    bar.wait_for()
    expect(bar.locator(".left")).to_have_count(0)  # nothing counts down
    ends = "() => { const bar = document.querySelector('.call .bar').getBoundingClientRect(); return [bar.left, innerWidth - bar.right, bar.bottom, document.querySelector('.top .title').getBoundingClientRect().bottom]; }"
    left, right, bottom, title = leo.evaluate(ends)
    assert (left, right) == (0, 0)
    assert bottom >= title - 1, "the title is beneath it, not half of it"


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
    leo.goto(f"{house.url}/evening/{code.lower()}")
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
    heads = page.locator("thead th").all_inner_texts()
    assert heads == [
        words(f"ui.evening.column.{key}") for key in ("place", "name", "points", "opponents", "wins")
    ]
    files = page.locator(".files a")
    assert files.all_inner_texts() == ["CSV", "JSON"]
    expect(page.locator(".acts .button").filter(has_text=re.compile("CSV|JSON"))).to_have_count(0)
    for row in rows.all():
        high = "(cell) => { const range = document.createRange(); range.selectNodeContents(cell); return new Set([...range.getClientRects()].map(({ top }) => top)).size; }"
        assert row.evaluate(high) == 1
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.deep
def test_a_counted_game_is_ranked_once_somebody_wants_it(person, house) -> None:
    ada, leo = person(), person()
    for page, name in ((ada, "Ada"), (leo, "Léo")):
        page.goto(house.url)
        page.request.put(f"{house.url}/api/me", data={"name": name, "lang": "fr"})
    answer = ada.request.post(
        f"{house.url}/api/tables",
        data={
            "game": "bantu",
            "seats": 2,
            "first": 0,
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
    assert play_turn(ada, house, table, 0)
    wait_for_moves(leo, 1)
    assert play_turn(leo, house, table, 1)
    give_up(leo, "fr")
    leo.wait_for_selector(".won", timeout=30_000)
    leo.goto(f"{house.url}/history")
    button(leo, "ui.results.show").click()
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


@pytest.mark.deep
@seen("phone-dark-english")
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
