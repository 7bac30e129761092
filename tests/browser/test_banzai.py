"""Banzaï! in the browser: a person and bots to the end by clicks; three people on lines of different lengths."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from browser import duel
from browser.banzai import LOOK, Lines, hasty, press, table_of, to_pass, until
from browser.conftest import PHONE
from browser.hands import button, words
from browser.test_banzai_hand import BASIC, SEATS, hold
from ludotheque import verify
from ludotheque.core.record import loads
from tests.depth import deep

pytestmark = pytest.mark.browser

MAX_THINKING_S = 420
MISSED_S = 3
"""A card that is still there then was not hit: it was moving."""
REACTS_MS = 250
"""Nobody is quicker: sooner would be a false start."""


@pytest.mark.parametrize("others", [deep(2), deep(4)])
def test_a_person_and_bots_play_to_the_end_by_clicks(person, house, others):
    page = person()
    bots = [{"who": "bot", "level": "strong"}] * others
    identity = table_of(page, house.url, [{"who": "me", "name": "Ada"}, *bots], hasty())
    done, laid, again = {"cards": 0, "grabs": 0}, [], 0.0
    for _ in until(MAX_THINKING_S):
        seen = page.evaluate(LOOK)
        if button(page, "ui.rematch").count():
            break
        if seen["grab"] and seen["pawns"]:
            done["grabs"] += press(page, f'[data-spot="{seen["pawns"][0]}"]')
        elif "call.banzai" in seen["calls"]:
            press(page, '[data-call="call.banzai"]')
        elif len(seen["cards"]) == 5 and (seen["cards"] != laid or time.monotonic() > again):
            laid, again = seen["cards"], time.monotonic() + MISSED_S
            done["cards"] += press(page, f'[data-card="{to_pass(seen["cards"])}"]')
        elif page.locator(".thumb .wide").count() and page.locator(".thumb .wide").first.is_enabled():
            page.locator(".thumb .wide").first.click(timeout=1000)
    button(page, "ui.rematch").wait_for()
    lines = loads(house.get(f"/api/tables/{identity}/record"))
    assert verify(lines).over
    assert lines[-1]["end"] == "master"
    mine = [line for line in lines if line.get("seat") == 0]
    assert done["cards"] > 1
    assert any(line["text"].startswith("choose") for line in mine)
    raced = {row["seat"] for line in lines if "race" in line for row in line["race"]["claims"]}
    assert done["grabs"] == 0 or 0 in raced, "quick enough or not, the hand is in the record"


@pytest.mark.deep
def test_three_people_race_over_lines_of_different_lengths(person, house):
    with Lines(house, 5, 30, 60) as lines:
        pages = [person() for _ in range(3)]
        near, middle, far = pages
        chairs = [{"who": "me", "name": "Ada"}, {"who": "link"}, {"who": "link"}]
        identity = table_of(near, lines.url(5), chairs, time_limit=0)
        for page, delay, name, n in ((middle, 30, "Ben", 2), (far, 60, "Chloé", 3)):
            page.goto(f"{lines.url(delay)}/t/{identity}")
            page.locator("#lobby-name").fill(name)
            page.get_by_role("button", name=words("ui.lobby.sit.chair", n=n)).click()
        for page in pages:
            page.wait_for_selector(".card.can")
        near.wait_for_timeout(6000)
        press(near, '[data-call="call.banzai"]')
        for page in (far, middle):
            page.wait_for_selector(".live.grab")
        far.wait_for_timeout(REACTS_MS)
        far.keyboard.press("1")
        middle.keyboard.press("2")
        for page in (far, middle):
            page.locator(".photo li").nth(1).wait_for()
        for _ in until(20):
            table = house.whole(identity)
            if table.state[0]["out"][0] > 0:
                break
    assert table.position()["came"] == "false_call", "who called without a family is out"
    races = [line["race"] for line in loads(house.get(f"/api/tables/{identity}/record")) if "race" in line]
    claims = {
        row["seat"]: row for race in races for row in race["claims"] if row["result"] in ("taken", "late")
    }
    assert {1, 2} <= claims.keys()
    for seat, line_ms in ((1, 60.0), (2, 120.0)):
        claim = claims[seat]
        assert 0 < claim["reaction_ms"] < claim["elapsed_ms"]
        assert 0.8 * line_ms < claim["elapsed_ms"] - claim["reaction_ms"], "as long as the line is"
        assert 0.8 * line_ms < claim["compensation_ms"] < line_ms + 250, "and given back"


WITHHOLD = """
(() => {
  const kept = (window.kept = { claims: [], updates: [], on: false, go: () => {} });
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    set onmessage(then) {
      super.onmessage = (event) => {
        const said = JSON.parse(event.data);
        if (said.t === 'cue' && said.kind.trim() === 'grab' && !kept.done) kept.on = true;
        if (kept.on && said.t !== 'cue') kept.updates.push(event);
        else then(event);
      };
      kept.go = () => {
        kept.on = false;
        kept.done = true;
        for (const event of kept.updates.splice(0)) then(event);
      };
    }
    send(text) {
      const said = JSON.parse(text);
      if (said.t === 'claim') kept.claims.push(said);
      super.send(text);
    }
  };
})();
"""
"""Nothing that comes behind a cue to grab reaches the page before `kept.go()`."""


@pytest.mark.deep
def test_the_cue_alone_is_enough_to_see_it_and_to_take_a_pawn(person, house):
    company = duel.Company(house, 4, 1)
    page = person()
    page.add_init_script(WITHHOLD)
    page.goto(f"{house.url}/t/{company.identity}")
    page.locator("#lobby-name").fill("Ada")
    company.start()
    page.get_by_role("button", name=words("ui.lobby.sit.chair", n=4)).click()
    try:
        page.wait_for_selector(".live.grab", timeout=40_000)
        page.wait_for_timeout(REACTS_MS)
        page.keyboard.press("2")
        page.wait_for_function("() => kept.claims.length === 1")
        for _ in until(20):
            races = [
                race
                for _, race in house.whole(company.identity).journal.races
                if race["race"].strip() == "grab"
            ]
            mine = [row for race in races for row in race["claims"] if row["seat"] == 3]
            if mine:
                break
        assert page.evaluate("() => kept.on"), "the page was told of nothing but the cue"
        assert mine[0]["result"] == "taken"
        assert mine[0]["reaction_ms"] >= REACTS_MS - 50
        page.evaluate("() => kept.go()")
        page.locator(".photo li").first.wait_for()
    finally:
        company.stopped = True


@pytest.mark.parametrize(("tables", "seats"), [deep(1, 5), deep(5, 12)])
def test_equal_reactions_win_equally_however_far_they_are(person, house, tables, seats):
    races: list[duel.Raced] = []
    with Lines(house, 0, 150) as lines:
        for _ in range(tables):
            races += duel.play(house, person, [lines.url(0), lines.url(150)], seats)
    assert len(races) >= tables * (seats - 4)
    assert all(raced.rows[1]["compensation_ms"] >= 290 for raced in races), (
        "as long as the line is, there and back"
    )
    far = 100 * sum(raced.winner for raced in races) / len(races)
    if len(races) >= 36:
        assert 35 <= far <= 65


def test_one_person_against_bots_is_told_what_to_do_and_why(person, situated):
    page = person(PHONE, has_touch=True)
    situated.begin_with(hold("fox:lw", BASIC).position())
    easy = [{"who": "bot", "level": "easy"}] * (SEATS - 1)
    table_of(page, situated.url, [{"who": "me", "name": "Ada"}, *easy], time_limit=0)
    page.locator(".hand .card.can").first.wait_for()
    assert page.locator(".because").count() == 0
    button(page, "ui.advice.ask").tap()
    page.locator(".advised .because").wait_for()
    told = page.locator(".card.advised, .call.advised")
    expect(told).to_have_count(1)
    told.tap()
    page.locator(".because").wait_for(state="detached")
    expect(told).to_have_count(0)
