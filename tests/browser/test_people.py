"""Somebody keeps a name with six words, comes back to it on another device, and is erased."""

from __future__ import annotations

import json
from itertools import product

import pytest

from browser.conftest import DESKTOP, PHONE
from browser.house import House
from browser.test_accessible import violations
from tests.depth import deep

pytestmark = pytest.mark.browser


def introduce(page, house, name: str) -> None:
    """Give a name in the settings, and go to the page about oneself."""
    page.goto(house.url)
    page.locator(".opener").click()
    page.locator("#settings-name").fill(name)
    page.locator("#settings form button").click()
    page.locator("#settings [role=status]").first.filter(has_text="Nom").wait_for()
    page.get_by_role("link", name="Mon nom, mes données").click()
    page.get_by_role("heading", level=1, name="Mon nom, mes données").wait_for()


def test_a_name_is_kept_and_found_again_on_another_device(person, house):
    page = person(DESKTOP)
    introduce(page, house, "Zénobie")
    table = page.evaluate(
        """() => fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" },
        body: JSON.stringify({ game: "billabong", seats: 2, chairs: [{ who: "me" }, { who: "link" }] }) })
        .then((answer) => answer.json()).then(({ id }) => id)"""
    )
    page.get_by_role("button", name="Garder le nom Zénobie").click()
    page.locator(".phrase li").first.wait_for()
    words = page.locator(".phrase li").all_inner_texts()
    assert len(words) == 6
    assert page.get_by_label("Six mots", exact=True).first.input_value() == " ".join(words)
    page.get_by_role("button", name="Je les ai notés").click()
    assert page.locator(".phrase").count() == 0, "they are shown once"
    page.get_by_text("Le nom Zénobie est gardé").wait_for()

    phone = person(PHONE)
    phone.goto(f"{house.url}/me")
    phone.locator("#back-name").fill("zenobie")
    phone.locator("#back-phrase").fill("-".join(words[:5]).upper())
    phone.get_by_role("button", name="Retrouver mon nom").click()
    phone.get_by_text("ne correspondent pas").wait_for()
    phone.locator("#back-phrase").fill("-".join(words).upper())
    phone.get_by_role("button", name="Retrouver mon nom").click()
    phone.locator(f'[aria-labelledby="mine"] a[href="/t/{table}"]').wait_for()
    assert phone.locator(".who").inner_text() == "Zénobie"

    page.get_by_role("button", name="Déconnecter tous les autres appareils").click()
    page.get_by_text("seul cet appareil").wait_for()
    phone.reload()
    phone.get_by_text("Aucune partie en cours").wait_for()
    assert phone.locator(".who").inner_text() == "Mon nom"


def test_somebody_takes_everything_along_and_is_erased(person, house):
    page = person(DESKTOP)
    introduce(page, house, "Ysoline")
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger tout").click()
    assert json.loads(download.value.path().read_text())["guest"]["name"] == "Ysoline"
    button = page.get_by_role("button", name="M’effacer", exact=True)
    button.click()
    dialog = page.get_by_role("dialog")
    yes, no = (
        dialog.get_by_role("button", name="Oui, m’effacer"),
        dialog.get_by_role("button", name="Non, rester"),
    )
    asked, pressed = yes.bounding_box(), button.bounding_box()
    assert asked is not None
    assert pressed is not None
    assert abs(asked["y"] - pressed["y"]) > 44 or abs(asked["x"] - pressed["x"]) > asked["width"], (
        "away from the finger"
    )
    no.click()
    assert page.evaluate("() => fetch('/api/me').then((a) => a.json()).then((me) => me.name)") == "Ysoline"
    button.click()
    yes.click()
    page.wait_for_url(f"{house.url}/")
    assert page.evaluate("() => fetch('/api/me').then((a) => a.json()).then((me) => me.name)") == ""


LAPTOP = [{"width": 1366, "height": 768}]
PHONES = [PHONE, {"width": 844, "height": 390}]
ALWAYS = (PHONES, "en-GB", "dark")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("sizes", "locale", "scheme"),
    [
        each if each == ALWAYS else deep(*each)
        for each in product([LAPTOP, PHONES], ["fr-FR", "en-GB"], ["light", "dark"])
    ],
)
def test_the_page_about_oneself_fits_and_is_accessible(person, house, sizes, locale, scheme):
    page = person(sizes[0], locale, color_scheme=scheme, has_touch=sizes == PHONES, bypass_csp=True)
    page.goto(house.url)
    page.evaluate(
        """(name) => fetch("/api/me", { method: "PUT", headers: { "content-type": "application/json" },
        body: JSON.stringify({ name, lang: "" }) })""",
        f"Nina {scheme} {len(sizes)} {locale[:2]}",
    )
    page.goto(f"{house.url}/me")
    page.locator("#keep ~ button").click()
    page.locator(".phrase li").first.wait_for()
    for size in sizes:
        page.set_viewport_size(size)
        assert violations(page) == [], size
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), size
        for target in page.locator("main button, main a.button, main input").all():
            box = target.bounding_box()
            assert box is not None
            assert box["height"] >= 44, size
    page.locator(".danger").click()
    page.get_by_role("dialog").wait_for()
    for size in sizes:
        page.set_viewport_size(size)
        assert violations(page) == [], size


@pytest.mark.deep
def test_a_forgetting_server_says_so(person, tmp_path):
    house = House(tmp_path / "house", "127.0.0.1", "--forget-after", "24h").start()
    try:
        for locale, words in (
            ("fr-FR", "efface les parties au bout de 24"),
            ("en-GB", "deletes games after 24 hours"),
        ):
            page = person(PHONE, locale)
            page.goto(house.url)
            page.get_by_text(words).wait_for()
    finally:
        house.stop()
