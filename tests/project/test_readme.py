"""What the README promises is true: its Python runs as printed, its commands and pictures exist."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from ludotheque.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


@pytest.mark.parametrize("page", [README, ROOT / "docs" / "table.md"], ids=lambda page: page.name)
def test_the_python_examples_work(page: Path) -> None:
    failures, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert tried >= 4
    assert failures == 0


def test_the_two_commands_and_the_notice_are_there() -> None:
    text = README.read_text(encoding="utf-8")
    for words in ("make play", "make test", "unofficial", "MIT"):
        assert words in text


def test_every_command_it_names_exists() -> None:
    text = README.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", text)) <= targets
    commands = set(app.commands)
    assert set(re.findall(r"`ludotheque ([a-z-]+)", text)) <= commands


def test_its_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^]]*\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).stat().st_size > 10_000, f"{picture} is missing or empty"
