"""Invitations that are renewed, people who are removed and blocked, and the page of whoever runs the server."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE
from browser.hands import button, make_table, words
from browser.homely import HOME
from browser.house import House
from browser.test_accessible import language_of, seen, violations
from ludotheque.server.ops.hosting import keys
from ludotheque.server.ops.hosting.keys import Sessions
from tests.depth import deep

pytestmark = pytest.mark.browser

FRIENDS = [{"who": "me"}, {"who": "link"}]
SIDEWAYS = {"width": 844, "height": 390}
LAPTOP = {"width": 1366, "height": 768}


def invite(person, house, **more):
    """Ada's table for those whom she invites: her page, its id, and the link."""
    ada = person(LAPTOP)
    table = make_table(ada, house, **({"chairs": FRIENDS, "door": "link"} | more))
    link = ada.locator("#lobby-link")
    ada.locator("details.settings > summary").click()
    expect(link).to_have_value(re.compile(r"/t/[^#]+#invite=[\w-]{16}$"))
    return ada, table, link.input_value()


def sit(page, n):
    page.get_by_role("button", name=words("ui.lobby.sit.chair", n=n)).click()


def no_wider_than_the_screen(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.deep
def test_a_new_link_admits_people_and_the_old_one_says_so(person, house):
    ada, table, old = invite(person, house)
    assert ada.url == old, "whoever copies the address of the page invites, too"
    code = f"{house.url}/api/tables/{table}/qr.svg"
    first = ada.request.get(code).text()
    leo = person(PHONE, has_touch=True, is_mobile=True)
    leo.goto(old)
    leo.locator("#lobby-name").fill("Léo")
    button(ada, "ui.door.renew").click()
    expect(ada.locator("#lobby-link")).not_to_have_value(old)
    new = ada.locator("#lobby-link").input_value()
    expect(ada).to_have_url(new)
    assert ada.request.get(code).text() != first, "the code for phones is a new one, too"
    expect(leo.locator(".no-seat")).to_have_text(words("error.invite.old"))
    expect(leo.locator("#lobby-name")).to_have_count(0)
    expect(leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2))).to_have_count(0)
    no_wider_than_the_screen(leo)
    zoe = person(locale="en-GB")
    zoe.goto(f"{house.url}/t/{table}")
    expect(zoe.locator(".no-seat")).to_contain_text("you need a link from the host")
    leo.goto("about:blank")
    leo.goto(new)
    expect(leo.get_by_role("button", name=words("ui.lobby.sit.chair", n=2))).to_be_visible()
    ada.get_by_label(words("ui.door.anybody"), exact=True).check()
    expect(zoe.locator(".no-seat")).to_have_count(0)
    expect(ada.locator("#lobby-link")).to_have_value(f"{house.url}/t/{table}")
    ada.get_by_label(words("ui.door.nobody"), exact=True).check()
    expect(zoe.locator(".no-seat")).to_contain_text("lets nobody else sit down")
    expect(ada.locator("#lobby-link")).to_have_count(0)
    for size in (PHONE, SIDEWAYS):
        ada.set_viewport_size(size)
        no_wider_than_the_screen(ada)
    expect(ada).to_have_url(f"{house.url}/t/{table}")
    ada.get_by_label(words("ui.door.link"), exact=True).check()
    expect(ada).to_have_url(re.compile("#invite="))
    leo.goto("about:blank")
    leo.goto(ada.url)
    leo.locator("#lobby-name").fill("Léo")
    sit(leo, 2)
    for page in (ada, leo):
        page.wait_for_selector(".board")


@pytest.mark.deep
def test_a_new_table_is_for_people_with_the_link_by_default(person, house):
    ada, leo = person(), person()
    ada.goto(f"{house.url}/new/billabong?with=friends")
    expect(ada.get_by_label(words("ui.door.link"), exact=True)).to_be_checked()
    expect(ada.get_by_label(words("ui.new.clock.none"), exact=True)).to_be_visible()
    ada.get_by_role("button", name=words("ui.new.open")).click()
    expect(ada).to_have_url(re.compile("#invite="))
    leo.goto(house.url)
    path = ada.evaluate("location.pathname")
    listed = "async () => (await (await fetch('/api/tables')).json()).open.map((each) => '/t/' + each.id)"
    assert path not in leo.evaluate(listed)
    ada.goto(f"{house.url}/new/billabong?with=friends")
    ada.locator("summary").filter(has_text=words("ui.new.more")).click()
    ada.get_by_label(words("ui.door.anybody"), exact=True).check()
    ada.get_by_role("button", name=words("ui.new.open")).click()
    expect(ada).to_have_url(re.compile("/t/"))
    assert ada.evaluate("location.pathname") in leo.evaluate(listed)


def test_a_removed_person_is_told_and_can_be_let_in_again(person, house):
    ada, _, link = invite(
        person, house, game="boussanga", seats=3, options={}, chairs=[*FRIENDS, {"who": "link"}]
    )
    leo = person(PHONE, has_touch=True, is_mobile=True)
    leo.goto(link)
    leo.locator("#lobby-name").fill("Léo")
    sit(leo, 2)
    ada.get_by_role("button", name=words("ui.remove.who_here", who="Léo")).click()
    sure = ada.locator("dialog.sure")
    expect(sure.get_by_role("button", name=words("ui.sure.no"))).to_be_focused()
    ada.keyboard.press("Escape")
    expect(sure).to_have_count(0)
    ada.get_by_role("button", name=words("ui.remove.who_here", who="Léo")).click()
    sure.get_by_role("button", name=words("ui.remove.yes"), exact=True).click()
    expect(leo.locator("main")).to_contain_text(words("error.no_seat_for_you"))
    expect(leo.locator("main")).not_to_contain_text("Ada")
    leo.reload()
    expect(leo.locator("main")).to_contain_text(words("error.no_seat_for_you"))
    ada.get_by_role("button", name=words("ui.remove.undo.who", who="Léo")).click()
    expect(ada.get_by_role("button", name=words("ui.remove.undo.who", who="Léo"))).to_have_count(0)
    leo.reload()
    sit(leo, 2)
    expect(ada.locator(".chairs")).to_contain_text("Léo")


def chat(page):
    """The conversation of a table's page, opened where it is folded."""
    page.locator(".tabs").get_by_role("button", name=words("ui.chat.tab")).click()
    return page.locator(".chat")


def test_a_blocked_person_stays_unheard_until_unblocked(person, house):
    ada, leo = person(LAPTOP), person(LAPTOP)
    table = make_table(ada, house, chairs=FRIENDS)
    leo.goto(f"{house.url}/t/{table}")
    leo.locator("#lobby-name").fill("Léo")
    sit(leo, 2)
    for page in (ada, leo):
        page.wait_for_selector(".board")
    heard, theirs = chat(ada), chat(leo)
    theirs.locator("#chat-text").fill("<b>coucou</b>")
    theirs.locator("#chat-text").press("Enter")
    expect(heard.locator(".text")).to_have_text("<b>coucou</b>")
    assert heard.locator(".lines b").count() == 0, "a line is text, and nothing else"
    heard.get_by_text(words("ui.chat.mute.one"), exact=True).click()
    mute = heard.locator(".people .chip[aria-pressed]")
    mute.click()
    expect(heard.locator(".text")).to_have_count(0)
    expect(heard.locator(".lines")).to_contain_text(words("ui.chat.hidden", n=1))
    ada.reload()
    heard = chat(ada)
    expect(heard.locator(".lines")).to_contain_text(words("ui.chat.hidden", n=1))
    heard.get_by_text(words("ui.chat.mute.one"), exact=True).click()
    heard.locator(".people .chip[aria-pressed]").click()
    expect(heard.locator(".text")).to_have_count(1)
    heard.get_by_text(words("ui.block.one", who="Léo"), exact=True).click()
    heard.get_by_role("button", name="Léo").last.click()
    ada.locator("dialog.sure").get_by_role("button", name=words("ui.block.yes"), exact=True).click()
    expect(heard.locator(".text")).to_have_count(0)
    theirs.locator("#chat-text").fill("encore")
    theirs.locator("#chat-text").press("Enter")
    expect(theirs.locator(".text")).to_have_count(2)
    expect(heard.locator(".text")).to_have_count(0)
    ada.locator(".opener").click()
    ada.get_by_role("button", name=words("ui.blocked.undo.who", who="Léo")).click()
    expect(heard.locator(".text")).to_have_count(2)
    no_wider_than_the_screen(ada)


def key_of(house) -> str:
    """The key that the server has made."""
    return (Path(house.data) / "host.key").read_text().strip()


@pytest.mark.parametrize(
    ("locale", "size"), [("fr-FR", LAPTOP), deep("en-GB", PHONE), deep("fr-FR", SIDEWAYS)]
)
def test_the_host_watches_closes_a_table_and_tells_everybody(person, house, tmp_path, locale, size):
    lang = locale[:2]
    ada = person(LAPTOP, locale)
    table = make_table(ada, house, chairs=[{"who": "me"}, {"who": "bot", "level": "easy"}])
    ada.wait_for_selector(".board")
    host = person(size, locale)
    host.goto(f"{house.url}/host")
    if size == LAPTOP:  # once: keys are not tried one after another
        host.locator("#host-key").fill("no key at all, really")
        host.locator("form.enter button").click()
        expect(host.locator("#host-key-wrong")).to_contain_text(words("error.host.key", lang))
    no_wider_than_the_screen(host)
    host.locator("#host-key").fill(key_of(house))
    host.locator("form.enter button").click()
    line = host.locator(".tables li", has=host.locator(f'a[href="/t/{table}"]'))
    expect(line).to_contain_text(words("ui.host.phase.playing", lang))
    expect(line).not_to_contain_text("Ada")
    expect(host.locator(".state")).to_contain_text(words("ui.host.database.ok", lang))
    no_wider_than_the_screen(host)
    line.get_by_role("button").click()
    host.locator("dialog.sure").get_by_role("button", name=words("ui.host.close.yes", lang)).click()
    expect(ada.locator(".standstill")).to_have_text(words("error.table_closed", lang))
    expect(line.locator(".phase")).to_have_text(words("ui.host.closed", lang))
    line.get_by_role("button").click()
    expect(ada.locator(".standstill")).to_have_count(0)
    with host.expect_download() as sent:
        host.get_by_role("link", name=words("ui.host.records", lang)).click()
    sent.value.save_as(tmp_path / "all.zip")
    with ZipFile(tmp_path / "all.zip") as archive:
        assert f"billabong-{table}.jsonl" in archive.namelist()
    host.locator("#announce-text").fill("Nous fermons à 18 h")
    host.get_by_role("button", name=words("ui.host.announce.go", lang)).click()
    expect(host.locator(".now")).to_contain_text("Nous fermons à 18 h")
    zoe = person(PHONE, locale)
    zoe.goto(house.url)
    expect(zoe.locator(".announced")).to_contain_text("Nous fermons à 18 h")
    no_wider_than_the_screen(zoe)
    zoe.locator(".announced button").click()
    expect(zoe.locator(".announced")).to_be_empty()
    zoe.reload()
    zoe.wait_for_selector("header")
    expect(zoe.locator(".announced")).to_be_empty()
    host.get_by_role("button", name=words("ui.host.announce.end", lang)).click()
    expect(host.locator(".now")).to_have_count(0)
    host.get_by_role("button", name=words("ui.host.leave", lang)).click()
    expect(host.locator("#host-key")).to_be_visible()
    host.reload()
    expect(host.locator("#host-key")).to_be_visible()


@pytest.mark.deep
@seen("phone-dark-english")
def test_everybody_can_use_them(person, house, sight):
    page, lang = person(**sight, bypass_csp=True), language_of(sight)
    stays = person()
    make_table(stays, house, chairs=FRIENDS, door="link")
    make_table(page, house, chairs=FRIENDS, door="link")
    page.locator("#lobby-link").wait_for()
    assert violations(page) == []
    page.goto(f"{house.url}/host")
    page.locator("#host-key").wait_for()
    assert violations(page) == []
    page.locator("#host-key").fill(key_of(house))
    page.locator("form.enter button").click()
    page.locator(".tables li").first.wait_for()
    page.locator("#announce-text").fill("Bonsoir")
    page.get_by_role("button", name=words("ui.host.announce.go", lang)).click()
    page.locator(".now").wait_for()
    page.reload()
    page.locator(".announced button").wait_for()
    page.locator(".tables li").first.wait_for()
    assert violations(page) == []
    page.locator(".tables li").first.get_by_role(
        "button", name=re.compile(words("ui.host.close", lang))
    ).click()
    assert violations(page, "dialog") == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name=words("ui.host.announce.end", lang)).click()
    page.locator(".now").wait_for(state="detached")


def test_friends_at_this_screen_are_seated_with_one_tap(person, house):
    ada = person(PHONE, has_touch=True, is_mobile=True)
    ada.goto(f"{house.url}/new/boussanga?with=friends")
    ada.get_by_label(words("ui.new.friends.here"), exact=True).check()
    ada.get_by_label(words("ui.who.here.name", n=2), exact=True).fill("Zoé")
    ada.get_by_role("button", name=words("ui.new.open")).click()
    expect(ada.locator("ul.seats li").filter(has_text="Zoé")).to_be_visible()


def test_the_host_lets_a_phone_in_and_closes_again(tmp_path, chromium):
    served = House(tmp_path / "data")
    served.program = ("-m", "browser.homely")
    served.start()
    try:
        host = chromium(viewport=LAPTOP, locale="fr-FR").new_page()
        key = (served.data / keys.FILE).read_text().strip()
        host.goto(f"{served.url}/#host={Sessions(key).ticket()}")
        expect(host).to_have_url(f"{served.url}/")
        button(host, "ui.house.open").click()
        address = f"http://{HOME}:{served.port}/"
        expect(host.locator("#house-link")).to_have_value(address)
        host.get_by_alt_text(words("ui.house.qr")).wait_for()
        make_table(host, served, seats=3, options={}, chairs=[*FRIENDS, {"who": "link"}], door="link")
        link = host.locator("#lobby-link")
        expect(link).to_have_value(re.compile(re.escape(address) + r"t/[^#]+#invite="))
        phone = chromium(viewport=PHONE, locale="fr-FR", has_touch=True, is_mobile=True).new_page()
        phone.goto(link.input_value())
        phone.locator("#lobby-name").fill("Zoé")
        sit(phone, 2)
        host.get_by_text("Zoé").first.wait_for()
        host.goto(f"{served.url}/host")
        button(host, "ui.house.close").click()
        button(host, "ui.house.open").wait_for()
        phone.wait_for_selector(".link.reconnecting", timeout=60_000)
    finally:
        served.stop()
