"""The ratings of one contest: a fold over its games, in the order in which they ended.

The model is that of R. C. Weng and C.-J. Lin (Journal of Machine Learning Research 12, 2011) for games of any number of sides, as the library
`openskill` has it (R. D. Luce's model of ranks, like in `lab/ratings.py`). Its belief about somebody is a mean and a standard deviation.
Both are shown in points: 1500 for a newcomer, and about 170 more for somebody who beats newcomers in 73 of 100 duels, like Elo's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludotheque.server.room.rated import Rated

Z_95 = 1.959964
START = 1500
POINTS = 30.0
"""Points for each unit of the model."""
SURE = 350
"""An interval that reaches farther than this on either side is provisional: about the first dozen games."""

MEAN, DEVIATION = 25.0, 25.0 / 3.0
"""What the model believes of a newcomer."""

ERASED = 0
"""An erased guest: in each game somebody of whom nothing is known."""


@cache
def _model() -> Any:
    """The model, imported with the first game that counts: where none can, nobody needs the library."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MEAN, sigma=DEVIATION)


@dataclass(frozen=True)
class Rating:
    """What is believed of somebody: the model's mean and standard deviation, and after how many games."""

    mu: float = MEAN
    sigma: float = DEVIATION
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as a plain number."""
        return round(START + POINTS * (self.mu - MEAN))

    @property
    def margin(self) -> int:
        """Half of the 95 % interval, in points."""
        return math.ceil(POINTS * Z_95 * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether the interval is too wide to say who is better."""
        return self.margin > SURE

    def told(self) -> dict[str, int | bool]:
        """The rating as a page shows it."""
        return {"rating": self.points, "low": self.points - self.margin, "high": self.points + self.margin, "games": self.games, "provisional": self.is_provisional}  # fmt: skip


UNKNOWN = Rating()


@dataclass(frozen=True)
class Change:
    """What a game did to somebody's rating."""

    table: str
    ended_ms: int
    before: Rating
    after: Rating


@dataclass
class Ladder:
    """Everybody's rating in one contest.

    Attributes:
        ratings: by guest.
        changes: what each game did, by guest, in order.
        count: how many games it was made of.
        total_ms: the sum of the instants at which they ended, to notice that one has changed.
        newest: the last game: when it ended, and its table.
    """

    ratings: dict[int, Rating] = field(default_factory=dict)
    changes: dict[int, list[Change]] = field(default_factory=dict)
    count: int = 0
    total_ms: int = 0
    newest: tuple[int, str] = (0, "")

    def add(self, table: str, ended_ms: int, rated: Rated) -> None:
        """Count a game, which ended after all others."""
        model = _model()
        before = [[self.ratings.get(guest, UNKNOWN) for guest in side] for side in rated.sides]
        teams = [[model.create_rating([each.mu, each.sigma]) for each in side] for side in before]
        after = model.rate(teams, ranks=[float(rank) for rank in rated.ranks])
        for guests, olds, news in zip(rated.sides, before, after, strict=True):
            for guest, old, new in zip(guests, olds, news, strict=True):
                if guest == ERASED:
                    continue
                rating = self.ratings[guest] = Rating(new.mu, new.sigma, old.games + 1)
                self.changes.setdefault(guest, []).append(Change(table, ended_ms, old, rating))
        self.count, self.total_ms, self.newest = self.count + 1, self.total_ms + ended_ms, (ended_ms, table)
