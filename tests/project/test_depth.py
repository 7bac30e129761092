"""What `make test` leaves to `make test-deep` is only more of what it looks at itself."""

from __future__ import annotations

import ast
from pathlib import Path

from ludotheque.core import registry
from ludotheque.testing import LAWS
from tests.conformance import look, test_laws, test_modes, variants

TESTS = Path(__file__).resolve().parents[1]


def test_every_law_is_asked_of_every_game() -> None:
    asked = {(law.name, variant.game) for law, variant in (case.values for case in test_laws.cases())}
    assert asked == {(law.name, game) for law in LAWS for game in registry.names()}


def test_every_law_is_asked_of_every_game_in_every_way_deep() -> None:
    asked = {
        (law.name, str(variant))
        for laws, variant in (case.values for case in test_laws.deep_cases())
        for law in laws
    }
    for game in registry.names():
        known = variants.all_variants(game)
        assert {(law.name, str(variant)) for law in LAWS if not law.once for variant in known} <= asked
        assert {(law.name, str(known[0])) for law in LAWS} <= asked


def test_every_game_is_looked_at_interpreted() -> None:
    always = [case.values for case in test_modes.cases() if not case.marks]
    assert {game for game, mode, *_ in always if mode == "interpreted"} == set(registry.names())
    assert {law.name for law in look.ASKED["all"]} == {law.name for law in LAWS} - {"compiled"}


def wholly_deep(file: Path) -> list[ast.FunctionDef]:
    """Test functions all of whose cases are deep: the marker decorates them. Only files that show rules are read."""
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text if "mark.deep" in text and "mark.rule" in text else "")
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(mark).startswith("pytest.mark.deep") for mark in node.decorator_list)
    ]


def test_no_rule_is_shown_by_deep_tests_alone() -> None:
    marked = [
        f"{file.relative_to(TESTS)}::{node.name}"
        for file in TESTS.rglob("test_*.py")
        for node in wholly_deep(file)
        if any("mark.rule" in ast.unparse(mark) for mark in node.decorator_list)
    ]
    assert marked == [], "give these a case that is not deep"
