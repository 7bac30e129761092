"""The law about a game's catalogues of words."""

from __future__ import annotations

from ludotheque.testing import catalogues
from ludotheque.testing.law import Case, law


@law(
    "words",
    "The game's words are there in both languages, with the same holes; each that is used, and none that is not.",
    once=True,
    about=("declaration",),
)
def words(case: Case) -> None:
    wrong = catalogues.problems(case.variant.table(case.seed).game)
    if wrong:
        case.broken("; ".join(wrong[:8]) + (f"; and {len(wrong) - 8} more" if len(wrong) > 8 else ""))
