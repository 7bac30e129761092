"""What may be done is decided without changing anything: the table is the same before and after, whatever the answer."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any, NoReturn, get_args

import pytest

from ludotheque.core import entry
from ludotheque.core.errors import Illegal
from ludotheque.core.event import Event
from ludotheque.core.journal import Journal
from ludotheque.server.room import takebacks, wire
from ludotheque.server.room.chairs import Request
from ludotheque.server.room.decide import decide
from ludotheque.server.room.log_events import Asked, Closed, Nudged, Resigned, kind_of
from ludotheque.server.room.permits import Now
from ludotheque.server.room.refused import Refused
from ludotheque.server.room.spec import TableSpec, next_table
from ludotheque.server.room.state import TableState, fold
from tests.server.played import GUEST, HOST, LINK, ME, STRANGER, Played, begun
from tiny.rules import FIRST_FACE


def situations() -> dict[str, Played]:
    """Tables in every situation in which something may be done."""
    found = {
        "empty": Played(TableSpec("tiny", 3, [ME, LINK, LINK], first="host")),
        "one seat open": Played(TableSpec("tiny", 2, [ME, LINK], first="lot")),
        "playing": begun(),
        "acted": begun().do(HOST, wire.Act(0, 2)),
        "own dice": begun(own_dice=True),
        "told": begun(own_dice=True).do(HOST, wire.Act(-1, FIRST_FACE)),
        "without a clock": begun("billabong"),
        "taken turns": begun("billabong").do(HOST, wire.Act(0, 1)).do(GUEST, wire.Act(1, 2)),
        "stood in": begun().do(HOST, wire.StandIn(1, open=True), is_away=lambda _: True),
        "resigning": begun().do(GUEST, wire.Resign(1)),
        "without a chat": begun(chat=False),
        "by invitation": Played(TableSpec("tiny", 2, [ME, LINK], door="link")),
        "somebody removed": begun("billabong").do(STRANGER, wire.Say("Salut")).do(HOST, wire.Remove(by=0)),
        "closed": begun("billabong").happen(Closed()),
        "over": begun().do(GUEST, wire.Resign(1)).happen(Resigned(1)),
    }
    found["asked to end"] = begun("billabong").do(HOST, wire.End(0))
    asked = begun("billabong").do(HOST, wire.Act(0, 1)).do(GUEST, wire.Act(1, 2))
    found["asked"] = asked.do(HOST, wire.Undo(0))
    assert asked.rows[-1].event == Asked("undo", 0, (1,))
    found["nudged"] = begun("billabong").happen(Nudged(0, 1))
    full = Played(TableSpec("tiny", 2, [ME, LINK])).do(GUEST, wire.Sit(1, "Ben"), counts=True)
    return found | {"full": full}


def everything() -> Iterator[wire.Do]:
    """Commands of every kind, such as can be carried out and such as cannot."""
    seats = (-1, 0, 1, 2, 7)
    yield wire.Start()
    yield wire.Ready()
    yield from (wire.Say("Salut"), wire.Say(emote="bravo"), wire.Say("Salut", "bravo"), wire.Say(" "))
    yield from (wire.Invite("link"), wire.Invite("nobody", 1), wire.Remove(watcher="Zoé"), wire.Remove(by=0))
    for seat in seats:
        yield from (wire.Remove(seat), wire.LetIn(seat + 3))
        yield from (wire.Sit(seat, "Zoé"), wire.Sit(seat, " "), wire.Sit(seat, "Zoé", True, "luck"))
        yield from (wire.SitBot(seat, "random"), wire.SitBot(seat, "wizard"), wire.Stand(seat))
        yield from (wire.Undo(seat), wire.Consent(seat, True), wire.Consent(seat, False), wire.Resign(seat))
        yield from (wire.StandIn(seat), wire.StandIn(seat, True))
        yield from (wire.Rename(seat, "Zoé"), wire.Rename(seat, " "))
        yield from (wire.Stay(seat), wire.End(seat), wire.Nudge(seat), wire.Decline(seat))
        yield from (
            wire.Act(seat, action, path) for action in (0, 1, 3, FIRST_FACE, 10**6) for path in ([], ["z9"])
        )


def shown(value: Any) -> Any:
    """All there is to see of a value: of a game its bytes and what it was played with, of others their fields."""
    if isinstance(value, Journal):
        setup, memory, noted = value.saved()
        events = [(e.seat, e.code, e.text, e.path, e.at_ms, e.draw) for e in value.events]
        return setup, memory, [events if each is value.events else shown(each) for each in noted]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return shown(vars(value)) if hasattr(value, "__dict__") else dataclasses.asdict(value)
    if isinstance(value, dict):
        return {key: shown(each) for key, each in value.items()}
    return [shown(each) for each in value] if isinstance(value, list | tuple) else value


def fields(state: TableState) -> Any:
    """Everything about a table."""
    assert state.phase is not None  # it is worked out when it is first asked for
    own = {name: shown(value) for name, value in vars(state).items() if name not in ("table", "game")}
    return own, None if state.table is None else shown(state.table.journal)


class Fixed(list[Any]):
    """A list in which nothing can be put, not even for a moment."""

    def __setitem__(self, *_: Any) -> NoReturn:
        raise AssertionError("a command changes nothing")

    append = insert = extend = pop = clear = __delitem__ = __iadd__ = __setitem__  # type: ignore[assignment]


def refuse(_thing: Any, name: str, _value: Any) -> None:
    raise AssertionError(f"a command sets {name}")


@pytest.mark.parametrize("situation", situations())
def test_a_command_changes_nothing_whether_it_is_refused_or_not(
    situation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = situations()[situation].state
    state.chairs = Fixed(state.chairs)
    if state.table is not None:
        state.table.journal.quits = Fixed(state.table.journal.quits)
    before, answers = fields(state), set()
    for changed in (TableState, Request):
        monkeypatch.setattr(changed, "__setattr__", refuse)
    for kind in get_args(wire.Do):
        same = [do for do in everything() if isinstance(do, kind)]
        for guest, do, seq in itertools.product((0, HOST, GUEST, STRANGER), same, (state.seq, 0)):
            for counts, counting in ((False, False), (True, False), (True, True)):
                try:
                    decide(state, guest, do, seq, Now(5000, counts, counting, lambda _: True))
                    answers.add(True)
                except Refused:
                    answers.add(False)
        assert fields(state) == before, kind
    for guest in (HOST, STRANGER):
        try:
            next_table(state, guest)
        except Refused:
            answers.add(False)
        assert fields(state) == before
    for seat in (-1, 0, 1):
        takebacks.may_undo(state, seat)
        assert fields(state) == before
    assert False in answers
    assert True in answers or situation in ("over", "closed")


def test_every_kind_of_command_is_carried_out_somewhere() -> None:
    done, caused = set(), set()
    for played in situations().values():
        for guest, do, away in itertools.product((HOST, GUEST, STRANGER), everything(), (True, False)):
            try:
                now = Now(5000, is_away=lambda _, away=away: away)
                events = decide(played.state, guest, do, played.state.seq, now)
            except Refused:
                continue
            done.add(type(do))
            caused |= {kind_of(event) for event in events}
    assert done == {*get_args(wire.Do)} - {wire.Rematch}
    assert caused == {
        "sat", "bot", "stood", "started", "act", "asked", "answered", "withdrawn", "undone", "stood_in", "returned", "heard",
        "invited", "removed", "let_in", "taken_over", "resigning", "stayed", "called_off", "nudged", "declined", "said", "renamed", "ready",
    }  # fmt: skip


@pytest.mark.parametrize("first", ["lot", "host", 1])
def test_the_first_seat_is_settled_by_the_seated(first: Any) -> None:
    for number in range(8):
        played = Played(TableSpec("tiny", 2, [LINK, LINK], first=first))
        played.do(GUEST, wire.Sit(0, "Ben", nonce=str(number))).do(
            HOST, wire.Sit(1, "Ada", nonce=str(number))
        )
        assert played.state.table is not None
        assert fold("t", played.rows).table is not None, "the log says who goes first as the table finds it"
        if first != "lot":
            assert played.state.table.first == 1


@pytest.mark.parametrize("game", ["billabong", "tiny"])
def test_a_move_is_checked_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(game)
    asked, ask = list[int](), entry.why_not
    monkeypatch.setattr(entry, "why_not", lambda *given: asked.append(given[-1]) or ask(*given))
    table.do(HOST, wire.Act(0, 1))
    assert asked == [1]
    assert [event.code for event in table.state.table.events if event.seat == 0] == [1]


def test_a_move_checked_in_an_older_state_is_checked_again() -> None:
    journal = begun("billabong").state.table.journal
    journal.accept(0, 1)
    assert journal.check(0, 1) == ()
    journal.append(Event(0, 1))
    with pytest.raises(Illegal):
        journal.check(0, 1)
