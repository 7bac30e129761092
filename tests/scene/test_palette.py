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
