"""Which tables a record is compared with, before anybody gets advice: those in memory at which a game of its kind goes on, first of all."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludotheque.server.live.tables import Tables
from ludotheque.server.room import wire
from ludotheque.server.room.spec import ChairSpec, TableSpec
from ludotheque.server.room.state import TableState
from ludotheque.server.thinking import running
from ludotheque.server.thinking.running import Reached, Running, positions_of
from tests.server.played import GUEST, HOST, LINK, ME, Played, begun

TWO = Reached("tiny", 2, False, [])


def named(name: str, played: Played) -> TableState:
    """The state of a table of that id."""
    played.state.id = name
    return played.state


def lobby() -> Played:
    return Played(TableSpec("tiny", 2, [ME, LINK], first=0))


def over() -> Played:
    return begun().do(HOST, wire.End(0)).do(GUEST, wire.Consent(1, True))


def three() -> Played:
    return Played(TableSpec("tiny", 3, [ME, ChairSpec("bot", level="random"), LINK], first=0)).do(
        GUEST, wire.Sit(2, "Ben")
    )


class House:
    """Tables in memory, and those of which the log knows that they may go on; `glanced` are those that were looked at."""

    def __init__(self, memory: Sequence[TableState], elsewhere: Sequence[TableState] = ()) -> None:
        self.in_memory = [SimpleNamespace(state=state) for state in memory]
        self.all = {state.id: state for state in [*memory, *elsewhere]}
        self.elsewhere, self.glanced = [state.id for state in elsewhere], list[str]()
        self.commitments = self

    async def table_of(self, _commitment: str) -> None:
        return None

    async def tables_alike(self, _game: str, _seats: int, most: int) -> list[str]:
        return self.elsewhere[:most]

    async def glance(self, table: str) -> TableState:
        self.glanced.append(table)
        return self.all[table]

    @property
    def running(self) -> Running:
        return Running(cast(Tables, self))


@pytest.mark.parametrize(
    ("table", "counts"),
    [
        (begun, True),
        (lambda: begun().act(0), True),
        (lobby, False),
        (over, False),
        (three, False),
        (lambda: begun("billabong", options={"mode": "duel"}), False),
    ],
    ids=["begun", "a move made", "not begun", "over", "three seats", "another game"],
)
def test_a_table_in_memory_counts_while_such_a_game_continues(table: Any, counts: bool) -> None:
    assert House([named("t", table())]).running._here(TWO) == (["t"] if counts else [])


def test_of_many_the_important_ones_are_named() -> None:
    assert House([]).running._here(TWO) == []
    many = [named("a", begun()), named("b", lobby()), named("c", three()), named("d", begun())]
    assert House(many).running._here(TWO) == ["a", "d"]
    assert House(many).running._here(Reached("tiny", 3, False, [])) == ["c"]
    assert House(many).running._here(Reached("bantu", 2, False, [])) == []


async def test_tables_in_memory_come_first_and_each_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The log names the first of them: what a crowd of other tables pushes out of its list is found all the same."""
    here = named("here", begun().act(0))
    assert here.table is not None
    reached = Reached("tiny", 2, False, positions_of(here.table.journal))
    others = [named(f"other {number}", begun()) for number in range(3)]
    monkeypatch.setattr(running, "MAX_COMPARED", 2)
    house = House([others[0], here], [*others, here])
    assert await house.running.plays("a", "", reached, guest=0)
    assert house.glanced == ["other 0", "here"]
    house = House([], [*others, here])
    assert not await house.running.plays("a", "", reached, guest=0), "no more than so many are compared"
    assert house.glanced == ["other 0", "other 1"]
