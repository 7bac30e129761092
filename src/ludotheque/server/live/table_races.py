"""Runs the races of a table: sends cues, takes claims, and appends the results to the log."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludotheque.core import entry, memory
from ludotheque.core.racing import Cue, Racing
from ludotheque.server.access.frames import Text
from ludotheque.server.base.clocks import now_ms, wall_ms
from ludotheque.server.base.lateness import PAUSE_MS, Pulse
from ludotheque.server.live.watchers import Watcher
from ludotheque.server.room import log_events, wire
from ludotheque.server.room.acting import game_ms, playing_on
from ludotheque.server.room.log_events import LogEvent, Resolved
from ludotheque.server.room.permits import own_seat
from ludotheque.server.room.races.credit import Credits
from ludotheque.server.room.races.photo import Finish, develop, is_doubtful, photo, raw, same
from ludotheque.server.room.races.race import Claim, Race, Rival, grace_ms
from ludotheque.server.room.races.timing import MAX_TRUSTED_MS, Quota, Trusted
from ludotheque.server.room.refused import Refused, first_line
from ludotheque.server.store.leases import Elsewhere
from ludotheque.server.store.log import Conflict
from ludotheque.table import views

if TYPE_CHECKING:
    from ludotheque.server.live.room import Room

LOT = 1 << 32
WAKE_MS = 500.0
"""How long before the first press a pause of the server still makes a race doubtful."""


Answer = Callable[[wire.Out], None]


@dataclass
class Sender:
    """The sender of a claim: where to send answers, and further claims for the race that the sender's own call may start."""

    command_id: str
    answers: list[Answer]
    guest: int
    followers: list[tuple[wire.Claim, float, Answer]] = field(default_factory=list)

    def tell(self, answer: wire.Out) -> None:
        """Answer the sender. Where the claim was sent again, the answer is that it was known."""
        first, *again = self.answers
        first(answer)
        for other in again:
            other(
                wire.Duplicate(answer.command_id, answer.seq) if isinstance(answer, wire.Applied) else answer
            )


class TableRaces:
    """The races of one table. Only `_resolve` appends, holding the table's lock; everything else runs between two awaits."""

    def __init__(self, room: Room, racing: Racing, pulse: Pulse, evening: Credits) -> None:
        self.room, self.racing, self.pulse, self.evening = room, racing, pulse, evening
        self.race: Race | None = None
        self.former: Race | None = None
        self.call_id = ""
        """The command of the call that gave the present cue."""
        self._cue: Cue | None = None
        self._sent: dict[Watcher, float] = {}
        self._sent_former: dict[Watcher, float] = {}
        self._quotas: dict[int, Quota] = {}
        self._finishes: list[Finish] = []
        self._refused: dict[str, wire.Rejected] = {}
        self._caller: tuple[int, str] = (-1, "")
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    # -- cues ---------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Something happened: if there is a new cue, send it."""
        state = self.room.state
        cue = None
        if state.phase == "playing" and not state.is_paused and state.table is not None:
            cue = self.racing.cue(state.table.journal.b, state.table.journal.s)
        if cue is not None and self.race is not None and same(cue, self._cue):
            self.race.seats = cue.seats
            self._cue = cue
        elif cue is not None or self.race is not None:
            old = self.race
            self._fire(cue)
            if old is not None:
                pending, old.pending = old.pending, []
                for claim in pending:
                    self._carry_over(old, claim)
                self._schedule()
        watched = self.race is not None and bool(self.room.watchers)
        (self.pulse.hold if watched else self.pulse.release)(self)

    def begin_again(self, away_ms: float) -> None:
        """The game's clock stood still while the server was away. Players who had seen the cue are timed from a new one."""
        if self.race is not None and now_ms() - self.race.fired_ms >= away_ms:
            pending, self.race.pending = self.race.pending, []
            for claim in pending:
                self._reject(claim.sender, Refused("error.race_over"))
            self._cue = None
            self.follow()

    def _fire(self, cue: Cue | None) -> None:
        self.former, self._sent_former = self.race, self._sent
        self._cue, self._sent, self._finishes, self._refused = cue, {}, [], {}
        (by, self.call_id), self._caller = self._caller, (-1, "")
        if cue is None:
            self.race = None
            return
        now = now_ms()
        game_now = float(game_ms(self.room.state, wall_ms()))
        grab = cue.kind == "grab"
        base = float(cue.at_ms) if grab else game_now
        before = max(0.0, game_now - cue.at_ms) if grab and by >= 0 else 0.0
        by = (by if by >= 0 else cue.by) if grab else -1
        self.race = Race(secrets.token_urlsafe(6), cue.kind, now, base, cue.seats, by, before)
        told = self._told_to_all(self.race, cue)
        text = Text(wire.write(told))
        for watcher in self.room.watchers:
            sent = watcher.write_now(text)
            if sent is None:
                watcher.answer(told)
            else:
                self._sent[watcher] = sent
                if grab and self._among_strangers:
                    watcher.measure()

    @property
    def _among_strangers(self) -> bool:
        return self.room.state.company == "strangers"

    def _carry_over(self, old: Race, claim: Claim, watcher: Watcher | None = None) -> None:
        """A claim for the previous cue counts in the next race at its own instant, if it still can. `watcher` sent it after the present cue."""
        race, sender = self.race, claim.sender
        state = self.room.state
        if race is None or old.kind != "call" or not race.may_act(claim.seat) or state.table is None:
            self._reject(sender, Refused("error.race_over"))
            return
        if race.kind == "call":
            later = race.base_ms - old.base_ms
            claim.elapsed_ms -= later
            claim.key_ms = max(0.0, claim.key_ms - later)
        elif claim.seat != race.by and self.racing.is_claim(
            state.table.journal.b, state.table.journal.s, claim.action
        ):
            # Its page did not know of the call. If the cue may have arrived, this is a reaction like any other.
            sent = race.fired_ms if watcher is None else self._sent.get(watcher, race.fired_ms)
            claim.elapsed_ms, claim.reaction_ms = max(0.0, claim.received_ms - sent), 0.0
            self._judge(race, claim, Trusted() if watcher is None else watcher.trusted, sender.guest)
        else:
            self._reject(sender, Refused("error.race_over"))
            return
        race.enter(claim, self._rivals(race))

    def _told_to_all(self, race: Race, cue: Cue) -> wire.Cue:
        """The cue, the same for everybody to the byte. The actions raced for are taken from a spectator's view."""
        identity, table = self.room.state.id, self.room.state.table
        if table is None or cue.kind != "grab":
            return wire.Cue(identity, race.identity, cue.kind)
        seats = [seat for seat in range(table.seats) if race.may_act(seat)]
        seen, out = views.view(table.journal, ()), memory.room("int32", table.game.max_legal)
        actions: set[int] = set()
        for seat in seats:
            actions.update(int(code) for code in out[: entry.legal(table.journal.box, seen, seat, out)])
        raced = sorted(code for code in actions if self.racing.is_claim(table.journal.b, seen[0], code))
        return wire.Cue(identity, race.identity, cue.kind, cue.at_ms, race.by, seats, raced)

    def told(self, seats: Sequence[int]) -> wire.RaceFacts | None:
        """The race as a page with these seats sees it; None if there is none."""
        state, race, cue = self.room.state, self.race, self._cue
        if race is None or cue is None or state.table is None:
            return None
        mine = [seat for seat in seats if race.may_act(seat) and seat not in state.resigned]
        actions = {code for seat in mine for code in state.table.legal_actions(seat)}
        raced = sorted(code for code in actions if self.is_raced(code))
        return wire.RaceFacts(race.identity, race.kind, cue.at_ms, race.by, mine, raced)

    # -- waiting ------------------------------------------------------------------------------------------------

    def _rivals(self, race: Race, *, people_only: bool = False) -> dict[int, Rival]:
        """Everybody who can answer, by seat: people whose page is open, and bots."""
        state, now = self.room.state, now_ms()
        p95 = {watcher.guest: MAX_TRUSTED_MS for watcher in self.room.watchers}
        heard: dict[int, float] = {}
        for watcher in self.room.watchers:
            if watcher.trusted.answers(now):  # one of several pages may have vanished silently
                heard[watcher.guest] = max(heard.get(watcher.guest, 0.0), watcher.trusted.p95(now))
        p95 |= heard
        found: dict[int, Rival] = {}
        for seat, chair in enumerate(state.chairs):
            if not race.may_act(seat):
                continue
            if state.is_bot(seat):
                if not people_only:
                    found[seat] = Rival(0.0, state.handicaps[seat])
            elif chair.guest in p95:
                found[seat] = Rival(p95[chair.guest], state.handicaps[seat])
        return found

    def tick_waits_ms(self, due_ms: int) -> float:
        """How long something due at this instant still waits for players who may have been quicker."""
        race = self.race
        if race is None:
            return 0.0
        now, ms = now_ms(), due_ms - race.base_ms
        if any(claim.key_ms <= ms for claim in race.pending):
            return max(1.0, (race.closes_ms() or now) - now)
        if ms < 0:
            return 0.0
        there = self._rivals(race, people_only=True)
        silent = [there[seat] for seat in there if race.idle_ms.get(seat, -1.0) < ms]
        return max(0.0, race.fired_ms + ms + grace_ms(silent) - now) if silent else 0.0

    def act_waits_ms(self) -> float:
        """How long an ordinary action waits until earlier presses are decided."""
        race, table = self.race, self.room.state.table
        if race is None or table is None:
            return 0.0
        closes = race.closes_ms()
        if closes is not None:
            return max(1.0, closes - now_ms())
        due = table.due_ms
        return self.tick_waits_ms(due) if 0 <= due <= game_ms(self.room.state, wall_ms()) else 0.0

    # -- claims -------------------------------------------------------------------------------------------------

    def claim(self, watcher: Watcher, message: wire.Claim, received_ms: float, answer: Answer) -> None:
        """Take a claim in. It is answered when its race is decided, or at once with `Refused`."""
        state = self.room.state
        known = state.commands.get(message.command_id)
        if known is not None:
            answer(wire.Duplicate(message.command_id, known))
            return
        if message.command_id in self._refused:
            answer(self._refused[message.command_id])
            return
        again = self._pressing(message.command_id)
        if again is not None:
            again.answers.append(answer)
            return
        own_seat(state, watcher.guest, message.seat)
        own_call = self._pressing(message.cue)
        if own_call is not None and own_call.guest == watcher.guest:
            if own_call.followers:
                raise Refused("error.already_claimed")
            own_call.followers.append((message, received_ms, answer))
            return
        race, sent = self._race_of(message, watcher)
        self._check(message.seat, message.action)
        sender = Sender(message.command_id, [answer], watcher.guest)
        elapsed = max(0.0, received_ms - race.since(message.seat, sent))
        claim = Claim(
            message.seat,
            message.action,
            received_ms,
            elapsed,
            float(message.reaction_ms),
            float(message.travel_ms),
            sender=sender,
        )
        if race is self.race:
            self._judge(race, claim, watcher.trusted, watcher.guest)
            self._enter(claim)
        else:
            if self.race is not None and self.race.kind == "call":
                self._judge(race, claim, watcher.trusted, watcher.guest)
            self._carry_over(race, claim, watcher)
            self._schedule()

    def plain(self, guest: int, seat: int, action: int, command_id: str, answer: Answer) -> None:
        """Take in a raced action that came as an ordinary command. It counts when it came, without compensation."""
        now = now_ms()
        race = self._check(seat, action)
        since = race.since(seat, race.fired_ms)
        claim = Claim(seat, action, now, max(0.0, now - since), max(0.0, now - since))
        claim.sender = Sender(command_id, [answer], guest)
        self._judge(race, claim, Trusted(), guest)
        self._enter(claim)

    def bot(self, seat: int, action: int, due_ms: float, answer: Answer) -> None:
        """Take in a bot's action at this instant of the event loop's clock. No network delays it."""
        race = self._check(seat, action)
        reaction = max(0.0, due_ms - race.fired_ms)
        claim = Claim(seat, action, now_ms(), reaction, reaction)
        claim.sender = Sender("", [answer], 0)
        reach, handicap = self._hand(claim)
        race.decided_ms = self._decided_ms(race)
        claim.early = race.is_early(seat, reaction)
        race.place(claim, reaction, reach, handicap)
        self._enter(claim)

    def is_raced(self, action: int) -> bool:
        """Whether players race for this action now."""
        table = self.room.state.table
        return (
            self.race is not None
            and table is not None
            and self.racing.is_claim(table.journal.b, table.journal.s, action)
        )

    def _pressing(self, command_id: str) -> Sender | None:
        pending = self.race.pending if self.race is not None and command_id else ()
        return next((c.sender for c in pending if c.sender.command_id == command_id), None)

    def _race_of(self, message: wire.Claim, watcher: Watcher) -> tuple[Race, float]:
        """The race that a claim belongs to, and when this page was sent its cue."""
        race, former = self.race, self.former
        if race is not None and (
            message.cue == race.identity or (race.by == message.seat and message.cue == self.call_id)
        ):
            return race, self._sent.get(watcher, race.fired_ms)
        if race is not None and former is not None and message.cue == former.identity:
            return former, self._sent_former.get(watcher, former.fired_ms)
        raise Refused("error.race_over")

    def _check(self, seat: int, action: int) -> Race:
        """The present race, if this seat may play this action in it."""
        race, state = self.race, self.room.state
        table = state.table
        if race is None or table is None:
            raise Refused("error.race_over")
        if not race.may_act(seat) or seat not in state.actors:
            raise Refused("error.not_your_turn")
        if not 0 <= action < table.journal.setup.num_actions:
            raise Refused("error.unreadable", text=str(action))
        if any(claim.seat == seat for claim in race.pending):
            raise Refused("error.already_claimed")
        refusal = table.journal.refusal(seat, action)
        if refusal and not self._was_quicker(seat, action):
            raise Refused.by(refusal.message, refusal.rules)
        if not refusal and not self.racing.is_claim(table.journal.b, table.journal.s, action):
            raise Refused("error.not_raced")
        return race

    def _was_quicker(self, seat: int, action: int) -> bool:
        """Whether another player got there first in this race, and this seat is not in the photo for it yet."""
        others = {f.claim.seat for f in self._finishes if f.claim.action == action}
        return bool(others) and seat not in others

    def _hand(self, claim: Claim) -> tuple[float, float]:
        table = self.room.state.table
        assert table is not None
        reach = float(self.racing.reach_ms(table.journal.b, table.journal.s, claim.seat, claim.action))
        return reach, float(self.room.state.handicaps[claim.seat])

    def _judge(self, race: Race, claim: Claim, trusted: Trusted, guest: int) -> None:
        race.decided_ms = self._decided_ms(race)
        quota = self._quotas.setdefault(claim.seat, Quota())
        credit = self.evening.of(guest, claim.received_ms) if self._among_strangers else None
        race.judge(claim, trusted, quota, *self._hand(claim), credit)

    def _decided_ms(self, race: Race) -> float:
        """The key of what the rules took last. In a race that begins again it counts from the first cue, as theirs do."""
        table = self.room.state.table
        return 0.0 if table is None else table.journal.clock_ms - race.base_ms

    def _enter(self, claim: Claim) -> None:
        assert self.race is not None
        self.race.enter(claim, self._rivals(self.race))
        self._schedule()

    def note_idle(self, watcher: Watcher, message: wire.Idle, received_ms: float) -> None:
        """A page reports that nothing has been pressed so far."""
        race = self.race
        if race is None or message.cue != race.identity:
            return
        if message.seat in self.room.state.seats_of(watcher.guest):
            race.note_idle(message.seat, message.ms, received_ms, self._sent.get(watcher, race.fired_ms))
            self._schedule()
            self.room.set_timer()

    def left(self) -> None:
        """Somebody left: stop waiting for seats whose players are gone."""
        race = self.race
        if race is not None:
            there = self._rivals(race)
            for seat in range(self.room.state.seats):
                if seat not in there:
                    race.gone(seat)
            self._schedule()
            self.room.set_timer()

    # -- deciding -----------------------------------------------------------------------------------------------

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        closes = self.race.closes_ms() if self.race is not None else None
        if closes is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, closes / 1000 - loop.time()), self._begin)

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._resolve())

    async def close(self) -> None:
        """Stop everything that happens by itself."""
        self.pulse.release(self)
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _resolve(self) -> None:
        async with self.room.lock:
            race = self.race
            claims = race.take(now_ms(), lambda: secrets.randbelow(LOT)) if race is not None else []
            if race is not None and claims:
                await self._decide(race, claims)
        self._schedule()

    async def _decide(self, race: Race, claims: list[Claim]) -> None:
        table = self.room.state.table
        assert table is not None
        finishes, caller = develop(table, self.racing, race, claims, self._finishes)
        by = next((claim for claim in claims if claim.seat == caller), None)
        self._caller = (-1, "") if by is None else (caller, by.sender.command_id)
        report = self._report(race, finishes)
        people = {each.claim.seat for each in finishes if each.refused is None and each.claim.sender.guest}
        events: list[LogEvent] = [
            event for seat in sorted(people) for event in playing_on(self.room.state, seat)
        ]
        before = len(events)
        events.append(report)
        ids: list[str | None] = [None] * len(events)
        for finish in finishes:
            if finish.refused is None:
                events.append(log_events.Act(finish.claim.seat, finish.claim.action, (), finish.ms))
                ids.append(finish.claim.sender.command_id or None)
        first = self.room.state.seq + 1 + before
        photographed = [*self._finishes, *finishes]
        try:
            await self.room.append(events, ids=ids)
        except Elsewhere:  # nobody is answered: their pages connect again, and ask there
            return
        except (Refused, Conflict) as error:
            failed = Refused("error.log_failed", why=first_line(error))
            for finish in finishes:
                self._reject(finish.claim.sender, error if isinstance(error, Refused) else failed)
            return
        if self.race is race:
            self._finishes = photographed
        self._show(race, report, photographed)
        self._answer(finishes, first)

    def _report(self, race: Race, finishes: list[Finish]) -> Resolved:
        start = race.first_claim_ms or race.fired_ms
        pause = self.pulse.longest_since(max(race.fired_ms, start - WAKE_MS))
        race.first_claim_ms = race.pending[0].received_ms if race.pending else None
        return Resolved(
            race=race.kind,
            cue=race.identity,
            base_ms=race.base_ms,
            by=race.by,
            window_ms=round(now_ms() - start, 3),
            slow=pause > PAUSE_MS,
            pause_ms=round(pause, 3),
            claims=tuple(raw(finish) for finish in finishes),
        )

    def _show(self, race: Race, report: Resolved, finishes: list[Finish]) -> None:
        claims = [(raw(finish), finish.text) for finish in finishes]
        pause = report.pause_ms or 0.0
        race.doubtful |= report.slow and is_doubtful(race.kind, [claim for claim, _ in claims], pause)
        told = wire.Photo(
            self.room.state.id,
            race.identity,
            race.kind,
            report.slow,
            race.doubtful,
            report.window_ms,
            photo(claims),
        )
        for watcher in self.room.watchers:
            watcher.answer(told)

    def _answer(self, finishes: list[Finish], first: int) -> None:
        seq = first
        for finish in finishes:
            sender: Sender = finish.claim.sender
            if finish.refused is not None:
                self._reject(sender, finish.refused)
                continue
            seq += 1
            sender.tell(wire.Applied(sender.command_id, seq))
            for message, received_ms, answer in sender.followers:
                self._follow_up(message, received_ms, answer, sender)

    def _follow_up(self, message: wire.Claim, received_ms: float, answer: Answer, sender: Sender) -> None:
        """Take in the caller's own claim, made before its cue arrived."""
        watcher = next((w for w in self.room.watchers if w.guest == sender.guest), None)
        try:
            if watcher is None:
                raise Refused("error.race_over")
            self.claim(watcher, message, received_ms, answer)
        except Refused as refused:
            self._reject(Sender(message.command_id, [answer], sender.guest), refused)

    def _reject(self, sender: Sender, refused: Refused) -> None:
        told = refused.answer(sender.command_id, self.room.state.seq)
        if sender.command_id:
            self._refused[sender.command_id] = told
        sender.tell(told)
        for message, _, answer in sender.followers:
            self._reject(Sender(message.command_id, [answer], sender.guest), Refused("error.race_over"))
