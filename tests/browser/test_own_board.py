"""A board of one's own that cannot be played with: said in the language of the page, without a word of the other."""

from __future__ import annotations

from importlib.resources import files

import pytest

from browser.hands import button, words
from ludotheque.core import toml_lines
from tests.depth import deep

pytestmark = pytest.mark.browser

PRINTED = (files("ludotheque.games.billabong") / "components.toml").read_text("utf-8")
BAD = {
    PRINTED.replace("width = 16", "width = 99"): ("error.why.range", "board.width"),
    PRINTED.replace("width = 16", 'width = "16"'): ("error.why.whole_number", "board.width"),
    PRINTED.replace("[stream]", "[river]"): ("error.why.unknown_key", "river"),
    PRINTED.replace("column = 7", "column = 2"): ("billabong.components.stream", "stream.column"),
    "board = = 3": ("error.why.not_toml_at", ""),
}
ARGS = {
    "error.why.range": {"low": 4, "high": 24, "value": 99},
    "error.why.whole_number": {"value": '"16"'},
    "error.why.unknown_key": {"known": "board, lake, stream, pieces, limit"},
    "billabong.components.stream": {"low": 6, "high": 8, "value": 2},
    "error.why.not_toml_at": {"line": 1, "column": 9},
}


@pytest.mark.parametrize(("locale", "language"), [("fr-FR", "fr"), deep("en-GB", "en")])
def test_a_bad_board_is_refused_in_the_language_of_the_page(person, house, locale, language):
    page = person(locale=locale)
    page.goto(house.url + "/new/billabong")
    page.get_by_label(words("ui.name.ask", language)).fill("Ada")
    page.get_by_role("heading", name=words("ui.own", language)).click()
    assert PRINTED not in BAD
    for text, (key, field) in BAD.items():
        page.get_by_label(words("ui.own.text", language)).fill(text)
        button(page, "ui.new.open", language).click()
        said = page.locator("#own-said.problem")
        said.wait_for()
        why = words(key, language, **ARGS[key])
        line = toml_lines.line_of(text, field)
        place = words("error.components.place", language, what=field, line=line) if line else field
        assert said.inner_text() == (
            words("error.bad_input", language, field=place, why=why) if field else why
        )
    assert page.url.endswith("/new/billabong")
