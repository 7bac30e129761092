"""Every page, in both languages and by day and night, without a violation that axe-core can find."""

from __future__ import annotations

import pytest

from browser.conftest import DESKTOP, PHONE
from browser.hands import make_table, my_turn, play_turn
from browser.house import ROOT

pytestmark = pytest.mark.browser

AXE = ROOT / "client" / "node_modules" / "axe-core" / "axe.min.js"
RUN = "() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })"


def violations(page) -> list[str]:
    """What axe finds wrong on a page, with where."""
    page.add_script_tag(path=str(AXE)) if not page.evaluate("() => 'axe' in window") else None
    found = page.evaluate(RUN)["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_pages(person, house, scheme, viewport):
    page = person(viewport, color_scheme=scheme, bypass_csp=True)
    for path in ("/", "/new/billabong", "/rules/billabong", "/edition/billabong", "/nowhere"):
        page.goto(house.url + path)
        page.wait_for_selector("h1")
        page.wait_for_timeout(300)
        assert violations(page) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_table_at_every_stage(person, house, scheme, viewport):
    page = person(viewport, color_scheme=scheme, bypass_csp=True)
    make_table(page, house, chairs=[{"who": "me"}, {"who": "link"}])
    page.wait_for_selector(".lobby")
    page.wait_for_timeout(300)
    assert violations(page) == []
    identity = make_table(page, house)
    page.wait_for_selector(".board")
    assert violations(page) == []
    for _ in range(6):
        assert play_turn(page, house, identity, 0)
    table = my_turn(house, identity, 0)
    assert table is not None
    page.wait_for_timeout(500)
    assert violations(page) == []
