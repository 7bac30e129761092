"""Each operator changes what it should, a mutant keeps its id when other code changes, and every mutant can be compiled."""

from __future__ import annotations

import pytest

from tests.mutating.generating import mutants, of_file
from tests.mutating.trying import games


def made(line: str, head: str = "def f(a, b, s):") -> dict[str, list[str]]:
    """By operator, what becomes of a line of a function."""
    text = f"{head}\n    {line}\n"
    found: dict[str, list[str]] = {}
    for each in of_file("game", "rules.py", text):
        changed = (text.encode()[: each.start] + each.new.encode() + text.encode()[each.end :]).decode()
        assert changed != text
        compile(changed, each.id, "exec")
        found.setdefault(each.id.split(":")[2].split("#")[0], []).append(changed.splitlines()[1].strip())
    return found


@pytest.mark.parametrize(
    ("line", "operator", "changed"),
    [
        ("s.x = a < b", "relational", ["s.x = (a <= b)"]),
        ("s.x = a < b", "boundary", ["s.x = (a < b - 1)"]),
        ("s.x = a >= 2", "boundary", ["s.x = (a >= 1)"]),
        ("s.x = a == b", "relational", ["s.x = (a != b)"]),
        ("s.x = 0 <= a < b", "relational", ["s.x = (0 < a < b)", "s.x = (0 <= a <= b)"]),
        ("s.x = [0 for _ in range(a, b)]", "boundary", ["s.x = [0 for _ in range(a, b - 1)]"]),
        ("while a(b): b()", "negate", ["while (not (a(b))): b()"]),
        ("s.x = a if b < 1 else s", "negate", ["s.x = a if (not (b < 1)) else s"]),
        ("s.x = a and b", "logical", ["s.x = (a or b)"]),
        ("s.x = a + b * 2", "arithmetic", ["s.x = (a - b * 2)", "s.x = a + (b // 2)"]),
        (
            "s.x = a << b | ~a",
            "arithmetic",
            ["s.x = (a << b & ~a)", "s.x = (a >> b) | ~a", "s.x = a << b | a"],
        ),
        ("s.x = a(2)", "constant", ["s.x = a(3)", "s.x = a(1)"]),
        ("s.x += a", "arithmetic", ["s.x -= a"]),
        ("s.x, s.y = a, b", "delete", ["pass"]),
        ("a(s)", "delete", ["pass"]),
    ],
)
def test_an_operator_changes_what_it_should(line, operator, changed):
    assert made(line)[operator] == changed


def test_a_return_value_is_replaced_within_its_type():
    assert made("return a(b)", "def f(a, b) -> bool:")["return"] == ["return True", "return False"]
    assert made("return a(b)", "def f(a, b) -> int:")["return"] == ["return 0"]
    assert made("return False", "def f(a, b) -> bool:")["return"] == ["return True"]
    assert "return" not in made("return a(b)", "def f(a, b) -> str:")
    assert "return" not in made("return Why.LEGAL.value", "def f(a, b) -> int:")


def test_code_without_effect_is_left_alone():
    assert made('"""1 < 2"""') == {}
    assert made('raise ValueError(f"{a + 1}")') == {}
    assert made("c = a") == {}
    assert made("assert a < 2") == {}
    assert "negate" not in made("c = a if a == b else b")


def test_a_bound_is_not_changed_twice():
    assert "constant" not in made("s.x = a < 2")
    assert "constant" not in made("s.x = range(2)")


BEFORE = (
    "def g(a):\n    return a < 1\n\n\nclass C:\n    def f(self, a):\n        b = 2\n        return a < b\n"
)
AFTER = "import os\n\n\ndef h(a):\n    return a < 5 < 7\n\n\n" + BEFORE


def test_code_elsewhere_moves_no_other_mutant():
    before, after = (
        {each.id: each.new for each in of_file("game", "a.py", text)} for text in (BEFORE, AFTER)
    )
    assert before["a.py:C.f:relational#1"] == "(a <= b)"
    assert before.items() <= after.items()
    assert len(after) > len(before)


@pytest.mark.parametrize("game", games())
def test_every_mutant_has_a_unique_id_and_compiles(game):
    found = mutants(game)
    assert len({each.id for each in found}) == len(found) > 400
    for each in found[::50]:
        compile(each.source(), each.id, "exec")
        assert each.diff().count("\n+") == 2
