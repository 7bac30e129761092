"""Colours that follow the theme of the page."""

import pytest

from ludotheque.scene.palette import Palette

PALETTE = Palette(
    "pond",
    {"water": "#4E9DB0", "shore": "#F1DDB0"},
    night={"water": "#27606F"},
    contrast={"water": "#FFFFFF"},
)


def test_a_colour_is_the_days_unless_the_theme_has_another():
    assert PALETTE.ink("water") == "var(--pond-water, #4E9DB0)"
    night, contrast = ".pond{--pond-water:#27606F;}", ".pond{--pond-water:#FFFFFF;}"
    assert PALETTE.style.count(night) == 2
    assert f':root[data-theme="contrast"] {contrast}' in PALETTE.style
    assert PALETTE.style.count("{") == PALETTE.style.count("}")


def test_a_colour_that_is_not_there_is_a_mistake():
    with pytest.raises(KeyError):
        PALETTE.ink("sand")


def test_shades_beside_each_other_make_the_same_palette():
    shades = {"water": ("#4E9DB0", "#27606F", "#FFFFFF"), "shore": ("#F1DDB0",)}
    assert Palette.of("pond", shades) == PALETTE
    picture = PALETTE.svg(120, 80.5, "<path/>")
    assert picture.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80.5" class="pond"')
    assert picture.endswith(f"{PALETTE.style}<path/></svg>")
