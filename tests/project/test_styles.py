"""Parts of a page style themselves alone."""

from __future__ import annotations

from pathlib import Path

CLIENT = Path(__file__).parents[2] / "client" / "src"
DRAWN = {
    "pages/NewTable.svelte",  # where fields of all questions stop when they are scrolled to
    "replay/WhatIf.svelte",  # a mark on the button of a seat that is chosen
    "scene/Board.svelte",  # the board's own pieces and words
    "scene/Picture.svelte",
    "shell/Composer.svelte",
    "shell/Cover.svelte",
}
"""Parts that show drawings style what is in them; the comments give the reasons for the two others."""


def test_no_part_of_a_page_styles_the_inside_of_another() -> None:
    reaching = {
        path.relative_to(CLIENT).as_posix()
        for path in CLIENT.rglob("*.svelte")
        if ":global(" in path.read_text(encoding="utf-8")
    }
    assert reaching == DRAWN, "what a parent may choose is a prop or a custom property (docs/notes/0053)"
