"""What a line is still believed where strangers meet, for the whole of an evening. Pure.

Among friends the measured line is believed up to 500 ms. Where anybody may sit down, less is: at most `MAX_MS` of round trip, no
reaction below `QUICKEST_MS`, and what nobody but the line itself vouches for only as long as it is used as people use it.
What the server's own kernel measured, or a trusted proxy's, is vouched for, and stays believed whatever a page says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

Lost = Literal["", "too_quick", "grows"]

MAX_MS = 150.0
"""The longest round trip that is made good among strangers."""

QUICKEST_MS = 150.0
"""No reaction to a cue counts as quicker. Simple reactions take some 190 ms to a light and 160 ms to a sound on average (Welford,
Reaction Times, 1980; 231 ms on a screen with a mouse: Woods et al., Frontiers in Human Neuroscience 9:131, 2015), and here a thing
must be picked as well: one press in hundreds lies below, never several of a dozen.
"""

CLAIMS, TOO_QUICK = 12, 4
"""So many of so many claims below `QUICKEST_MS` are no person's: the credit is lost."""

QUICK_MS, QUICK = 170.0, 8
"""Nor are so many of them below this: somebody's usual reaction would have to be a quarter below the mean of people at a screen."""

RACES, GROWN = 10, 6
"""So many of so many races in which the round trip right behind the cue was longer than usual: the credit is lost."""
GROWS_MS = 80.0
"""By how much more than the longest usual round trip that must be."""

MARGIN = 0.04
"""By how much more than every second comparison a line may win that is helped by what nobody vouches for."""
PATIENCE = 4.0
"""So many comparisons won beyond that are taken for luck."""
STEP_MS = 12.0
"""So much less is made good for each one more."""

EVENING_MS = 6 * 3_600_000.0
"""A credit is forgotten that was not used for so long."""


@dataclass
class Credit:
    """One player's. `lead`: how many comparisons more than luck allows were won; `lost`: why nothing unvouched is believed."""

    lead: float = 0.0
    lost: Lost = ""
    used_ms: float = 0.0
    _claims: deque[float] = field(default_factory=lambda: deque(maxlen=CLAIMS))
    _grown: deque[bool] = field(default_factory=lambda: deque(maxlen=RACES))

    def believed(self, reaction_ms: float) -> float:
        """The reaction to a cue to grab that counts, for the one that a page says; too quick ones are remembered."""
        self._claims.append(reaction_ms)
        below = [sum(claim < ms for claim in self._claims) for ms in (QUICKEST_MS, QUICK_MS)]
        if below[0] >= TOO_QUICK or below[1] >= QUICK:
            self.lost = self.lost or "too_quick"
        return max(reaction_ms, QUICKEST_MS)

    def raced(self, round_trip_ms: float, usual_ms: float) -> None:
        """The round trip of a ping right behind a cue, beside the longest usual one of this line."""
        self._grown.append(round_trip_ms > usual_ms + GROWS_MS)
        if sum(self._grown) >= GROWN:
            self.lost = self.lost or "grows"

    def given(self, wanted_ms: float, vouched_ms: float) -> float:
        """How much of a compensation is given, of which so much is vouched for."""
        unvouched = max(0.0, wanted_ms - vouched_ms)
        if self.lost:
            return wanted_ms - unvouched
        doubt = STEP_MS * max(0.0, self.lead - PATIENCE)
        return wanted_ms - min(unvouched, doubt)

    def compared(self, won: bool, other: Credit) -> None:
        """Somebody else's reaction to the same cue was slower, or quicker: what is not vouched for may make even, no more.

        To be quicker than a line that is not believed any more proves nothing.
        """
        if other is self or other.lost:
            return
        most = PATIENCE + (MAX_MS + 50.0) / STEP_MS
        self.lead = min(most, max(0.0, self.lead + (0.5 if won else -0.5) - MARGIN))


class Credits:
    """The credits of all who played here this evening."""

    def __init__(self) -> None:
        self._of: dict[Hashable, Credit] = {}

    def of(self, who: Hashable, now_ms: float) -> Credit:
        """The credit of somebody; whose was not used for an evening is forgotten."""
        for name in [name for name, credit in self._of.items() if credit.used_ms < now_ms - EVENING_MS]:
            del self._of[name]
        credit = self._of.setdefault(who, Credit())
        credit.used_ms = now_ms
        return credit
