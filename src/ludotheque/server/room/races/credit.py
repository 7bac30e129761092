"""How much the server still believes a line among strangers, over a whole evening. Pure.

Among friends the measured line is believed up to 500 ms. Among strangers the limits are lower: at most `MAX_MS` of round trip, and no
reaction below `QUICKEST_MS`. What only the line itself vouches for is believed only as long as it is used the way people use it. What the
server's own kernel or a trusted proxy measured is vouched for, and stays believed whatever a page says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

Lost = Literal["", "too_quick", "grows"]

MAX_MS = 150.0
"""The longest round trip compensated among strangers."""

QUICKEST_MS = 150.0
"""No reaction to a cue counts as quicker than this.

Simple reactions take about 190 ms to a light and 160 ms to a sound on average (Welford, Reaction Times, 1980; 231 ms on a screen with a
mouse: Woods et al., Frontiers in Human Neuroscience 9:131, 2015), and here the player must also choose. One press in hundreds is quicker,
never several of a dozen.
"""

CLAIMS, TOO_QUICK = 12, 4
"""If this many of the last `CLAIMS` claims are below `QUICKEST_MS`, no person made them: the credit is lost."""

QUICK_MS, QUICK = 170.0, 8
"""The same for this many below `QUICK_MS`: the usual reaction would have to be a quarter below the mean of people at a screen."""

RACES, GROWN = 10, 6
"""If in this many of the last `RACES` races the round trip right behind the cue was longer than usual, the credit is lost."""
GROWS_MS = 80.0
"""By how much it must exceed the longest usual round trip for that."""

MARGIN = 0.04
"""By how much more than half of the comparisons a line may win with help that nobody vouches for."""
PATIENCE = 4.0
"""A lead up to this counts as luck."""
STEP_MS = 12.0
"""For each comparison won beyond that, this much less is compensated."""

EVENING_MS = 6 * 3_600_000.0
"""A credit that has not been used for this long is forgotten."""


@dataclass
class Credit:
    """One player's credit.

    Attributes:
        lead: the number of comparisons won beyond every second one, less `MARGIN` for each.
        lost: why only what is vouched for is still believed; empty if everything is.
    """

    lead: float = 0.0
    lost: Lost = ""
    used_ms: float = 0.0
    _claims: deque[float] = field(default_factory=lambda: deque(maxlen=CLAIMS))
    _grown: deque[bool] = field(default_factory=lambda: deque(maxlen=RACES))

    def believed(self, reaction_ms: float) -> float:
        """The reaction to a cue to grab that counts for the one that a page reports. Reactions that are too quick are remembered."""
        self._claims.append(reaction_ms)
        below = [sum(claim < ms for claim in self._claims) for ms in (QUICKEST_MS, QUICK_MS)]
        if below[0] >= TOO_QUICK or below[1] >= QUICK:
            self.lost = self.lost or "too_quick"
        return max(reaction_ms, QUICKEST_MS)

    def raced(self, round_trip_ms: float, usual_ms: float) -> None:
        """Compare the round trip right behind a cue with the longest usual one of this line."""
        self._grown.append(round_trip_ms > usual_ms + GROWS_MS)
        if sum(self._grown) >= GROWN:
            self.lost = self.lost or "grows"

    def given(self, wanted_ms: float, vouched_ms: float) -> float:
        """How much of a wanted compensation is given, if `vouched_ms` of it is vouched for."""
        unvouched = max(0.0, wanted_ms - vouched_ms)
        if self.lost:
            return wanted_ms - unvouched
        doubt = STEP_MS * max(0.0, self.lead - PATIENCE)
        return wanted_ms - min(unvouched, doubt)

    def compared(self, won: bool, other: Credit) -> None:
        """Count a comparison with another reaction to the same cue. What is not vouched for may make even, but not win.

        Being quicker than a line that has lost its credit proves nothing.
        """
        if other is self or other.lost:
            return
        most = PATIENCE + (MAX_MS + 50.0) / STEP_MS
        self.lead = min(most, max(0.0, self.lead + (0.5 if won else -0.5) - MARGIN))


class Credits:
    """The credits of everybody who played here this evening."""

    def __init__(self) -> None:
        self._of: dict[Hashable, Credit] = {}

    def of(self, who: Hashable, now_ms: float) -> Credit:
        """A player's credit. It is forgotten if it was not used for an evening."""
        for name in [name for name, credit in self._of.items() if credit.used_ms < now_ms - EVENING_MS]:
            del self._of[name]
        credit = self._of.setdefault(who, Credit())
        credit.used_ms = now_ms
        return credit
