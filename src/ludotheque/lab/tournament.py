"""Tournaments between bots: who meets whom, and what came of it.

In a *meeting* as many bots as the game has seats play a number of *deals*. A deal is a seed, played once for every turn of the seats: all
see the same luck from every seat. The order around the table changes from deal to deal, so that with three seats or more each bot sits
behind each other one equally often.

A round robin lets every group of bots meet in each round. In a Swiss tournament each round brings together bots that have done about
equally well, if possible such as have not met; where the bots do not fill the tables, those that have sat out least do so, the lowest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, permutations
from math import comb, factorial
from typing import Literal, NamedTuple

from ludotheque import bots
from ludotheque.core.errors import BadMatch
from ludotheque.core.message import Message
from ludotheque.core.pairing import grouped
from ludotheque.lab.matches import Match, Result, play_many
from ludotheque.lab.ratings import Deal, Rating, rate

Kind = Literal["round-robin", "swiss"]

COLUMNS = ("round", "meeting", "deal")
"""What a folder of games says about a tournament's games beside their results; all count from 0."""


class BadTournament(BadMatch):
    """A tournament cannot be held. The text says why."""


class Fixture(NamedTuple):
    """A match of a tournament.

    Attributes:
        match: the match.
        round: the number of its round.
        meeting: the number of its meeting within the round.
        deal: the number of its deal within the meeting.
    """

    match: Match
    round: int
    meeting: int
    deal: int


@dataclass(frozen=True)
class Plan:
    """A tournament.

    Attributes:
        first: the game, seats, options, components, opening and the first seed; its levels do not count.
        bots: the bots, each of another name.
        kind: `round-robin` or `swiss`.
        rounds: the number of rounds.
        deals: the number of deals of each meeting.

    Raises:
        BadTournament: such a tournament cannot be held.
    """

    first: Match
    bots: tuple[str | bots.Bot, ...]
    kind: Kind = "round-robin"
    rounds: int = 1
    deals: int = 10

    def __post_init__(self) -> None:
        names, seats = self.names, self.first.seats
        twice = [name for name, times in Counter(names).items() if times > 1]
        if twice:
            raise BadTournament(message=Message("cli.tournament.twice", {"bot": twice[0]}))
        if seats < 2:
            raise BadTournament(message=Message("cli.tournament.alone"))
        if len(names) < seats:
            raise BadTournament(message=Message("cli.tournament.few", {"n": len(names), "seats": seats}))
        if self.rounds < 1 or self.deals < 1:
            raise BadTournament(message=Message("cli.tournament.nothing"))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots."""
        return tuple(map(bots.name_of, self.bots))

    @property
    def meetings(self) -> int:
        """The number of meetings in a round."""
        n, seats = len(self.bots), self.first.seats
        return comb(n, seats) if self.kind == "round-robin" else n // seats

    @property
    def games(self) -> int:
        """The number of games of the whole tournament."""
        return self.rounds * self.meetings * self.deals * self.first.seats


def fixtures(plan: Plan, number: int, before: Sequence[Result]) -> list[Fixture]:
    """The matches of a round, in order.

    Args:
        plan: the tournament.
        number: the number of the round, from 0.
        before: the results of the rounds before, in order. A round robin does not need them.
    """
    seats = plan.first.seats
    groups = (
        list(combinations(range(len(plan.bots)), seats))
        if plan.kind == "round-robin"
        else _tables(plan, before)
    )
    found = []
    for meeting, group in enumerate(groups):
        for deal in range(plan.deals):
            seed = plan.first.seed + (number * len(groups) + meeting) * plan.deals + deal
            around = _order(group, number * plan.deals + deal)
            for turn in range(seats):
                levels = tuple(plan.bots[bot] for bot in around[turn:] + around[:turn])
                match = replace(plan.first, seed=seed, levels=levels)
                found.append(Fixture(match, number, meeting, deal))
    return found


def _order(group: tuple[int, ...], deal: int) -> tuple[int, ...]:
    """A way to sit around the table; after (seats − 1)! deals, each of them has been."""
    others = group[1:]
    return group[:1] + next(islice(permutations(others), deal % factorial(len(others)), None))


def hold(
    plan: Plan,
    played: Iterable[Result] = (),
    play: Callable[[Iterable[Match]], Iterator[Result]] = play_many,
) -> Generator[tuple[Fixture, Result], None, None]:
    """Hold a tournament, or the rest of it, and give each match with its result, in order.

    Args:
        plan: the tournament.
        played: the results of an earlier run of the same plan, in order.
        play: plays matches, and gives the results in their order.

    Raises:
        BadTournament: the earlier results are not of this plan.
        MatchFailed: a match broke off.
    """
    results = list(played)
    begun = 0
    for number in range(plan.rounds):
        matches = fixtures(plan, number, results[:begun])
        known = results[begun : begun + len(matches)]
        for fixture, result in zip(matches, known, strict=False):
            if (fixture.match.seed, tuple(map(bots.name_of, fixture.match.levels))) != (
                result.seed,
                result.levels,
            ):
                raise BadTournament(message=Message("cli.tournament.strange", {"seed": result.seed}))
        begun += len(matches)
        rest = matches[len(known) :]
        for fixture, result in zip(rest, play(each.match for each in rest), strict=True):
            results.append(result)
            yield fixture, result


# ------------------------------------------------------------------------------------------------------ Swiss tables


def _tables(plan: Plan, before: Sequence[Result]) -> list[tuple[int, ...]]:
    """Who meets whom in the next round of a Swiss tournament."""
    names, seats = plan.names, plan.first.seats
    won, games = [0.0] * len(names), [0] * len(names)
    met: Counter[tuple[int, int]] = Counter()
    for result in before:
        group = sorted(names.index(level) for level in result.levels)
        met.update(combinations(group, 2))
        for level, share in zip(result.levels, result.returns, strict=True):
            won[names.index(level)] += share
            games[names.index(level)] += 1
    order = sorted(range(len(names)), key=lambda bot: (-won[bot] / max(1, games[bot]), bot))
    spare = len(names) % seats
    lowest = order[::-1]
    out = sorted(lowest, key=lambda bot: -games[bot])[:spare]  # those that played most have sat out least
    order = [bot for bot in order if bot not in out]
    return grouped(order, [seats] * (len(order) // seats), met)


# --------------------------------------------------------------------------------------------------------- standings


@dataclass(frozen=True)
class Standing:
    """What one bot did.

    Attributes:
        bot: its name.
        games: the number of its games.
        share: its share of the wins of these games, from 0 to 1.
        rating: its rating, see `lab.ratings`.
        low: the lower bound of the 95 % interval of the rating.
        high: its upper bound. Both are None where deals repeat.
    """

    bot: str
    games: int
    share: float
    rating: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Meeting:
    """What one bot did against another.

    Attributes:
        games: the number of games in which both sat.
        ahead: the share of them in which the first was ranked before the other; equal ranks count half. 0 without games.
    """

    games: int
    ahead: float


@dataclass(frozen=True)
class Standings:
    """How a tournament stands.

    Attributes:
        games: the number of games.
        deals: the number of deals.
        distinct: the number of distinct deals: those of the same bots with the same games count once.
        table: the bots, the best first.
        cross: for each of them, in the same order, what it did against each of them; None against itself.
    """

    games: int
    deals: int
    distinct: int
    table: tuple[Standing, ...]
    cross: tuple[tuple[Meeting | None, ...], ...]


def standings(names: Sequence[str], results: Iterable[Result]) -> Standings:
    """Sum up a tournament.

    Args:
        names: the names of all bots.
        results: the results, in any order.
    """
    played = list(results)
    number = {name: index for index, name in enumerate(names)}
    by_deal: dict[tuple[int, tuple[str, ...]], list[Result]] = {}
    for result in played:
        by_deal.setdefault((result.seed, tuple(sorted(result.levels))), []).append(result)
    deals = [_deal(number, games) for games in by_deal.values()]
    courses = {_course(seed, names, games) for (seed, names), games in by_deal.items()}
    repeat = len(courses) < len(by_deal)
    ratings = rate(deals, len(names))
    order = sorted(range(len(names)), key=lambda bot: (-ratings[bot].value, bot))
    ahead, both = _ahead(number, played)
    return Standings(
        games=len(played),
        deals=len(by_deal),
        distinct=len(courses),
        table=tuple(_standing(names[bot], played, ratings[bot], repeat) for bot in order),
        cross=tuple(tuple(_meeting(one, other, ahead, both) for other in order) for one in order),
    )


def _deal(number: dict[str, int], games: list[Result]) -> Deal:
    wins: Counter[int] = Counter()
    for result in games:
        for level, share in zip(result.levels, result.returns, strict=True):
            wins[number[level]] += share  # type: ignore[assignment]  # a Counter counts shares as well
    return Deal(tuple(wins), tuple(map(float, wins.values())))


def _course(seed: int, names: tuple[str, ...], games: list[Result]) -> tuple[object, ...]:
    """What makes two deals the same: the bots and what happened, not the seats. An unknown course differs from every other."""
    what = sorted((result.trajectory or f"{seed}", result.levels) for result in games)
    return names, tuple(trajectory for trajectory, _ in what)


def _standing(name: str, played: list[Result], rating: Rating, repeat: bool) -> Standing:
    shares = [result.returns[result.levels.index(name)] for result in played if name in result.levels]
    low, high = (None, None) if repeat or not shares else (rating.low, rating.high)
    return Standing(name, len(shares), sum(shares) / max(1, len(shares)), rating.value, low, high)


def _ahead(
    number: dict[str, int], played: list[Result]
) -> tuple[Counter[tuple[int, int]], Counter[tuple[int, int]]]:
    """For each pair how often the first was ranked before the other, in halves, and how often both played."""
    ahead: Counter[tuple[int, int]] = Counter()
    both: Counter[tuple[int, int]] = Counter()
    for result in played:
        ranked = [(number[level], rank) for level, rank in zip(result.levels, result.ranking, strict=True)]
        for (one, rank), (other, behind) in permutations(ranked, 2):
            both[one, other] += 1
            ahead[one, other] += 2 if rank < behind else rank == behind
    return ahead, both


def _meeting(
    one: int, other: int, ahead: Counter[tuple[int, int]], both: Counter[tuple[int, int]]
) -> Meeting | None:
    if one == other:
        return None
    games = both[one, other]
    return Meeting(games, ahead[one, other] / (2 * games) if games else 0.0)
