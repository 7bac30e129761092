"""Laws about hiding: what is hidden, what may be guessed, and who may know an action."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.event import Event
from ludotheque.core.game import HIDDEN
from ludotheque.core.memory import array_of
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.table import Table
from ludotheque.table.views import hidden, mask, tells_alike
from ludotheque.testing.law import Case, differing, law, legal_in
from ludotheque.testing.laws.scenes import audiences


@law(
    "hide",
    "Hiding hides once and for all: the view of fewer seats is found in the view of more, and asking changes nothing.",
    about=("hide",),
)
def hide(case: Case) -> None:
    for table in case.situations():
        whole = table.journal.state.tobytes()
        for audience in map(mask, audiences(case.variant.seats)):
            view = hidden(table.journal, table.journal.state, audience)
            if not table.game.secrets and view.tobytes() != whole:
                case.broken("something is hidden, but the game declares no secrets")
            if int(entry.actors(table.journal.box, view)) != int(
                entry.actors(table.journal.box, table.journal.state)
            ):
                case.broken(f"hidden from {audience:#b}, other seats may act")
            for fewer in map(mask, audiences(case.variant.seats)):
                if fewer & audience == fewer:
                    _same(case, table, view, fewer, audience)
        if table.journal.state.tobytes() != whole:
            case.broken("hiding changes the state itself")


def _same(case: Case, table: Table, view: Any, fewer: int, audience: int) -> None:
    twice, once = hidden(table.journal, view, fewer), hidden(table.journal, table.journal.state, fewer)
    if twice.tobytes() != once.tobytes():
        case.broken(
            f"{_fields(once, twice)}: the view of seats {fewer:#b} is not what is left of that of {audience:#b}"
        )


def _fields(one: Any, other: Any) -> str:
    return ", ".join(differing(one, other))


@law(
    "redeal",
    "A guess at what is hidden looks like what was seen, is a situation of this game, and can be played on.",
    about=("redeal",),
)
def redeal(case: Case) -> None:
    for table in case.situations():
        for seats in audiences(case.variant.seats):
            audience = mask(seats)
            view = hidden(table.journal, table.journal.state, audience)
            guess = states.copy(view)
            entry.redeal(table.journal.box, guess, audience, case.luck)
            again = hidden(table.journal, guess, audience)
            if again.tobytes() != view.tobytes():
                case.broken(
                    f"a guess of seats {seats} does not agree with what they saw: {_fields(view, again)}"
                )
            if not table.game.secrets:
                if guess.tobytes() != table.journal.state.tobytes():
                    case.broken("a guess changes a state in which nothing is hidden")
                continue
            _a_situation(case, table, guess)
            for seat in seats:
                if legal_in(table, guess, seat) != legal_in(table, table.journal.state, seat):
                    case.broken("in a guess of its own it has other legal actions", seat)
            _played_on(case, table, guess)


def _a_situation(case: Case, table: Table, guess: Any) -> None:
    """Checks that hold for every state of the game."""
    if int(entry.actors(table.journal.box, guess)) != int(
        entry.actors(table.journal.box, table.journal.state)
    ):
        case.broken("in a guess other seats may act")
    for name, (low, high) in table.game.ranges.items():
        values = np.atleast_1d(array_of(guess)[name])
        if values.min() < low or values.max() > high:
            case.broken(f"in a guess {name} is {values.tolist()}, its range is {low} to {high}")
    count = table.game.conserved
    if count is not None and dict(count(table.journal.b, guess[0])) != dict(
        count(table.journal.b, table.journal.s)
    ):
        case.broken(
            f"a guess has {dict(count(table.journal.b, guess[0]))}, the game {dict(count(table.journal.b, table.journal.s))}"
        )


def _played_on(case: Case, table: Table, guess: Any) -> None:
    """Play a few random actions from a guess."""
    state = states.copy(guess)
    for _ in range(case.effort.actions // 10):
        mask_now = int(entry.actors(table.journal.box, state))
        if not mask_now:
            return
        if mask_now & CHANCE:
            seat, codes = CHANCE_SEAT, table.journal.results(state)[0]
        else:
            seat = int(case.rng.choice([seat for seat in range(table.seats) if mask_now >> seat & 1]))
            codes = legal_in(table, state, seat)
        if not codes:
            case.broken("played on from a guess, it comes to have nothing to do", seat)
        entry.play(table.journal.box, state, seat, int(case.rng.choice(codes)))


@law(
    "veil",
    "Who acts knows what was done, all seats together know everything, and what is veiled does not show otherwise.",
    about=("codec.veil",),
)
def veil(case: Case) -> None:
    table = case.walk.table
    everybody = (1 << case.variant.seats) - 1
    for event, before, _ in case.steps():
        if table.journal.veiled(event, before[0], everybody) != event.code:
            case.broken("an action is veiled from all seats together")
        for seat in range(case.variant.seats):
            seen = table.journal.veiled(event, before[0], 1 << seat)
            if seen not in (event.code, HIDDEN):
                case.broken(f"action {event.code} is shown as {seen}", seat)
            if seen != event.code and (seat == event.seat or not table.game.secrets):
                case.broken(f"action {event.code} is veiled from who may know it", seat)
        if table.game.secrets and event.seat >= CHANCE_SEAT:
            for audience in map(mask, audiences(case.variant.seats)[:-1]):
                if table.journal.veiled(event, before[0], audience) == HIDDEN:
                    _does_not_show(case, table, event, before, audience)


@law(
    "alike",
    "Where a game says that it tells all alike, an action that is veiled from nobody looks the same to everybody.",
    about=("presenter.event", "presenter.turn"),
)
def alike(case: Case) -> None:
    table = case.walk.table
    if not tells_alike(table.game):
        return
    journal, look = table.journal, table.game.presenter.event
    turn = getattr(table.game.presenter, "turn", lambda *_: 0)
    for event, before, after in case.steps():
        if journal.veiled(event, before[0], 0) == HIDDEN:
            continue
        path, looks = journal.path(event, before[0]), []
        for audience in map(mask, audiences(case.variant.seats)):
            seen, seen_after = hidden(journal, before, audience), hidden(journal, after, audience)
            event_view = look(journal.b, seen[0], seen_after[0], event.seat, event.code, path)
            looks.append((event_view, turn(journal.b, seen[0])))
            if looks[-1] != looks[0]:
                case.broken(f"the action {event.text!r} looks different to seats {audience:#b}")


def _does_not_show(case: Case, table: Table, event: Event, before: Any, audience: int) -> None:
    """Two actions veiled alike leave the same view, unless the game declares that the action reveals something."""
    state = states.copy(before)
    if event.at_ms >= 0:
        entry.advance(table.journal.box, state, event.at_ms)
    chance = event.seat == CHANCE_SEAT
    codes = table.journal.results(state)[0] if chance else legal_in(table, state, event.seat)
    views = set()
    for code in [event.code, *case.rng.permutation(codes)[:6].tolist()]:
        if table.game.codec.veil(table.journal.b, state[0], event.seat, code, audience) != HIDDEN:
            continue
        if (
            not chance
            and table.game.reveals is not None
            and table.game.reveals(table.journal.b, state[0], code)
        ):
            continue
        after = states.copy(state)
        entry.play(table.journal.box, after, event.seat, code)
        views.add(hidden(table.journal, after, audience).tobytes())
    if len(views) > 1:
        case.broken(
            f"the action {event.text!r} of seat {event.seat} is veiled from {audience:#b}, but its view shows which it was; "
            "hide it there too, or declare in `reveals` that it shows something"
        )
