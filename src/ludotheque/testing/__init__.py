"""The laws that every game must keep, in this library or in another package. `docs/testing.md` describes them.

>>> from ludotheque.testing import every_law
>>> @every_law("pebbles")
... def test_the_game_keeps_the_laws(law, variant):
...     law.check(variant)
"""

from __future__ import annotations

from ludotheque.testing.law import FULL, QUICK, Case, Effort, Law, LawBroken
from ludotheque.testing.laws import LAWS
from ludotheque.testing.suite import check, every_law
from ludotheque.testing.transcripts import transcript, transcript_of
from ludotheque.testing.variants import Variant, variants

__all__ = [
    "FULL",
    "LAWS",
    "QUICK",
    "Case",
    "Effort",
    "Law",
    "LawBroken",
    "Variant",
    "check",
    "every_law",
    "transcript",
    "transcript_of",
    "variants",
]
