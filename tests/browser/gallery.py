"""`python -m tests.browser.gallery FOLDER [GAME …] [--screens NAME …]`: a picture of each game at each moment on each screen, and `index.html` to leaf through them.

French and light, English and dark. What `truths.js` finds wrong is printed, and stands beneath the picture. `make pictures` runs it.
"""

from __future__ import annotations

import argparse
import html
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.conftest import FLAGS
from browser.house import House
from browser.stage import GAMES, PHONE, SIZES, Moment, Stage, moments
from ludotheque.core import registry
from tools import chromium

LOOKS = {"light": ("fr-FR", "light"), "dark": ("en-GB", "dark")}
PAGE = """<!doctype html><meta charset="utf-8"><title>Every screen</title>
<style>body {{ font: 15px sans-serif; }} section {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }}
figure {{ margin: 0; }} img {{ max-height: 28rem; border: 1px solid; }} li {{ color: #b00; }}</style>
{}"""


def taken(stage: Stage, moment: Moment, look: str, screens: list[str], folder: Path) -> str:
    """Take pictures of a moment on these screens; what `index.html` says of it."""
    stage.show(moment, SIZES["phone"])
    figures = []
    for size in screens:
        stage.resize(SIZES[size])
        name, faults = f"{moment.label}-{size}-{look}.png", stage.faults()
        stage.page.screenshot(path=folder / name)
        for fault in faults:
            print(f"{moment.label}, {size}, {look}: {fault}")
        told = "".join(f"<li>{html.escape(fault)}" for fault in faults)
        figures.append(
            f'<figure><img src="{name}" loading="lazy"><figcaption>{size}<ul>{told}</ul></figcaption></figure>'
        )
    return f"<h2>{moment.label}, {look}</h2><section>{''.join(figures)}</section>\n"


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
                    for seats in sorted({min(registry.get(game).seats), max(registry.get(game).seats)}):
                        sections += [
                            taken(stage, each, look, asked.screens, asked.folder)
                            for each in moments(game, seats)
                        ]
        finally:
            browser.close()
            house.stop()
    (asked.folder / "index.html").write_text(PAGE.format("".join(sections)), encoding="utf-8")
    print(f"{len(sections)} moments on {len(asked.screens)} screens: {asked.folder / 'index.html'}")


if __name__ == "__main__":
    main()
