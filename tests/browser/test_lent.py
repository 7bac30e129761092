"""A page that one person after another uses tells none of another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser.lent import REST, Lent, rest

pytestmark = pytest.mark.browser


def test_a_lent_page_keeps_nothing_of_its_last_user(chromium: Any, house: Any) -> None:
    lent, known = Lent(chromium), []
    for width in (400, 800):
        page = lent.take({"width": width, "height": 600}, "fr-FR")
        page.goto(house.url)
        page.locator("main a").first.wait_for()
        page.request.put(f"{house.url}/api/me", data={"name": "Ada", "lang": "fr"})
        left = "[innerWidth, Object.keys(localStorage), Object.keys(sessionStorage), document.title]"
        known.append((page, page.context.cookies(), page.evaluate(left)))
        page.evaluate("() => { localStorage.setItem('mine', '1'); sessionStorage.setItem('mine', '1'); }")
        page.route("**/*", lambda route: route.abort())
        assert lent.take_back() == []
        assert page.url == house.url + REST, "in the same process"
    (page, cookies, left), (again, cookies_again, left_again) = known
    assert again is page
    assert cookies[0]["value"] != cookies_again[0]["value"]
    assert [400, *left_again[1:]] == left
    assert left_again[0] == 800
    page.context.close()


def test_a_page_of_a_closed_server_is_not_kept() -> None:
    class Left:
        url = "http://127.0.0.1:9/t/1"

        def goto(self, address: str) -> None:
            if address.startswith("http"):
                raise ConnectionError(address)
            self.url = address

    page = Left()
    rest(page)
    assert page.url == "about:blank"


@pytest.mark.parametrize(
    "do",
    [
        lambda page: page.add_init_script("window.mine = 1"),
        lambda page: page.on("request", lambda _: None),
        lambda page: page.context.grant_permissions(["notifications"]),
        lambda page: page.context.new_page(),
        lambda page: page.route_web_socket("**/ws**", lambda _: None),
        lambda page: page.evaluate("() => window.open('about:blank')"),
        lambda page: page.close(),
    ],
    ids=["a script", "a listener", "a permission", "a second page", "a socket", "a window", "closed"],
)
def test_a_page_that_cannot_be_emptied_is_not_lent_again(chromium: Any, do: Callable[[Any], Any]) -> None:
    lent = Lent(chromium)
    page = lent.take({"width": 400, "height": 600}, "fr-FR")
    do(page)
    assert lent.take_back() == []
    assert page.is_closed()
    assert lent.free == []
