"""The medals of a prediction: each inside its card, clear of the bird's head, so that a ring around the card cuts none."""

from importlib.resources import files
from xml.etree import ElementTree

import pytest

from ludotheque.games.banjooli_cross.scene import PLACE_WORDS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("word", PLACE_WORDS)
def test_a_medal_lies_inside_its_card_beneath_the_birds_head(word: str) -> None:
    text = (files("ludotheque.games.banjooli_cross") / "art" / "sprites.svg").read_text("utf-8")
    symbols = {one.get("id"): one for one in ElementTree.fromstring(text).iter(f"{SVG}symbol")}
    card, medal = symbols[f"foretold-{word}"].findall(f"{SVG}use")
    assert card.get("href") == "#foretold"
    assert medal.get("href") == f"#medal-{word}"
    x, y, w, h = (float(medal.get(name, "0")) for name in ("x", "y", "width", "height"))
    assert x + w <= 94, "the card's right edge"
    assert y + h <= 94, "the card's lower edge"
    head = max(
        float(one.get("cy", "0")) + float(one.get("r", "0"))
        for one in symbols["foretold"].iter(f"{SVG}circle")
    )
    assert y > head
