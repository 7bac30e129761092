"""Laws about writing and reading back: records, states, positions, actions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.record import dumps, loads
from ludotheque.core.verbs import CHANCE, CHANCE_SEAT
from ludotheque.table import Table
from ludotheque.table.replay import replay, verify
from ludotheque.testing.law import Case, differing, law, legal_in


@law(
    "record",
    "A record, saved and loaded, replays to the same state, events and outcome, and verifies.",
    about=("codec.parse", "play"),
)
def record(case: Case) -> None:
    table = case.walk.table
    case.events = len(table.events)
    lines = table.record()
    again = replay(loads(dumps(lines)))
    if again.record()[1:] != lines[1:]:
        case.broken("the replayed game has another record")
    if again.journal.state.tobytes() != table.journal.state.tobytes():
        case.broken("the replayed game ends in another state")
    verdict = verify(lines)
    draws = sum(event.draw >= 0 for event in table.events)
    if not verdict.over or not verdict.seed_known or verdict.draws < draws:
        case.broken(f"the record does not verify as it should: {verdict}")


@law(
    "going-on",
    "A game that was saved half-way, as record or position, goes on from where it stood.",
    about=("positions.read", "play"),
)
def going_on(case: Case) -> None:
    for table in case.situations(3):
        again = replay(loads(dumps(table.record())))
        if again.journal.state.tobytes() != table.journal.state.tobytes() or again.events != table.events:
            case.broken("the record of a running game replays to another state or other events")
        if not table.is_over:
            _from_here(case, table)


def _from_here(case: Case, table: Table) -> None:
    """A table that starts in this situation, a few actions further on."""
    begun = Table.from_position(table.position(), seed=case.seed, components=table.journal.setup.components)
    for _ in range(3):
        if begun.actors:
            seat = int(case.rng.choice(begun.actors))
            begun.play(int(case.rng.choice(list(begun.legal_actions(seat)))), seat)
    again = replay(loads(dumps(begun.record())))
    if again.journal.state.tobytes() != begun.state.tobytes():
        case.broken("the record of a game begun in this situation replays to another state")
    verify(begun.record())


@law("bytes", "A state saved as bytes comes back the same.", about=("declaration",))
def saved_bytes(case: Case) -> None:
    for table in case.situations():
        again = states.load(table.game, table.journal.state.tobytes())
        if again.tobytes() != table.journal.state.tobytes() or again.dtype != table.journal.state.dtype:
            case.broken("the state comes back from its bytes as another one")
        if table.game.option_values(table.journal.b, again[0]) != table.options:
            case.broken(
                f"the state holds the options {table.game.option_values(table.journal.b, again[0])}, not {table.options}"
            )


@law(
    "position",
    "A position is JSON, and is read back to the same state, byte for byte.",
    about=("positions.write", "positions.read"),
)
def position(case: Case) -> None:
    for table in case.situations():
        written = json.loads(json.dumps(table.position()))
        again = Table.from_position(written, components=table.journal.setup.components, chance="physical")
        if again.position() != written:
            case.broken(f"the position {written} is read back as {again.position()}")
        if again.journal.state.tobytes() != table.journal.state.tobytes():
            other = differing(again.journal.state, table.journal.state)
            case.broken(f"the state of the position differs in {', '.join(other) or 'its padding'}")


@law(
    "notation",
    "An action is a structure, a number and a text, each readable back to the others.",
    about=("codec.structure", "codec.code", "codec.text", "codec.parse"),
)
def notation(case: Case) -> None:
    for table in case.situations(max(3, case.effort.situations // 2)):
        codec, b, s = table.game.codec, table.journal.b, table.journal.s
        for seat in table.actors:
            legal = list(table.legal_actions(seat))
            for code in case.rng.permutation(legal)[: max(10, case.effort.actions // 8)].tolist():
                _read_back(case, table, seat, code)
            if len({codec.text(b, s, seat, code, ()) for code in legal}) != len(legal):
                case.broken("two legal actions have the same text", seat)
        for code in case.rng.integers(0, table.game.num_actions(b), 20).tolist():
            codec.structure(b, s, 0, code)
            codec.text(b, s, 0, code, ())


def _read_back(case: Case, table: Table, seat: int, code: int) -> None:
    codec, b, s = table.game.codec, table.journal.b, table.journal.s
    structure = json.loads(json.dumps(codec.structure(b, s, seat, code)))
    if codec.code(b, s, seat, structure) != code:
        case.broken(f"action {code} is {structure}, which is read back as another action", seat)
    for path in dict.fromkeys((codec.path(b, s, seat, code), ())):
        text = codec.text(b, s, seat, code, path)
        parsed, found = codec.parse(b, s, seat, text)
        if parsed != code:
            case.broken(f"action {code} is {text!r}, which is read back as action {parsed}", seat)
        if path:
            codec.check_path(b, s, seat, code, found or path)


@law(
    "meaning",
    "Every action and result of chance that is met is the same as number, structure and text, its kind that of who does it.",
    about=("codec.structure", "codec.code", "codec.text", "codec.parse"),
)
def meaning(case: Case) -> None:
    table = case.walk.table
    met: set[tuple[int, int]] = set()
    kinds: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for _, before, _ in case.steps():
        for seat, code in _may_be_done(table, before):
            if (seat, code) in met:
                continue
            met.add((seat, code))
            kind = _same_structure(case, table, before[0], seat, code)
            kinds[seat == CHANCE_SEAT][kind] += 1
            if kinds[seat == CHANCE_SEAT][kind] <= case.effort.actions:
                _same_text(case, table, before[0], seat, code)
    for kind in kinds[True].keys() & kinds[False].keys():
        case.broken(f"{kind!r} is a kind of action of players, and of results of chance too")


def _may_be_done(table: Table, state: Any) -> Iterator[tuple[int, int]]:
    """Who may do what in a state, results of chance included."""
    actors = int(entry.actors(table.journal.box, state))
    if actors & CHANCE:
        yield from ((CHANCE_SEAT, code) for code in table.journal.results(state)[0])
    for seat in range(table.seats):
        yield from ((seat, code) for code in legal_in(table, state, seat))


def _same_structure(case: Case, table: Table, s: Any, seat: int, code: int) -> str:
    """Check an action's structure, and return its kind."""
    codec, b = table.game.codec, table.journal.b
    if not 0 <= code < table.game.num_actions(b):
        case.broken(f"action {code} may be done, but there are {table.game.num_actions(b)} actions", seat)
    structure = codec.structure(b, s, seat, code)
    kind = next(iter(structure.values()), None)
    if not isinstance(kind, str):
        case.broken(f"action {code} is {structure}, which does not begin with its kind", seat)
    again = codec.code(b, s, seat, structure)
    if again != code:
        case.broken(f"action {code} is {structure}, and that is action {again}", seat)
    return kind


def _same_text(case: Case, table: Table, s: Any, seat: int, code: int) -> None:
    codec, b = table.game.codec, table.journal.b
    text = codec.text(b, s, seat, code, ())
    parsed, _ = codec.parse(b, s, seat, text)
    if parsed != code:
        meant = codec.structure(b, s, seat, parsed)
        case.broken(f"action {code} is {text!r}, and that is action {parsed}, {meant}", seat)
