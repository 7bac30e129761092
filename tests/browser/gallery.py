"""`python -m tests.browser.gallery FOLDER [GAME …] [--screens NAME …]`: a picture of each game at each moment, usual and rare, on each screen, and `index.html` to leaf through them.

French and light, English and dark. What `truths.js` finds wrong is printed, and stands beneath the picture. `make pictures` runs it.
"""

from __future__ import annotations

import argparse
import html
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.conftest import FLAGS
from browser.house import House
from browser.rare import RARE, one_phone
from browser.stage import GAMES, PHONE, SIZES, Moment, Stage, begun, moment, moments
from ludotheque.core import registry
from tools import chromium

LOOKS = {"light": ("fr-FR", "light"), "dark": ("en-GB", "dark")}
PAGE = """<!doctype html><meta charset="utf-8"><title>Every screen</title>
<style>body {{ font: 15px sans-serif; }} section {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }}
figure {{ margin: 0; }} img {{ max-height: 28rem; border: 1px solid; }} li {{ color: #b00; }}</style>
{}"""


def scenes(game: str) -> Iterator[tuple[Moment, str]]:
    """What is looked at of a game, and as which view: its usual moments with the fewest and the most players, then the rare ones; a game of quickness also flat between its players."""
    seats = registry.get(game).seats
    for count in sorted({min(seats), max(seats)}):
        for shown in moments(game, count):
            yield shown, "own"
    for name, (make, view) in RARE.items():
        played = make()
        if played.state.game.name == game:
            yield moment(played, name), view
    if game == "banzai":
        here = one_phone("Léo", "Zoé", "Bo")
        yield moment(begun(game, len(here), chairs=here), "flat"), "flat"


def taken(stage: Stage, shown: Moment, view: str, look: str, screens: list[str], folder: Path) -> str:
    """Take pictures of a moment on these screens; what `index.html` says of it."""
    stage.show(shown, SIZES["phone"], view)
    figures = []
    for size in screens:
        stage.resize(SIZES[size])
        name, faults = f"{shown.label}-{size}-{look}.png", stage.faults()
        stage.page.screenshot(path=folder / name)
        for fault in faults:
            print(f"{shown.label}, {size}, {look}: {fault}")
        told = "".join(f"<li>{html.escape(fault)}" for fault in faults)
        figures.append(
            f'<figure><img src="{name}" loading="lazy"><figcaption>{size}<ul>{told}</ul></figcaption></figure>'
        )
    return f"<h2>{shown.label}, {look}</h2><section>{''.join(figures)}</section>\n"


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--screens", nargs="+", choices=SIZES, default=list(SIZES))
    asked = parser.parse_args()
    if unknown := set(asked.games) - GAMES.keys():
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    asked.folder.mkdir(parents=True, exist_ok=True)
    from playwright.sync_api import sync_playwright

    sections: list[str] = []
    with tempfile.TemporaryDirectory() as data, sync_playwright() as play:
        house = House(Path(data)).start()
        browser = play.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        try:
            for look, (locale, scheme) in LOOKS.items():
                more: dict[str, Any] = {**PHONE, "locale": locale, "color_scheme": scheme}
                stage = Stage(browser.new_context(**more).new_page(), house, locale[:2])
                for game in asked.games:
                    sections += [
                        taken(stage, shown, view, look, asked.screens, asked.folder)
                        for shown, view in scenes(game)
                    ]
        finally:
            browser.close()
            house.stop()
    (asked.folder / "index.html").write_text(PAGE.format("".join(sections)), encoding="utf-8")
    print(f"{len(sections)} moments on {len(asked.screens)} screens: {asked.folder / 'index.html'}")


if __name__ == "__main__":
    main()
