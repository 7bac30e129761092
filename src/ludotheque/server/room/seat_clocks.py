"""The clocks of the seats at a table with a time limit: what each has left, and whose time is up next."""

from __future__ import annotations

from collections.abc import Collection

from ludotheque.server.room.log_events import TimeControl


class SeatClocks:
    """A clock for each seat. A seat's clock runs while a person may act there. Instants are on the table's clock (Unix ms).

    With a time for each move, it starts anew after each action of the seat. With a time in all, the increment is added when the seat's turn
    ends; setting up pieces adds nothing. A takeback gives the seat that asked for it no time back: it comes to its decision with what was
    left. The seats that were to decide next get back the time that they spent on a decision that is gone.

    Attributes:
        left_ms: what each seat had left when its clock was last set.
        since_ms: since when each clock runs; -1 if it stands.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.left_ms = [control.seconds * 1000] * seats
        self.since_ms = [-1] * seats
        self._left_at: list[dict[int, int]] = [{} for _ in range(seats)]
        """What each seat had left when it stopped thinking, by the number of events of the game so far."""
        self._began = [(0, left) for left in self.left_ms]
        """For each seat, after how many events it began to think, and what it had left then."""

    def follow(
        self,
        now_ms: int,
        running: Collection[int],
        before: int,
        after: int,
        acted: int = -1,
        taker: int | None = None,
        pays: bool = True,
    ) -> None:
        """Something happened: from now on the clocks of these seats run.

        Args:
            now_ms: when it happened.
            running: the seats where a person may act.
            before: how many events the game had then.
            after: how many it has now.
            acted: the seat that acted, if one did.
            taker: the seat whose action was taken back; -1 for a result of chance; None if nothing was taken back.
            pays: whether a turn that ends adds the increment.
        """
        undone = taker is not None
        for seat, since in enumerate(self.since_ms):
            runs = seat in running
            if since >= 0:
                self.left_ms[seat] = max(0, self.left_ms[seat] - max(0, now_ms - since))
                began, then = self._began[seat]
                if undone and seat != taker and began > after:
                    self.left_ms[seat] = then
                if seat == acted or not runs or undone:
                    self._left_at[seat][before] = self.left_ms[seat]
            elif acted >= 0 and seat != acted:
                self._forget(seat, before)
            if self.control.per == "game":
                self._go_on_in_all(
                    seat, after, undone, ended=pays and seat == acted and since >= 0 and not runs
                )
            elif runs and (undone or since < 0 or seat == acted):
                self.left_ms[seat] = self._left_of(seat, after, undone)
            elif not runs:
                self.left_ms[seat] = self.control.seconds * 1000
            if runs and (undone or since < 0 or seat == acted):
                self._began[seat] = (after, self.left_ms[seat])
            self.since_ms[seat] = now_ms if runs else -1

    def _go_on_in_all(self, seat: int, after: int, undone: bool, ended: bool) -> None:
        """A time in all: a turn that ended adds the increment, and a takeback of that turn removes it."""
        if undone:
            again = [left for move, left in self._left_at[seat].items() if move >= after]
            self.left_ms[seat] = min([self.left_ms[seat], *again])
        elif ended:
            self.left_ms[seat] += self.control.increment * 1000

    def _left_of(self, seat: int, move: int, undone: bool) -> int:
        """A time for each move: what is left for the decision after `move` events; all of it if the seat comes to it for the first time."""
        known = self._left_at[seat]
        if undone:
            move = min((each for each in known if each >= move), default=move)
        return known.get(move, self.control.seconds * 1000)

    def _forget(self, seat: int, move: int) -> None:
        """Another seat acted after `move` events: whatever this seat decides later is something new."""
        self._left_at[seat] = {each: left for each, left in self._left_at[seat].items() if each <= move}

    def thinks_about(self, seat: int, move: int) -> bool:
        """Whether a seat's clock runs for a decision to which it came after the event of this index."""
        return self.since_ms[seat] >= 0 and self._began[seat][0] > move

    def shift(self, ms: int) -> None:
        """All clocks stood still for this long."""
        self.since_ms = [since + ms if since >= 0 else -1 for since in self.since_ms]

    def due(self) -> tuple[int, int] | None:
        """When a time is up next, and for which seat; None if no clock runs."""
        running = [
            (since + self.left_ms[seat], seat) for seat, since in enumerate(self.since_ms) if since >= 0
        ]
        return min(running, default=None)
