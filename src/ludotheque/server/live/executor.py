"""Executes commands: each is refused, recognised as a duplicate, entered in a race, or written down."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from ludotheque.server.base.clocks import wall_ms
from ludotheque.server.live.room import Room
from ludotheque.server.room import wire
from ludotheque.server.room.acting import up_to_date
from ludotheque.server.room.agenda import counts
from ludotheque.server.room.decide import decide
from ludotheque.server.room.doors import NO_SEAT
from ludotheque.server.room.permits import Now, check_command_id
from ludotheque.server.room.refused import Refused, first_line
from ludotheque.server.room.state import TableState
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Conflict, StoreError

if TYPE_CHECKING:
    from ludotheque.server.live.tables import Tables


class Executor:
    """Executes commands at all tables.

    Attributes:
        answered: how many commands were answered, by the kind of the answer.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.answered: Counter[str] = Counter(applied=0, duplicate=0, rejected=0)

    async def execute(self, guest: int, command: wire.Command) -> wire.Out:
        """Execute a command and answer it. Once begun it is finished, even if its sender is gone. Raises `Elsewhere` if its table is not here."""
        answer = await asyncio.shield(self.tables.tasks.spawn(self._execute(guest, command)))
        if isinstance(answer, Elsewhere):
            raise answer
        self.answered[type(answer).__name__.lower()] += 1
        return answer

    async def _execute(self, guest: int, command: wire.Command) -> wire.Out | Elsewhere:
        """The answer, or that the table lives elsewhere, which is no failure if the sender is gone meanwhile."""
        try:
            check_command_id(command.command_id)
            room = await self.tables.get(command.table)
            if room is None:
                raise Refused("error.unknown_table")
        except Elsewhere as elsewhere:
            return elsewhere
        except Refused as refused:
            return refused.answer(command.command_id, -1)
        try:
            return await self._in_turn(room, guest, command)
        except Elsewhere as elsewhere:
            return elsewhere
        except Refused as refused:
            audience = frozenset(room.state.seats_of(guest))
            await room.catch_up(audience)
            scene = room.views.scene(audience)
            return refused.answer(
                command.command_id, room.state.seq, scene.json if scene is not None else None
            )

    async def _in_turn(self, room: Room, guest: int, command: wire.Command) -> wire.Out:
        """Execute a command once earlier presses are decided. A raced action enters the race."""
        course = room.races
        while True:
            wait_ms = 0.0
            async with room.lock:
                if course is None or not isinstance(command.do, wire.Act) or not room.state.seats_of(guest):
                    return await self._carry_out(room, guest, command)
                known = _known(room, command.command_id)
                raced = known is None and command.do.seat >= 0 and course.is_raced(command.do.action)
                if raced:
                    up_to_date(room.state, guest, command.do, command.expected_seq)
                    done: asyncio.Future[wire.Out] = asyncio.get_running_loop().create_future()
                    course.plain(
                        guest, command.do.seat, command.do.action, command.command_id, done.set_result
                    )
                else:
                    wait_ms = course.act_waits_ms()
                    if wait_ms <= 0:
                        return await self._carry_out(room, guest, command)
            if raced:
                return await done
            await asyncio.sleep(wait_ms / 1000)

    async def _carry_out(self, room: Room, guest: int, command: wire.Command) -> wire.Out:
        known = _known(room, command.command_id)
        if known is not None:
            return wire.Duplicate(command.command_id, known)
        if not guest:
            raise Refused("error.no_guest")
        if isinstance(command.do, wire.Rematch) and room.state.rematch and room.state.seats_of(guest):
            return wire.Duplicate(command.command_id, room.state.rematch_seq)
        await room.let_pass()
        try:
            seq = await self._append_command(room, guest, command)
        except Conflict:
            # Another process wrote to this table's log: read it again, and decide the command on that.
            await self.tables.reread(room)
            known = _known(room, command.command_id)
            if known is not None:
                return wire.Duplicate(command.command_id, known)
            try:
                seq = await self._append_command(room, guest, command)
            except Conflict as error:
                raise Refused("error.log_failed", why=first_line(error)) from error
        return wire.Applied(command.command_id, seq)

    async def _append_command(self, room: Room, guest: int, command: wire.Command) -> int:
        state, do = room.state, command.do
        if isinstance(do, wire.Rematch):
            await self._check_rematch(state, guest)
            return await self.tables.create_next(room, guest, command.command_id)
        if isinstance(do, wire.Sit):
            await self._check_blocked(guest, state.host)
        if isinstance(do, wire.Say):
            if not self.tables.may_write:
                raise Refused("error.chat_off")
            self.tables.chat.spend(guest, key="error.chat_fast")
        unrated = isinstance(do, wire.Sit) and not (await self.tables.store.wishes_of(guest)).rated
        now = Now(
            wall_ms(),
            counts(state, room.count_s),
            room.counted_s >= 0,
            partial(room.watchers.is_away, state),
            self.tables.settings.resign_after,
            unrated,
            lambda name: room.names().get(name, 0),
            self.tables.may_write,
        )
        events = decide(state, guest, do, command.expected_seq, now)
        seq = state.seq + 1
        people = [guest] if isinstance(do, wire.Sit) else []
        await room.append(events, command.command_id, people)
        return seq

    async def _check_rematch(self, state: TableState, guest: int) -> None:
        """Refuse a rematch to somebody who was removed, or whom one of the others has blocked."""
        if guest in state.removed or state.is_closed:
            raise Refused(NO_SEAT if guest in state.removed else "error.table_closed")
        await self._check_blocked(guest, *sorted(state.people - {guest}))

    async def _check_blocked(self, guest: int, *by: int) -> None:
        """Refuse a guest whom one of these has blocked."""
        try:
            for other in by:
                if await self.tables.store.is_blocked(other, guest):
                    raise Refused(NO_SEAT)
        except StoreError as error:
            raise Refused.unwritten(error) from error


def _known(room: Room, command_id: str) -> int | None:
    """The number of the event if the command is already in the log."""
    return room.state.commands.get(command_id)
