"""What the scenes of all games ask their rules, and whom a prompt speaks to."""

from __future__ import annotations

from typing import Any

from ludotheque.core import verbs
from ludotheque.core.memory import room
from ludotheque.scene import snapshot


def legal(b: Any, s: Any, seat: int, most: int) -> list[int]:
    """The seat's legal actions, of which there are never more than `most` (`Game.max_legal`)."""
    out = room("int32", most)
    found: list[int] = out[: verbs.legal(snapshot.record(b), snapshot.record(s), seat, out)].tolist()
    return found


def results(b: Any, s: Any, most: int) -> list[int]:
    """The results of chance that may come now, of which there are never more than `most`."""
    out, chances = room("int32", most), room("float64", most)
    count = verbs.chance_outcomes(snapshot.record(b), snapshot.record(s), out, chances)
    found: list[int] = out[:count].tolist()
    return found


def ranks(b: Any, s: Any) -> list[int]:
    """The rank of each seat so far; 0 if it has none yet."""
    out = room("int32", int(s["seats"]))
    verbs.ranking(snapshot.record(b), snapshot.record(s), out)
    found: list[int] = out.tolist()
    return found


def watcher(audience: int, seat: int) -> str:
    """`you` if the seat alone watches, `here` if it shares the screen, `other` if it does not watch."""
    if not audience >> seat & 1:
        return "other"
    return "you" if audience == 1 << seat else "here"
