"""Positions of the day of a game of speed: no search plays it, so bots play rounds on after each action, many times, and the best one must lead there.

Everybody decides at the same time and unseen, so a position is asked before anybody else has decided. The game is played without hurry: nobody's
quickness counts, but the luck that the rules put in its place. A value is the share of the rounds after which the seat is still in the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ludotheque import Table, bots
from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.draws import keys
from ludotheque.core.luck import Luck
from ludotheque.games.banzai.rules.choosing import place_of
from ludotheque.games.banzai.rules.hands import held_of_family
from ludotheque.games.banzai.state import MAX_FAMILIES, Phase
from ludotheque.lab import reflexes
from ludotheque.lab.trajectory import EVENTS, NOW, OVER, begin, noted
from ludotheque.table import puzzles, views
from tools.puzzles.best import LEAD, Best

ROUNDS = (24, 120, 600, 4000)
"""How many rounds are played on after each action, rung by rung."""
NEARLY = LEAD / 2
"""On the first rung, which is rough, an action is far ahead if it leads by so much."""
FEWEST, MOST_ACTIONS = 3, 40
"""A decision has at least, and at most, so many actions."""
MANY = 3
"""The cards of a family from which on much may hang on the next one."""
STRONG = bots.LEVELS.index("strong")
STEPS, LONGEST, MOST = 12, 400, 400
"""How many steps of a round are played at once, how often at most, and how many steps a game is followed."""
QUIET: Mapping[str, Any] = {"unhurried": True}
ALL: Mapping[str, Any] = {**QUIET, "optional_rules": True, "marriage": False, "caprice": False}
"""Without marriages: bots may propose and refuse them for ever where no clock ends a Stop. Without whims: they help those who are quick."""
SETTINGS: Sequence[tuple[int, Mapping[str, Any]]] = (
    (3, QUIET),
    (4, QUIET),
    (5, ALL),
    (6, QUIET),
    (4, ALL),
    (8, QUIET),
)
"""The seats and options with which games are played, in turn."""


def value_after(table: Table, view: Any, seat: int, action: int, rounds: int) -> float:
    """How often the seat survives the round after an action, as a share of rounds that bots finish. The bots know `view` and guess the rest."""
    box, stays = table.journal.box, 0
    space, levels, tally = (
        reflexes.workspace_for(table.game, view, noted()),
        np.full(table.seats, STRONG),
        np.zeros(2, np.int64),
    )
    at, of_draws = space.trajectory.at, space.trajectory.keys
    for luck in range(rounds):
        rng, state = Luck.of(luck), states.copy(view)
        entry.redeal(box, state, 1 << seat, rng)
        entry.play(box, state, seat, action)
        lucks = np.array([rng.integers(1 << 40) for _ in range(table.seats)])
        begin(at)
        at[NOW], of_draws[:] = int(state[0]["now_ms"]), keys(lucks.tobytes())
        now = int(state[0]["round_number"])
        for _ in range(LONGEST):
            at[EVENTS] = 0
            over = reflexes.play_out(box, state, levels, lucks, STEPS, space, tally, rng) == OVER
            if over or int(state[0]["round_number"]) != now:
                break
        else:
            raise RuntimeError(f"after {table.text(action, seat)!r} a round does not end")
        stays += int(state[0]["out"][seat]) == 0
    return stays / rounds


def one_clear_best(table: Table, seat: int, is_wanted: Callable[[int], bool]) -> Best | None:
    """The action of a decision that is far ahead of every other, if there is one and it `is_wanted`."""
    actions = puzzles.answers(table, seat)
    if not FEWEST <= len(actions) <= MOST_ACTIONS:
        return None
    view, found = views.view(table.journal, {seat}), None
    for rounds in ROUNDS:
        values = sorted(
            ((value_after(table, view, seat, each, rounds), each) for each in actions), reverse=True
        )
        (value, action), (other, _) = values[:2]
        if value - other < (NEARLY if rounds == ROUNDS[0] else LEAD):
            return None
        if (found is None or found.action != action) and not is_wanted(action):
            return None
        found = Best(action, value, other)
    return found if found is not None and found.leads else None


def against_all(table: Table, seat: int, action: int) -> Best:
    """An action against every other one, on the last rung."""
    view = views.view(table.journal, {seat})
    values = {each: value_after(table, view, seat, each, ROUNDS[-1]) for each in puzzles.answers(table, seat)}
    return Best(action, values.pop(action), max(values.values()))


def matters(table: Table, seat: int) -> bool:
    """Whether much may hang on a decision: a race or a Stop, or a hand, or the next one as far as it is known, with most of a family."""
    state = table.state[0]
    if int(state["phase"]) not in (Phase.CHOOSE, Phase.OPEN):
        return True
    view = views.view(table.journal, {seat})[0]
    following = int(view["seating"][(int(place_of(view, seat)) + 1) % int(view["placed"])])
    return any(
        int(held_of_family(view, seat, family)) > MANY or int(held_of_family(view, following, family)) >= MANY
        for family in range(MAX_FAMILIES)
    )


def as_asked(table: Table, seat: int) -> Table:
    """The same situation without what is past and what only others know: it changes nothing for a seat."""
    position = table.position()
    known = {key: cards for key, cards in position.pop("known", {}).items() if int(key) == seat}
    for key in ("now_ms", "since_ms", "open_ms", "feints", "first"):
        position.pop(key, None)
    return Table.from_position({**position, "known": known}, seed=seat)


def nobody_has_decided(table: Table) -> bool:
    """Whether no card lies face down, no pawn is aimed at and nothing is given: a guess of such a decision would be a bad one."""
    state = table.state[0]
    return all(
        not (state[name] != nothing).any() for name, nothing in (("chosen", -1), ("aim", -1), ("gift", 0))
    )


def found_in(
    game: str, seed: int, is_wanted: Callable[[Table, int, int], bool]
) -> Iterator[tuple[Table, int, Best]]:
    """The decisions of a game between bots in which one action is far ahead and `is_wanted`: the table, the seat and the action."""
    seats, options = SETTINGS[seed % len(SETTINGS)]
    table, luck = Table(game, seats=seats, options=dict(options), seed=seed), Luck.of(seed)
    lucks = [int(luck.integers(1 << 40)) for _ in range(seats)]
    for _ in range(MOST):
        if table.is_over:
            return
        if nobody_has_decided(table):
            for seat in filter(partial(matters, table), table.actors):
                asked = as_asked(table, seat)
                best = one_clear_best(asked, seat, partial(is_wanted, asked, seat))
                if best is not None:
                    yield asked, seat, best
        plans = []
        for seat in table.actors:
            view = views.view(table.journal, {seat})
            plan = bots.reflex_in(table.journal.box, view, seat, "strong", lucks[seat])
            if plan is not None:
                plans.append((plan[1], seat, plan[0]))
        if not plans:
            return
        delay, seat, action = min(plans)
        table.play(action, seat, at_ms=int(table.state[0]["now_ms"]) + delay)
