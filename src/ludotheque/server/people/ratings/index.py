"""The ratings of all contests, in memory: computed from the results in the database, and followed as games end.

Every process computes the same from the same rows. A table has one row, so it counts once, whoever notes it and how often.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from ludotheque.server.base.names import folded
from ludotheque.server.room.rated import Rated
from ludotheque.server.room.rated import told as told_contest
from ludotheque.server.store.log import Store

if TYPE_CHECKING:
    from ludotheque.server.people.ratings.ladder import Ladder, Rating

SHOWN = 100
"""The most lines of a list that are shown at once; a search finds the others."""


class _Told(msgspec.Struct, frozen=True):
    """What ratings need of `results.Told`."""

    rated: Rated | None = None


_read = msgspec.json.Decoder(_Told).decode


class Ratings:
    """Everybody's ratings, followed as somebody asks for them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._ladders: dict[tuple[str, str], Ladder] = {}
        self._lock = asyncio.Lock()

    async def ladders(self) -> dict[tuple[str, str], Ladder]:
        """The ratings of each contest in which games have counted, by game and contest."""
        async with self._lock:
            known = await self.store.contests()
            for game, contest, count, total_ms in known:
                found = self._ladders.get((game, contest))
                if found is None or (found.count, found.total_ms) != (count, total_ms):
                    self._ladders[game, contest] = await self._follow(game, contest, found, count, total_ms)
            for gone in self._ladders.keys() - {(game, contest) for game, contest, _, _ in known}:
                del self._ladders[gone]
            return dict(self._ladders)

    async def ladder(self, game: str, contest: str) -> Ladder | None:
        """The ratings of one contest; None if no game has counted there."""
        return (await self.ladders()).get((game, contest))

    async def _follow(self, game: str, contest: str, old: Ladder | None, count: int, total_ms: int) -> Ladder:
        """The ratings after what has been noted since. If that is not only newer games, they are computed again from the first one."""
        if old is not None and old.count < count:
            rows = await self.store.rated(game, contest, old.newest[0])
            new = [row for row in rows if (row[1], row[0]) > old.newest]
            if old.count + len(new) == count and old.total_ms + sum(row[1] for row in new) == total_ms:
                return await asyncio.to_thread(_counted, new, old)
        return await asyncio.to_thread(_counted, await self.store.rated(game, contest), None)


def _counted(rows: Sequence[tuple[str, int, str]], onto: Ladder | None) -> Ladder:
    from ludotheque.server.people.ratings.ladder import Ladder  # the library is imported when somebody looks

    found = onto if onto is not None else Ladder()
    for table, ended_ms, text in rows:
        rated = _read(text).rated
        if rated is not None:
            found.add(table, ended_ms, rated)
    return found


# -------------------------------------------------------------------------------------------------------- what is shown


def listed(ladder: Ladder, names: Mapping[int, str], guest: int, own_name: str, who: str) -> dict[str, Any]:
    """A contest's list: those who want to be on it, and the guest who asks, by rating; those of whom too little is known apart.

    `who` is a part of a name: only such lines are shown, each with its place among all.
    """
    lines = [
        (rating, names.get(each, own_name), each == guest)
        for each, rating in ladder.ratings.items()
        if each in names or each == guest
    ]
    sure = sorted((line for line in lines if not line[0].is_provisional), key=_by_rating)
    unsure = sorted((line for line in lines if line[0].is_provisional), key=_by_rating)
    wanted = folded(who)
    rows = [
        _line(rating, name, yours) | {"place": 1 + sum(other[0].points > rating.points for other in sure)}
        for rating, name, yours in sure
    ]
    provisional = [_line(*line) for line in unsure]
    return {
        "rows": _shown(rows, wanted),
        "provisional": _shown(provisional, wanted),
        "count": len(rows),
        "provisional_count": len(provisional),
    }


def _by_rating(line: tuple[Rating, str, bool]) -> tuple[int, str]:
    return -line[0].points, folded(line[1])


def _line(rating: Rating, name: str, yours: bool) -> dict[str, Any]:
    return {"name": name, "yours": yours, **rating.told()}


def _shown(rows: Sequence[dict[str, Any]], wanted: str) -> list[dict[str, Any]]:
    """The lines that fit, the first of them, and one's own in any case."""
    fitting = [row for row in rows if not wanted or row["yours"] or wanted in folded(row["name"])]
    return [row for number, row in enumerate(fitting) if number < SHOWN or row["yours"]]


def own(ladders: Mapping[tuple[str, str], Ladder], guest: int) -> list[dict[str, Any]]:
    """A guest's ratings, in each contest in which they have played."""
    return [
        {"game": game, "contest": contest, **told_contest(contest), **ladder.ratings[guest].told()}
        for (game, contest), ladder in sorted(ladders.items())
        if guest in ladder.ratings
    ]


def changes(ladders: Mapping[tuple[str, str], Ladder], guest: int) -> dict[str, dict[str, Any]]:
    """What each game did to a guest's ratings, by table."""
    return {
        change.table: {"by": change.after.points - change.before.points, **change.after.told()}
        for ladder in ladders.values()
        for change in ladder.changes.get(guest, ())
    }
