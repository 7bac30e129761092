"""The weights of the evaluation: what `judgement` reads from `b.weights`. Their values are in `weights.json`."""

from __future__ import annotations

from ludotheque.core.weights import Weight

WEIGHTS = (
    Weight("next", 0.05, 2.0),
    Weight("later", 0.02, 2.0),
    Weight("breadth", 0.5, 12.0),
    Weight("points_a_card", 0.2, 4.0, together=True),
    Weight("sure", 0.3, 10.0, together=True),
    Weight("collected_1", 0.02, 1.0, together=True),
    Weight("collected_2", 0.05, 2.0, together=True),
    Weight("collected_3", 0.1, 3.0, together=True),
    Weight("lacking_1", 0.2, 1.0, together=True),
    Weight("lacking_2", 0.2, 1.0, together=True),
    Weight("lacking_3", 0.1, 1.0, together=True),
    Weight("ready", 0.005, 0.5, together=True),
    Weight("nearly", 0.002, 0.5, together=True),
)

NEXT = 0
"""What an alignment is worth, of its points, to a hand whose turn is next; another's may be spoilt before its turn."""
LATER = 1
"""What it is worth to any other hand."""
BREADTH = 2
"""A lead of so many times the points that end the game would be the win."""
POINTS_A_CARD = 3
"""Points that a card brings in a cooperative game that goes well."""
SURE = 4
"""Cards by which an estimate of the end may well be wrong."""
COLLECTED_1 = 5
"""What the first token of a colour in the zone is worth, of a token that scores; two and three tokens follow."""
LACKING_1 = 8
"""What a card is worth that lacks one token which is still to be put back; two and three follow."""
READY = 11
"""What each card beyond the best adds that lacks no token."""
NEARLY = 12
"""What each adds that lacks some."""
