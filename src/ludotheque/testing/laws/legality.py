"""Laws about legal actions, refusals, and what playing an action does."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.core import entry
from ludotheque.core import state as states
from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.core.rulebook import rows
from ludotheque.table import Table, views
from ludotheque.testing.law import Case, law
from ludotheque.testing.words import unsaid

SPARE, UNWRITTEN = 256, -77


@law(
    "legal",
    "The legal actions are exactly those that nothing forbids, and asking changes nothing.",
    about=("legal", "why_not"),
)
def legal(case: Case) -> None:
    for table in case.situations():
        before, box = table.journal.state.tobytes(), table.journal.box.tobytes()
        for seat in range(case.variant.seats):
            listed = _listed(case, table, seat)
            if len(set(listed)) != len(listed) or len(listed) > table.game.max_legal:
                case.broken(f"{len(listed)} legal actions, {len(set(listed))} different", seat)
            if bool(listed) != (seat in table.actors):
                case.broken(f"has {len(listed)} legal actions while the actors are {table.actors}", seat)
            known = set(listed)
            for code in _tried(case, table, listed).tolist():
                reason = int(entry.why_not(table.journal.box, table.journal.state, seat, code))
                _agree(case, table, seat, code, reason, listed=code in known)
            _look_at_promising(case, table, seat, listed)
            if listed:
                _look_at_preferred(case, table, seat, listed)
        if (before, box) != (table.journal.state.tobytes(), table.journal.box.tobytes()):
            case.broken("asking what is legal changes the state or the box")


def _listed(case: Case, table: Table, seat: int) -> list[int]:
    """The legal actions as a table lists them. Checks that no more is written than declared."""
    if seat in table.actors:
        most = table.game.max_legal
        out = np.full(most + SPARE, UNWRITTEN, np.int32)
        count = int(entry.legal(table.journal.box, table.journal.state, seat, out))
        if count > most or (out[most:] != UNWRITTEN).any():
            case.broken(f"{count} legal actions are written, but max_legal is {most}", seat)
    return list(table.legal_actions(seat))


def _look_at_promising(case: Case, table: Table, seat: int, listed: list[int]) -> None:
    """Promising actions are legal, and each is listed once."""
    out = np.zeros(table.game.max_legal, np.int32)
    found = out[: entry.promising(table.journal.box, table.journal.state, seat, out)].tolist()
    if listed and not found:
        case.broken("none of the legal actions is promising", seat)
    if strange := sorted(set(found) - set(listed)):
        case.broken(f"action {strange[0]} is promising but not legal", seat)
    if len(set(found)) != len(found):
        case.broken(f"{len(found)} actions are promising, {len(set(found))} different", seat)


def _look_at_preferred(case: Case, table: Table, seat: int, listed: list[int]) -> None:
    """`prefer` moves the best of the legal actions to the front, and changes nothing else in the list."""
    actions = np.array(listed, np.int32)
    count = int(
        entry.prefer(table.journal.box, views.view(table.journal, {seat}), seat, actions, len(actions))
    )
    if not 0 <= count <= len(listed):
        case.broken(f"{count} of {len(listed)} legal actions are preferred", seat)
    if sorted(actions.tolist()) != sorted(listed):
        strange = sorted(set(actions.tolist()) - set(listed))
        case.broken(f"what is preferred is not a list of the legal actions any more: {strange[:3]}", seat)


def _tried(case: Case, table: Table, listed: list[int]) -> np.ndarray:
    """All actions of a small game; of a large one some drawn at random, their neighbours, and legal ones."""
    count = table.game.num_actions(table.journal.b)
    if count <= case.effort.exhaustive:
        return np.arange(count, dtype=np.int32)
    near = [code + step for code in case.rng.permutation(listed)[:20].tolist() for step in (-1, 1)]
    drawn = case.rng.integers(0, count, case.effort.actions).tolist()
    some = case.rng.permutation(listed)[: case.effort.actions].tolist()
    return np.array(sorted({code for code in (*drawn, *near, *some) if 0 <= code < count}), np.int32)


def _agree(case: Case, table: Table, seat: int, code: int, reason: int, *, listed: bool) -> None:
    if not 0 <= reason < len(table.game.reasons):
        case.broken(f"action {code} is refused by reason {reason}, which is not declared", seat)
    if listed and reason:
        case.broken(f"action {code} is listed as legal but refused: {table.game.reasons[reason].key}", seat)
    if reason and not listed and table.game.figures is not None:
        wrong = unsaid(table.game.refusal(table.journal.b, table.journal.s, seat, code, reason))
        if wrong:
            case.broken(f"action {code} is refused, but {wrong}", seat)
    if not listed and not reason:
        case.broken(f"nothing forbids action {code}, but it is not among the legal ones", seat)


@law(
    "reasons",
    "Every reason has words in both languages and names rows that are in the rulebook.",
    once=True,
    about=("declaration",),
)
def reasons(case: Case) -> None:
    table = case.variant.table(case.seed)
    known = {row.id for row in rows(table.game)}
    for reason in table.game.reasons[1:]:
        wrong = unsaid(
            Message(f"{table.game.name}.reason.{reason.key}"), holes=table.game.figures is not None
        )
        if wrong:
            case.broken(wrong)
        missing = [row for row in reason.rules if row not in known]
        if missing:
            case.broken(f"the reason {reason.key} names {', '.join(missing)}, no row of the rulebook")
    keys = [reason.key for reason in table.game.reasons]
    if len(set(keys)) != len(keys):
        case.broken("two reasons have the same key")


@law(
    "play",
    "The same action in the same situation makes the same state, and it does something.",
    about=("play",),
)
def play(case: Case) -> None:
    for table in case.situations():
        box = table.journal.box.tobytes()
        for seat in table.actors:
            legal = list(table.legal_actions(seat))
            for code in case.rng.permutation(legal)[:5].tolist():
                one, other = states.copy(table.journal.state), states.copy(table.journal.state)
                entry.play(table.journal.box, one, seat, code)
                entry.play(table.journal.box, other, seat, code)
                if one.tobytes() != other.tobytes():
                    case.broken(f"action {code}, done twice, makes two different states", seat)
                if one.tobytes() == table.journal.state.tobytes():
                    case.broken(f"action {code} changes nothing", seat)
        if table.journal.box.tobytes() != box:
            case.broken("playing changes the box")


NONSENSE: tuple[Any, ...] = ("", "???", "x" * 500, {"kind": "nonsense"}, {}, -1, 10**9)


@law(
    "nonsense",
    "What names no action is refused with words in both languages, and changes nothing.",
    about=("codec.parse", "codec.code"),
)
def nonsense(case: Case) -> None:
    for table in case.situations(3):
        before = table.journal.state.tobytes()
        for said in NONSENSE:
            refusal = table.why_not(said)
            if refusal is None:
                case.broken(f"{said!r} passes for an action")
            wrong = unsaid(refusal.message)
            if wrong:
                case.broken(f"{said!r} is refused, but {wrong}")
            try:
                table.play(said)
            except LudothequeError:
                pass
            else:
                case.broken(f"{said!r} could be played")
        if table.journal.state.tobytes() != before:
            case.broken("refusing nonsense changes the state")
