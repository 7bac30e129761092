"""The best action of a decision, and what it takes to be far ahead."""

from __future__ import annotations

from typing import NamedTuple

LEAD = 0.10
"""How far ahead the best action's value must be, as a share of a win."""

HOPE = 0.25
"""The least value of the best action: nobody looks long for the best of lost moves."""


class Best(NamedTuple):
    """The best action of a decision, its value, and the greatest value of any other action that was considered."""

    action: int
    value: float
    other: float

    @property
    def leads(self) -> bool:
        """Whether it is worth playing, and nothing else comes near."""
        return self.value >= HOPE and self.value - self.other >= LEAD
