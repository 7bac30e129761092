"""What a structure may say beside one action: who acts and when, and several actions one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ludotheque.core.errors import Illegal, Unreadable

if TYPE_CHECKING:
    from ludotheque.core.event import Event, Said
    from ludotheque.core.game import Game
    from ludotheque.core.table import Table

Structure = Mapping[str, Any]

LATEST_MS = 1 << 40
"""No game lasts so long, in milliseconds."""


def beside(
    game: Game, action: Structure, seat: int | None, at_ms: int | None
) -> tuple[int | None, int | None]:
    """The seat and the instant that the structure of a timed action says, where nobody else does; `Unreadable` if no numbers."""
    if not game.timed or "at_ms" not in action:
        return seat, at_ms
    said = {"seat": seat, "at_ms": at_ms}
    for name, given in said.items():
        value = action.get(name)
        if given is None and value is not None:
            if type(value) is not int:
                raise Unreadable(f"{name} must be a whole number, not {value!r}")
            if not 0 <= value <= LATEST_MS:
                raise Unreadable(f"{name} must be from 0 to {LATEST_MS}, not {value}")
            said[name] = value
        elif value is not None and value != given:
            raise Unreadable(f"{name} is {value!r} in the action, but {given!r} was said beside it")
    return said["seat"], said["at_ms"]


def parts(table: Table, action: Said, seat: int) -> Sequence[Structure]:
    """The actions that a structure says one after the other, where the game's codec knows such structures (`several`)."""
    several = getattr(table.game.codec, "several", None)
    if several is None or not isinstance(action, Mapping):
        return ()
    found: Sequence[Structure] = several(table.b, table.s, seat, action)
    return found


def play_all(table: Table, said: Sequence[Structure], seat: int, at_ms: int | None) -> Event:
    """Carry several actions out, or none of them where one is refused; the last one's event."""
    if at_ms is not None:
        table.advance(at_ms)
    mark = table.mark()
    try:
        events = [table.play(part, seat, at_ms=at_ms) for part in said]
    except (Unreadable, Illegal):
        table.back_to_mark(mark)
        raise
    return events[-1]
