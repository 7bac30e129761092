"""Looks at a position, or at a game again: the chances of each seat, what a search would play, and the turning points.

A seat's *chances* are its mean result in a search from a position, from 0 to 1. What a search would play, and what was missed, follows from the
view of the seat whose turn it is: the search knows no more than that player. In a game that was played, chances are computed with all cards
open, so that they do not jump with the point of view from turn to turn.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Any

from ludotheque.bots.judging import chances_of, resolve_chance
from ludotheque.bots.lines import Step
from ludotheque.bots.search import Budget, Considered, GoOn, run_search
from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.journal import Journal
from ludotheque.core.luck import Luck
from ludotheque.core.memory import room
from ludotheque.core.message import Message
from ludotheque.scene.model import EventView
from ludotheque.table import views
from ludotheque.table.table import Table, situation
from ludotheque.table.turns import turn_at, turns

SHOWN = 3
"""How many of the best actions are kept."""

LEAST_SWING = 0.05
"""Smaller changes of chances are never mentioned: two or three points of a hundred mean nothing, as the page tells players."""

LEAST_WEIGHT = 0.045
"""A turn that weighs less is no turning point, see `_weight`: about five points of a hundred while the game is even."""

SURE_SWING = 0.1
"""Chances that change by this much are mentioned even where all chances of the game jump about."""

TELLS_NOISE = 8
"""A game with fewer turns than this does not show how much its chances jump about."""

LEAD = 1.5
"""The factor by which a turn weighs more if the lead changes hands in it."""

MAX_TURNING_POINTS = 3

PREFERRED = 0.02
"""A search mentions another action than the one played if it prefers it by at least this much."""

GUESSES = 6
"""How many times the best action and the one played are compared, each time on another guess of what the seat cannot see and of what chance does."""


@dataclass(frozen=True)
class Candidate:
    """An action that a search considered.

    Attributes:
        action: the action, an integer.
        value: the seat's mean result after it, from 0 to 1.
        visits: the number of simulations that tried it.
        view: what it would have looked like to everybody, had all been open; None where the game goes on and something is hidden.
        text: the action in notation.
        error: the standard error of `value`, see `bots.Analysis`; None where the search grew one tree.
        line: how the search expects the game to go on, this action first; empty unless lines were asked for.
    """

    action: int
    value: float
    visits: int
    view: EventView | None
    text: str = ""
    error: float | None = None
    line: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Weighed:
    """What a search found at one moment of a game.

    Attributes:
        move: the number of events before this moment.
        turn: the number of the turn in which the next event was played, as lists of moves show it; at the end that of the last turn.
        seat: the seat that acted next; -1 at the end of the game. Where seats gave up, that which would have acted.
        chances: the chances of each seat. They add up to 1 unless all seats win or lose together. At the end they are the result; where seats
            gave up, they are those of the position that was left.
        best: the best actions, the one that the search would play first.
        played: the action that was played next. Where another is best, its value is that of the best less the difference that a comparison of the
            two found, see `_compared`. None where nothing was played.
        stopped: whether the game ended here because seats gave up, or its players wanted it to; not by its rules.
        missed: by how much the value of the best action exceeds that of the one played; 0 where it was played, and where the difference is less
            than `PREFERRED` or than two standard errors.
        simulations: the number of simulations of the search; 0 at the end of the game.
        errors: the standard errors of `chances`; empty where the search grew one tree.
        why: what speaks for the best action, from what its seat sees, where something else was played; None where its game says nothing of it, and
            where the two look alike.
    """

    move: int
    turn: int
    seat: int
    chances: tuple[float, ...]
    best: tuple[Candidate, ...] = ()
    played: Candidate | None = None
    stopped: bool = False
    missed: float = 0.0
    simulations: int = 0
    errors: tuple[float, ...] = ()
    why: Message | None = None


@dataclass(frozen=True)
class TurningPoint:
    """A turn that did more than others to decide the game.

    Attributes:
        turn: its number, as lists of moves show it.
        move: the number of events before the turn.
        until: the number of events after it.
        actor: the seat whose turn it was.
        seat: the seat whose chances changed most.
        before: its chances before the turn, from 0 to 1.
        after: its chances after the turn.
    """

    turn: int
    move: int
    until: int
    actor: int
    seat: int
    before: float
    after: float


def can_be_weighed(journal: Journal) -> bool:
    """Whether searching this game makes sense: no clock decides who is quicker."""
    return not journal.game.timed


def weigh(
    journal: Journal, move: int, budget: Budget, seed: int = 0, *, lines: int = 0, go_on: GoOn | None = None
) -> Weighed:
    """Search the decision that followed the first `move` events.

    Args:
        journal: the game.
        move: the number of events before the decision. At the end of the game nothing is searched: its result is known. Where seats gave up,
            the rules would let it go on: there the decision that was due is searched.
        budget: when the search stops. It needs at least one limit.
        seed: where the search's luck comes from.
        lines: for how many of the best actions to say how the game may go on.
        go_on: called about ten times a second; the search ends when it returns False.

    Raises:
        ValueError: there is no such moment, no seat acted then, or the game is timed.
    """
    events = journal.events
    if not 0 <= move <= len(events):
        raise ValueError(f"there is no moment {move}: the game has {len(events)} events")
    must_be_weighable(journal)
    if move == len(events):
        outcome = journal.outcome
        if outcome is None:
            raise ValueError("the game goes on: nobody has acted yet")
        seat = due(journal)
        if seat >= 0:
            found = _searched(journal, move, seat, None, budget, seed, lines, go_on, is_played=True)
            return replace(found, stopped=True)
        return Weighed(move, turn_at(journal, move), -1, outcome.returns, stopped=journal.stopped)
    event = events[move]
    if event.seat < 0:
        raise ValueError(f"event {move} is no decision of a seat")
    return _searched(journal, move, event.seat, event.code, budget, seed, lines, go_on, is_played=True)


def due(journal: Journal) -> int:
    """The seat that decides next, of several the first; -1 where the game is over by its rules, or chance has to be entered."""
    return next((seat for seat in range(journal.setup.seats) if journal.actors_by_rules >> seat & 1), -1)


def assess(
    table: Table | Journal | Mapping[str, Any],
    budget: Budget,
    seed: int = 0,
    *,
    seat: int | None = None,
    lines: int = SHOWN,
    go_on: GoOn | None = None,
) -> Weighed:
    """Search the decision that is due now, from what its seat may know: the best actions with their lines, and the chances of all seats.

    Args:
        table: the table, or a position as JSON, also as a seat sees it: `table.position({seat})`.
        budget: when the search stops. It needs at least one limit. With several `trees` it also finds standard errors.
        seed: where the search's luck comes from.
        seat: the seat whose decision it is; needed only where several may act.
        lines: how many of the best actions to report.
        go_on: called about ten times a second; the search ends when it returns False.

    Raises:
        ValueError: that seat has nothing to decide, several may act and none was named, or the game is timed.
        BadPosition: the position cannot be.
    """
    journal = table.journal if isinstance(table, Table) else table
    journal = journal if isinstance(journal, Journal) else situation(journal)
    must_be_weighable(journal)
    acting = [each for each in range(journal.setup.seats) if journal.actors_by_rules >> each & 1]
    if not acting or (seat is not None and seat not in acting):
        raise ValueError(f"{'nobody' if seat is None else f'seat {seat}'} has anything to decide here")
    if seat is None and len(acting) > 1:
        raise ValueError(f"the seats {acting} may act: name one of them")
    actor = acting[0] if seat is None else seat
    return _searched(journal, len(journal.events), actor, None, budget, seed, lines, go_on, is_played=False)


def weigh_last(journal: Journal, budget: Budget, seed: int = 0) -> Weighed:
    """Search a game where it stands now, all its cards lying open. Where it is over, its result is known.

    Raises:
        ValueError: nobody has anything to decide, or the game is timed.
    """
    end = len(journal.events)
    if journal.is_over:
        return weigh(journal, end, budget, seed)
    must_be_weighable(journal)
    seat = due(journal)
    if seat < 0:
        raise ValueError("nobody has anything to decide here")
    return _searched(journal, end, seat, None, budget, seed, 0, None, is_played=True)


def must_be_weighable(journal: Journal) -> None:
    """Raise `ValueError` if searching this game makes no sense."""
    if not can_be_weighed(journal):
        raise ValueError(
            f"{journal.game.name} is played against the clock: a search does not know who is quicker"
        )


def _searched(
    journal: Journal,
    move: int,
    seat: int,
    code: int | None,
    budget: Budget,
    seed: int,
    lines: int,
    go_on: GoOn | None,
    *,
    is_played: bool,
) -> Weighed:
    """What a search finds for a seat after the first `move` events. `code` is what the seat then played, if it did. `is_played`: the game was
    played, and all its cards may lie open."""
    state, game, box = journal.at(move), journal.game, journal.setup.box
    rng = Luck.of(seed)
    view = views.hidden(journal, state, 1 << seat)
    found = run_search(game, box, view, seat, budget, rng, lines=lines, go_on=go_on)
    of_action = {each.action: each for each in found.considered}
    closed = not is_played and game.secrets
    told = {line[0].action: line for line in found.lines}

    def candidate(action: int) -> Candidate:
        each = of_action.get(action, Considered(action, 0, 0.0, 0.0))
        text = game.codec.text(box[0], view[0], seat, action, game.codec.path(box[0], view[0], seat, action))
        looks = None if closed else views.imagined(journal, state, seat, action)
        return Candidate(action, each.value, each.visits, looks, text, each.error, told.get(action, ()))

    best = tuple(candidate(each.action) for each in found.considered[: max(lines, SHOWN)] if each.visits)
    played = candidate(code) if code in of_action else None
    missed, why = 0.0, None
    if code is not None and best and best[0].action != code:
        difference, error = _compared(journal, view, seat, (best[0].action, code), budget, rng, go_on)
        value = max(0.0, best[0].value - max(0.0, difference))
        played = compared = replace(played or candidate(code), value=value, error=error)
        best = tuple(compared if each.action == code else each for each in best)
        if not _look_alike(best[0], played):
            missed, why = _missed(difference, error), views.merit(journal, view, seat, best[0].action)
    if is_played and game.secrets:
        everything = views.hidden(journal, state, (1 << journal.setup.seats) - 1)
        found_open = run_search(game, box, everything, seat, budget, rng, go_on=go_on)
    else:
        found_open = found
    chances, scale = _shares(journal, state, found_open.values)
    return Weighed(
        move,
        turn_at(journal, move),
        seat,
        chances,
        best,
        played,
        missed=missed,
        simulations=found.simulations,
        errors=tuple(error * scale for error in found_open.errors),
        why=why,
    )


def _compared(
    journal: Journal,
    view: Any,
    seat: int,
    actions: tuple[int, int],
    budget: Budget,
    rng: Luck,
    go_on: GoOn | None,
) -> tuple[float, float]:
    """By how much a seat that sees `view` fares better after the first of two actions than after the other, and the standard error of that.

    A search hardly tries what it thinks is bad, so that its own figures say little about a bad move. Here, as much is found out about both:
    each is played on the same guesses of what the seat cannot see, and what follows is searched with the same effort.
    """
    share = 1 / (2 * GUESSES)
    each = replace(
        budget,
        simulations=None if budget.simulations is None else max(1, int(budget.simulations * share)),
        seconds=None if budget.seconds is None else budget.seconds * share,
        processor_s=None if budget.processor_s is None else budget.processor_s * share,
    )
    found = []
    for _ in range(GUESSES):
        luck = rng.integers(2**63)
        guess = states.copy(view)
        entry.redeal(journal.setup.box, guess, 1 << seat, Luck.of(luck))
        first, other = (_after(journal, guess, seat, action, each, luck, go_on)[seat] for action in actions)
        found.append(first - other)
    return statistics.fmean(found), statistics.stdev(found) / math.sqrt(GUESSES)


def value_after(
    journal: Journal, view: Any, seat: int, action: int, budget: Budget, seed: int, guesses: int = GUESSES
) -> float:
    """The chances, from 0 to 1, of a seat that sees `view`, after an action; what follows is searched, with the whole budget for this action alone.

    The budget is shared among guesses of what the seat cannot see and of what chance does. The same seed gives every action the same guesses.
    """
    rng = Luck.of(seed)
    simulations = None if budget.simulations is None else max(1, budget.simulations // guesses)
    found = []
    for _ in range(guesses):
        luck = rng.integers(2**63)
        guess = states.copy(view)
        entry.redeal(journal.setup.box, guess, 1 << seat, Luck.of(luck))
        each = replace(budget, simulations=simulations)
        values = _after(journal, guess, seat, action, each, luck, None)
        found.append(_shares(journal, view, values)[0][seat])
    return statistics.fmean(found)


def _after(
    journal: Journal, guess: Any, seat: int, action: int, budget: Budget, luck: int, go_on: GoOn | None
) -> Sequence[float]:
    """Each seat's mean result after an action of one, all being open."""
    game, box, state = journal.game, journal.setup.box, states.copy(guess)
    rng = Luck.of(luck)
    entry.play(box, state, seat, action)
    acting = int(resolve_chance(box, state, chances_of(game), rng))
    if acting == 0:
        returns = room("float64", journal.setup.seats)
        entry.returns(box, state, returns)
        return [float(each) for each in returns]
    actor = next(each for each in range(journal.setup.seats) if acting >> each & 1)
    return run_search(game, box, state, actor, budget, rng, go_on=go_on).values


def _missed(difference: float, error: float) -> float:
    """What was missed by a difference with this standard error, see `Weighed.missed`."""
    return difference if difference > max(PREFERRED, 2 * error) else 0.0


def _look_alike(one: Candidate, other: Candidate) -> bool:
    """Whether the same words describe two actions: of two dice that show the same, it does not matter which is re-rolled."""
    return one.view is not None and other.view is not None and one.view.message == other.view.message


def _shares(journal: Journal, state: Any, values: Sequence[float]) -> tuple[tuple[float, ...], float]:
    """Values of all seats as chances: shares of one win, unless they win or lose together. Also what they were multiplied by."""
    together = journal.game.cooperative
    if journal.setup.seats == 1 or (together is not None and together(journal.setup.box[0], state[0])):
        return tuple(values), 1.0
    total = sum(values)
    if total <= 0:
        return tuple(1 / len(values) for _ in values), 0.0
    return tuple(value / total for value in values), 1 / total


def moments(journal: Journal, most: int) -> list[int]:
    """The moments at which chances are computed, at most about this many: the beginnings of turns, and the end."""
    begun = [turn.move for turn in turns(journal)]
    step = -(-len(begun) // most) if begun else 1
    return [*begun[::step], len(journal.events)]


def decisions(journal: Journal) -> list[int]:
    """The moments at which a seat decided something, and the end."""
    return [*(move for move, event in enumerate(journal.events) if event.seat >= 0), len(journal.events)]


def of_turns(journal: Journal, points: Sequence[Weighed]) -> list[Weighed]:
    """Those points that lie at the beginning of a turn or at the end, as `turning_points` needs them."""
    begun = {turn.move for turn in turns(journal)} | {len(journal.events)}
    return [point for point in points if point.move in begun]


def turning_points(points: Sequence[Weighed]) -> list[TurningPoint]:
    """The turns that decided most, at most three, the weightiest first. Giving up is no turn: what it did to the chances is left out.

    A turn weighs the more, the more it changed somebody's chances and the less the game was decided by then. A change that may come from the
    search's own luck, or that is smaller than `LEAST_SWING`, is left out.

    Args:
        points: moments of one game in order, each at the beginning of a turn, with the end last.
    """
    steps = [(before, after) for before, after in pairwise(points) if not after.stopped or after.seat >= 0]
    noise = _noise([max(_swings(before, after)) for before, after in steps])
    found: list[tuple[float, TurningPoint]] = []
    for before, after in steps:
        swings = _swings(before, after)
        widest = max(swings)
        near = [seat for seat, swing in enumerate(swings) if swing >= 0.8 * widest]
        seat = before.seat if before.seat in near else near[0]
        weight = _weight(before, after, seat)
        if weight < LEAST_WEIGHT or widest < max(LEAST_SWING, noise, _error(before, after, seat)):
            continue
        chances = before.chances[seat], after.chances[seat]
        found.append(
            (weight, TurningPoint(before.turn, before.move, after.move, before.seat, seat, *chances))
        )
    found.sort(key=lambda each: -each[0])
    return [each for _, each in found[:MAX_TURNING_POINTS]]


def _swings(before: Weighed, after: Weighed) -> list[float]:
    """By how much the chances of each seat changed."""
    return [abs(new - old) for old, new in zip(before.chances, after.chances, strict=True)]


def _weight(before: Weighed, after: Weighed, seat: int) -> float:
    """How much a turn decided: the change of a seat's chances, less if the game was nearly won or lost, more if the lead changed hands."""
    old, new = before.chances[seat], after.chances[seat]
    middle = (old + new) / 2
    led, leads = _leader(before), _leader(after)
    return abs(new - old) * 4 * middle * (1 - middle) * (LEAD if -1 != led != leads != -1 else 1.0)


def _leader(point: Weighed) -> int:
    """The seat with the best chances; -1 if several share them."""
    best = max(point.chances)
    return point.chances.index(best) if point.chances.count(best) == 1 else -1


def _noise(swings: Sequence[float]) -> float:
    """The change that a turn must exceed in this game: twice what is usual in it, but never more than `SURE_SWING`."""
    return min(SURE_SWING, 2 * median(swings)) if len(swings) >= TELLS_NOISE else 0.0


def _error(before: Weighed, after: Weighed, seat: int) -> float:
    """Two standard errors of the change of a seat's chances; 0 where they are unknown."""
    return 2 * math.hypot(*(point.errors[seat] for point in (before, after) if point.errors))


# -- what was lost in small losses ------------------------------------------------------------------------------------

STEEP = 0.2
"""A seat that loses at least this much of its chances little by little is on a slope."""
LEVEL = 0.02
"""Within this distance of the top, a slope has not begun."""


@dataclass(frozen=True)
class Account:
    """How well a seat decided, small losses included.

    Attributes:
        seat: the seat.
        n: how many of its decisions were weighed.
        loss: what a decision lost of the chances on average, as a share of one.
        accuracy: how near that comes to losing nothing, from 0 to 1, see `accuracy`.
    """

    seat: int
    n: int
    loss: float
    accuracy: float


@dataclass(frozen=True)
class Slope:
    """A stretch of a game, from the moment `since` to `until` (numbers of events), in which a seat's chances went little by little."""

    seat: int
    turn: int
    last: int
    since: int
    until: int
    before: float
    after: float


def accuracy(loss: float) -> float:
    """How accurate a decision is that lost this share of the chances, as lichess counts it: 1 for nothing, and less and less for more."""
    return max(0.0, min(1.0, 1.031668 * math.exp(-4.354 * loss) - 0.031669))


def accounts(points: Sequence[Weighed]) -> list[Account]:
    """An account for each seat of which a decision was weighed."""
    losses: dict[int, list[float]] = {}
    for point in points:
        if point.played is not None and point.best:
            losses.setdefault(point.seat, []).append(_behind(point))
    return [
        Account(seat, len(found), statistics.fmean(found), statistics.fmean(map(accuracy, found)))
        for seat, found in sorted(losses.items())
    ]


def _behind(point: Weighed) -> float:
    """By how much the best action is better than the one played, as far as it was found."""
    assert point.played is not None
    if point.missed or point.best[0].action == point.played.action:
        return point.missed
    return max(0.0, point.best[0].value - point.played.value)


def slope(points: Sequence[Weighed]) -> Slope | None:
    """The stretch in which a seat's chances sank most, where no single step is half of it; None if there is none. Giving up is no step."""
    points = [point for point in points if not point.stopped or point.seat >= 0]
    found: Slope | None = None
    for seat in range(len(points[0].chances) if points else 0):
        chances = [point.chances[seat] for point in points]
        top = 0
        for at, chance in enumerate(chances):
            if chance >= chances[top]:
                top = at
            fall = chances[top] - chance
            if fall < STEEP or (found is not None and fall <= found.before - found.after):
                continue
            begun = max(each for each in range(top, at) if chances[each] >= chances[top] - LEVEL)
            steps = [old - new for old, new in pairwise(chances[begun : at + 1])]
            if max(steps) < fall / 2:
                first, last = points[begun], points[at]
                found = Slope(seat, first.turn, last.turn, first.move, last.move, chances[begun], chance)
    return found
