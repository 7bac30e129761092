"""The best action of a decision, and what it takes to be far ahead."""

from __future__ import annotations

from typing import NamedTuple

LEAD = 0.10
"""How far ahead the best action's value must be, as a share of a win."""


class Best(NamedTuple):
    """The best action of a decision, its value, and the greatest value of any other action that was considered."""

    action: int
    value: float
    other: float

    @property
    def leads(self) -> bool:
        """Whether nothing else comes near."""
        return self.value - self.other >= LEAD
