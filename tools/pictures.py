"""`python tools/pictures.py URL [NAME …]`: retakes the pictures of the README, in English, and those that browsers show before they install the
pages, in French (or only the named ones, such as `banzai.png`). It plays at the server at URL as a person does.

Needs a server that runs (`make play`), Chromium, and Playwright, which `make test` installs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from ludotheque.core.catalogue import say  # noqa: E402 - the line above lets Python find it
from tools import chromium  # noqa: E402 - likewise

FOLDER = ROOT / "docs" / "images"
SCREEN = {"width": 1280, "height": 800}
INSTALLED = ROOT / "client" / "public" / "screenshots"
INSTALLED_SCREENS = {"wide.jpg": SCREEN, "narrow.jpg": {"width": 390, "height": 844}}
TURNS = 14
"""How many turns the player takes before the picture of a race."""
HOP = {"key": "billabong.choice.hop", "args": {"last": ""}}
REST = {"key": "ui.setup.rest"}
ROBOT = {"who": "bot", "level": "greedy"}


def sit_down(
    page: Any, url: str, game: str, chairs: list[dict[str, Any]], options: dict[str, Any], lang: str = "en"
) -> None:
    """Sit down at a new table as Ada."""
    with page.expect_response("**/api/me"):
        page.goto(url)
    page.request.put(f"{url}/api/me", data={"name": "Ada", "lang": lang})
    page.evaluate("game => { localStorage['ludotheque.briefed'] = JSON.stringify([game]); }", game)
    order = {"game": game, "seats": len(chairs), "options": options, "chairs": chairs, "first": 0}
    answer = page.request.post(f"{url}/api/tables", data=order)
    if not answer.ok:
        raise RuntimeError(answer.text())
    page.goto(f"{url}/t/{answer.json()['id']}")


def advised(page: Any) -> Any:
    """The big button, once it carries out the advice."""
    page.locator(".prompt.yours").wait_for()
    page.locator(".thumb .lamp").click()
    page.locator(".advised").wait_for()
    page.locator(".thumb .wide:enabled").wait_for()
    return page.locator(".thumb .wide")


def race(page: Any, url: str, turns: int = TURNS, lang: str = "en") -> None:
    """Billabong among three, while a path of several hops is being chosen."""
    chairs = [{"who": "me"}, ROBOT, {"who": "bot", "level": "easy"}]
    sit_down(page, url, "billabong", chairs, {}, lang)
    page.get_by_role("button", name=say(REST, lang), exact=True).click()
    page.locator(".thumb .lamp").wait_for(timeout=120_000)
    for turn in range(3 * turns):
        big = advised(page)
        if turn >= turns and big.locator("span").inner_text().startswith(say(HOP, lang)):
            return
        big.click()
        page.locator(".advised").wait_for(state="detached")


def banzai(page: Any, url: str) -> None:
    """Banzaï! among five, as a round begins."""
    sit_down(page, url, "banzai", [{"who": "me"}, *[ROBOT] * 4], {})
    ready, card = page.locator(".button.go"), page.locator(".card.can").first
    ready.or_(card).first.wait_for()
    if ready.is_visible():
        ready.click()
    card.wait_for()


PICTURES: dict[str, Callable[[Any, str], None]] = {"table.png": race, "banzai.png": banzai}
INSTALLED_PICTURE = partial(race, lang="fr")


def take(page: Any, url: str, name: str, folder: Path) -> Path:
    """Take the picture with this name; its path."""
    PICTURES.get(name, INSTALLED_PICTURE)(page, url)
    page.locator("svg.board:not(.awaits)").first.wait_for()
    page.evaluate("() => document.fonts.ready")
    page.mouse.move(0, 0)
    page.wait_for_timeout(600)
    page.screenshot(path=folder / name, **({"quality": 70} if name.endswith(".jpg") else {}))
    return folder / name


def main(url: str, *names: str) -> None:
    """All of them, or those named."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=chromium.find(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in names or (*PICTURES, *INSTALLED_SCREENS):
            screen = INSTALLED_SCREENS.get(name, SCREEN)
            folder, locale = (FOLDER, "en-GB") if name in PICTURES else (INSTALLED, "fr-FR")
            context = browser.new_context(viewport=screen, locale=locale, reduced_motion="reduce")
            print(take(context.new_page(), url.rstrip("/"), name, folder))
            context.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
