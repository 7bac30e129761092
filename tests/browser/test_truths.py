"""Each truth of `truths.js` is one: a page that is whole breaks it where its style is spoilt on purpose."""

from __future__ import annotations

import re

import pytest

from browser.stage import SIZES, Stage, at

pytestmark = pytest.mark.browser

SPOIL = "style => { const one = document.head.appendChild(document.createElement('style')); one.id = 'spoilt'; one.textContent = style; }"
SPOILT: dict[tuple[str, str], list[tuple[str, str]]] = {
    ("bantu", "middle"): [
        ("main { min-width: 500px }", "the page is .* px wider than the screen"),
        ("body { min-height: 900px }", "the page is 56 px higher than the screen"),
        (".thumb .wide { position: fixed; top: 820px }", "“.*”, the main button, is not whole on the screen"),
        ("svg.board { position: fixed; left: -90px }", "the board is not whole on the screen"),
        (".thumb .wide { transform: translateY(-400px) }", "button.* lies over the board"),
        (".tabs button { height: 20px; min-height: 0; padding: 0 }", "button “Coups” is .. px high under a finger"),
        (".tabs button { flex: none; width: 20px; overflow: hidden }", "button “.*” is .. px wide under a finger"),
        (".tabs button:first-child { transform: translateX(-30px) }", "button “Coups” sticks out of the screen"),
        (".prompt .say { position: fixed; inset: 0; z-index: 9; background: white }", "button.opener “.*” lies under (p.sentence|span)"),
        (".prompt .sentence { font-size: 9px }", "“.*” is written in 9px"),
        (".prompt .sentence { width: 2em; overflow-wrap: anywhere }", "“.*” is broken in "),
        (".tabs button { flex: none; width: 30px; overflow: hidden }", "button.* is cut off at its side"),
        (".seats .name { width: 3em; text-overflow: clip }", "span.name “.*” is cut off at its side"),
        (".prompt .sentence { height: 8px; overflow: hidden }", "p.sentence.* is cut off at its foot"),
        (".prompt .sentence { color: #999 }", r"has a contrast of 2\.\d\d:1"),
        (".prompt .sentence { opacity: 0.5 }", r"has a contrast of [1-4]\.\d\d:1"),
        (".prompt .sentence { background: #445 }", r"has a contrast of [1-4]\.\d\d:1"),
        (".tabs button { white-space: nowrap; width: 44px; flex: none; padding: 0; text-indent: 12px }", "the words of button “Coups” go beyond it"),
        (".seats .name { margin-bottom: -14px; grid-area: 1 / 1 / 2 / 4 } .seats .word { position: absolute; left: 30px }", "is written over"),
        (".seats .word { display: none }", r"li\S*\.acts.* “.*” does not say that it is its turn"),
        (".seats .name { width: 5px }", "the name of li.* is not seen"),
    ],
    ("boussanga", "begins"): [
        ("svg.board .tray text { transform: translateX(400px) }", "the name of a tray sticks out of it: “.*”"),
        ("svg.board .tray text { transform: translateY(40px) }", "the name of a tray lies under a piece: “.*”"),
        ("svg.board { transform: scale(0.4) }", "hand.0.0 of the board is .* px under a finger"),
    ],
}  # fmt: skip
"""What spoils the style, and what is told of it."""


@pytest.mark.parametrize(("game", "name"), [pytest.param(*shown, id=shown[0]) for shown in SPOILT])
def test_every_truth_can_be_broken(stage: Stage, game: str, name: str) -> None:
    stage.show(at(game, 2, name), SIZES["phone"])
    assert stage.faults() == []
    missed = {}
    for style, told in SPOILT[game, name]:
        stage.page.evaluate(SPOIL, re.sub("(;| })", r" !important\1", style))
        found = stage.faults()
        stage.page.evaluate("document.getElementById('spoilt').remove()")
        if not any(re.search(told, each) for each in found):
            missed[style] = found
    assert missed == {}
    assert stage.faults() == []


def test_words_on_a_tray_are_whole(stage: Stage) -> None:
    stage.show(at("boussanga", 2, "begins"), SIZES["phone"])
    stage.page.evaluate("document.querySelector('svg.board .tray text').textContent = 'Ma…'")
    assert stage.faults() == ["the name of a tray is cut: “Ma…”"]
    stage.page.evaluate("""() => {
      const one = document.querySelector('svg.board .tray text');
      one.textContent = 'Ma';
      one.after(one.cloneNode(true));
    }""")
    assert stage.faults() == ["the name of a tray is written over another: “Ma”"]
