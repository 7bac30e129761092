"""The law of secrets: what an audience may not know affects nothing that it receives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.errors import LudothequeError
from ludotheque.core.event import Event
from ludotheque.core.game import HIDDEN
from ludotheque.core.memory import overwrite
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT, TIME_SEAT
from ludotheque.scene.changes import changes
from ludotheque.scene.columns import encode
from ludotheque.table import Table, views
from ludotheque.table.views import hidden, mask
from ludotheque.testing.law import Case, differing, law
from ludotheque.testing.laws.scenes import audiences
from ludotheque.testing.walks import restarted

MANY = 8
"""Up to this many audiences are all checked; of more, only some."""

TRIES = 12
"""How many other contents of a hidden action are tried, to find one that gives the audience the same view."""


@law(
    "blind",
    "Two situations, or two whole games, that differ only in what an audience cannot know are the same to it.",
    about=("hide", "presenter.scene"),
)
def blind(case: Case) -> None:
    if not case.walk.table.game.secrets:
        return
    for audience in _some_audiences(case):
        for table in case.situations(max(3, case.effort.situations // 2)):
            other = table.copy()
            overwrite(other.journal.state, _guess(case, table, mask(audience)))
            if other.journal.state.tobytes() != table.journal.state.tobytes():
                _compare(case, audience, table, other, now(case, audience, table), now(case, audience, other))
        for table, other in _twins(case, mask(audience)):
            if other.journal.state.tobytes() != table.journal.state.tobytes() or other.events != table.events:
                first = _parting(table, other)
                one, two = (
                    now(case, audience, each) | so_far(audience, each, first) for each in (table, other)
                )
                _compare(case, audience, table, other, one, two)


def _some_audiences(case: Case) -> list[tuple[int, ...]]:
    """All audiences but everybody together; at large tables a spectator, some single seats and two seats together."""
    every = audiences(case.variant.seats)[:-1]
    if len(every) <= MANY:
        return every
    alone = case.rng.choice(case.variant.seats, 3, replace=False).tolist()
    return [every[0], *((seat,) for seat in sorted(alone)), every[-1]]


def _compare(
    case: Case,
    audience: tuple[int, ...],
    table: Table,
    other: Table,
    one: dict[str, Any],
    two: dict[str, Any],
) -> None:
    for channel, what in one.items():
        if what != two[channel]:
            who = f"seats {audience}" if audience else "a spectator"
            hidden_in = differing(table.journal.state, other.journal.state)
            case.broken(
                f"{who} can tell from the {channel} what is hidden ({', '.join(hidden_in) or 'what was done'}): "
                f"{_apart(what, two[channel])}"
            )


def _apart(one: Any, two: Any) -> str:
    """Two texts, from shortly before they differ."""
    first, second = (what.decode() if isinstance(what, bytes) else str(what) for what in (one, two))
    place = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), 0)
    start = max(0, place - 40)
    return f"…{first[start : place + 40]}… or …{second[start : place + 40]}…"


def _guess(case: Case, table: Table, audience: int) -> Any:
    guess = hidden(table.journal, table.journal.state, audience)
    entry.redeal(table.journal.box, guess, audience, case.luck)
    return guess


# ----------------------------------------------------------------------------------------------- comparisons


def now(case: Case, audience: tuple[int, ...], table: Table) -> dict[str, Any]:
    """What an audience receives in a situation: its view, scene and choices, refusals and errors for its seats, and who may act."""
    numbers = np.random.default_rng(len(table.events))
    got: dict[str, Any] = {
        "view": views.view(table.journal, audience).tobytes().hex(),
        "actors": (table.actors, table.due_ms, table.awaits_chance, table.is_over, repr(table)),
        "scene": encode([table.scene(audience), views.layout(table.journal), views.board_svg(table.journal)]),
        "text drawing": str(table),
        "position": json.dumps(table.position(audience)),
    }
    for seat in audience:
        codes = numbers.integers(
            0, table.game.num_actions(table.journal.b), case.effort.actions // 4
        ).tolist()
        legal = list(table.legal_actions(seat))
        got[f"legal actions of seat {seat}"] = [(code, table.text(code, seat)) for code in legal[:50]]
        got[f"refusals for seat {seat}"] = [table.why_not(code, seat) for code in codes]
        got[f"errors for seat {seat}"] = [_errors(table, seat, code) for code in codes[:10]]
        got[f"taking back of seat {seat}"] = table.can_undo(seat)
    if len(audience) == 1 and table.game.observation is not None:
        got["observation"] = _observed(table, *audience)
    return got


def _observed(table: Table, seat: int) -> list[float]:
    """The observation of this seat."""
    describe = table.game.observation
    if describe is None:
        return []
    out = np.zeros(describe(table.journal.b, table.journal.s).size, np.float32)
    entry.observe(table.journal.box, views.view(table.journal, {seat}), seat, out)
    told: list[float] = out.tolist()
    return told


def _errors(table: Table, seat: int, code: int) -> list[str]:
    """The errors that a seat gets for an action's text, for its structure, and for a text that is almost right."""
    said = []
    codec = table.game.codec
    text = codec.text(table.journal.b, table.journal.s, seat, code, ())
    structure = codec.structure(table.journal.b, table.journal.s, seat, code)
    for asked in (text, structure, text[:-1], text + " x"):
        try:
            refusal = table.why_not(asked, seat)
            said.append(f"{asked}: {refusal}")
        except LudothequeError as error:
            said.append(f"{asked}: {type(error).__name__} {error.text} {error.message}")
    return said


def _parting(table: Table, other: Table) -> int:
    """The number of the first event in which two games differ, or of the next one: what was shown before is the same."""
    pairs = enumerate(zip(table.events, other.events, strict=False))
    return next((index for index, (one, two) in pairs if one != two), len(table.events))


def so_far(audience: tuple[int, ...], table: Table, first: int) -> dict[str, Any]:
    """What an audience receives of a running game: its record, event views from event `first` on, and the last scene replayed."""
    return {
        "record": encode(table.record(audience)),
        "moves told": encode(views.event_views(table.journal, audience, first)),
        "last move told": encode(
            [views.event_view(table.journal, audience, index) for index in range(len(table.events))[-1:]]
        ),
        "scene played again": encode(views.scene_at(table.journal, audience, len(table.events))),
        "what the last event changed": encode(
            [
                changes(views.scene_at(table.journal, audience, number), table.scene(audience))
                for number in range(len(table.events))[-1:]
            ]
        ),
    }


# ------------------------------------------------------------------------------------------- games that look alike


def _twins(case: Case, audience: int) -> Iterator[tuple[Table, Table]]:
    """The random game beside others that look the same to the audience: each pair as late as that still holds, and some earlier.

    The last pair stops before the last event, since everything is revealed at the end.
    """
    whole = case.walk.table
    going, other = restarted(whole), restarted(whole)
    stops = {
        len(whole.events) - 1,
        *case.rng.integers(0, len(whole.events), case.effort.situations // 2).tolist(),
    }
    for index, event in enumerate(whole.events):
        case.events = index
        if index in stops:
            yield going, other
        like = _like(case, going, other, event, audience)
        if like is None:
            yield going, other
            other, like = going.copy(), event
        going.journal.append(event)
        other.journal.append(like)


def _like(case: Case, table: Table, other: Table, event: Event, audience: int) -> Event | None:
    """An event of the other game that looks to the audience like this one in its game; None if none was found."""
    after = hidden(table.journal, _after(table, event), audience).tobytes()
    if event.seat == TIME_SEAT:  # what happens by itself may reveal something too
        return event if hidden(other.journal, _after(other, event), audience).tobytes() == after else None
    seen = table.journal.veiled(event, table.journal.s, audience)
    for code in _candidates(case, other, event, seen):
        path = (
            table.game.codec.path(other.journal.b, other.journal.s, event.seat, code)
            if event.seat >= 0
            else ()
        )
        text = table.game.codec.text(other.journal.b, other.journal.s, event.seat, code, path)
        like = Event(event.seat, code, text, path, event.at_ms, event.draw)
        if other.journal.veiled(like, other.journal.s, audience) != seen:
            continue
        if hidden(other.journal, _after(other, like), audience).tobytes() == after:
            return like
    return None


def _after(table: Table, event: Event) -> Any:
    state = states.copy(table.journal.state)
    table.journal.step(state, event)
    return state


def _candidates(case: Case, other: Table, event: Event, seen: int) -> list[int]:
    """What may have been done instead: the same if the audience saw it, else anything possible, at random."""
    if event.seat == CHANCE_SEAT:
        due = int(entry.actors(other.box, other.journal.state)) & CHANCE
        codes = other.journal.results(other.journal.state)[0] if due else []
    else:
        codes = list(_at(other, event).legal_actions(event.seat))
    if seen != HIDDEN:
        return [seen] if seen in codes else []
    drawn: list[int] = case.rng.permutation(codes)[:TRIES].tolist()
    return drawn


def _at(table: Table, event: Event) -> Table:
    """The table at the instant of the event."""
    if event.at_ms < 0:
        return table
    later = table.copy()
    entry.advance(later.box, later.state, event.at_ms)
    return later
