"""The clocks of the seats at a table whose people have so much time: what each has left, and whose time is up next."""

from __future__ import annotations

from collections.abc import Collection

from ludotheque.server.log_events import TimeControl


class SeatClocks:
    """A clock for each seat. A seat's clock runs while a person may act there. Instants are on the table's clock (Unix ms).

    With a time for each move, the seat has it anew after each of its actions. With a time in all, the increment is added when its turn
    is over.

    Attributes:
        left_ms: what each seat had left when its clock was last set.
        since_ms: since when each clock runs; -1 if it stands.
    """

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self.left_ms = [control.seconds * 1000] * seats
        self.since_ms = [-1] * seats

    def follow(self, now_ms: int, running: Collection[int], acted: int = -1, anew: bool = False) -> None:
        """Something happened: from now on the clocks of these seats run.

        Args:
            now_ms: when it happened.
            running: the seats where a person may act.
            acted: the seat that acted, if one did.
            anew: whether the seats decide anew, because something was taken back.
        """
        in_all = self.control.per == "game"
        for seat, since in enumerate(self.since_ms):
            runs = seat in running
            if since >= 0:
                self.left_ms[seat] = max(0, self.left_ms[seat] - max(0, now_ms - since))
            if in_all:
                if seat == acted and since >= 0 and not runs:
                    self.left_ms[seat] += self.control.increment * 1000
            elif not runs or since < 0 or seat == acted or anew:
                self.left_ms[seat] = self.control.seconds * 1000
            self.since_ms[seat] = now_ms if runs else -1

    def shift(self, ms: int) -> None:
        """All clocks stood still for so long."""
        self.since_ms = [since + ms if since >= 0 else -1 for since in self.since_ms]

    def due(self) -> tuple[int, int] | None:
        """When a time is up next, and for which seat; None if no clock runs."""
        running = [
            (since + self.left_ms[seat], seat) for seat, since in enumerate(self.since_ms) if since >= 0
        ]
        return min(running, default=None)
