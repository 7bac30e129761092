"""What a learning program sees of a position: where the kangaroos are, on planes and one by one."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observing import SEATS, declared, marks, number, one
from ludotheque.games.billabong.rules.placing import colours_of_a_seat, kangaroos_of_a_seat
from ludotheque.games.billabong.state import AT_HOME, IN_HAND, MAX_PER_COLOUR, Phase, wide

FACTS = 5
"""Numbers for each of one's own kangaroos."""


@compiled
def own(b: Any, s: Any) -> int:
    """How many kangaroos a seat can have."""
    return int(colours_of_a_seat(s) * MAX_PER_COLOUR)


@compiled
def mark_kangaroos(b: Any, s: Any, me: int, out: Any, at: int) -> None:
    """Mark the cells of each seat's kangaroos, from the seat that looks."""
    for place in range(wide(s.seats)):
        other = (me + place) % wide(s.seats)
        for kangaroo in range(own(b, s)):
            cell = wide(s.cell[other, kangaroo])
            if cell >= 0:
                out[at + (2 * place + wide(s.crossings[other, kangaroo])) * wide(b.cells) + cell] = 1.0


@compiled
def mark_own(b: Any, s: Any, me: int, out: Any, at: int) -> None:
    """Write the facts about each of one's own kangaroos."""
    for kangaroo in range(own(b, s)):
        cell, first = wide(s.cell[me, kangaroo]), at + kangaroo * FACTS
        out[first] = cell == IN_HAND
        out[first + 1] = cell == AT_HOME
        if cell >= 0:
            out[first + 2] = s.crossings[me, kangaroo] == 1
            out[first + 3] = b.column[cell] / (b.width - 1.0)
            out[first + 4] = b.row[cell] / (b.height - 1.0)


observation, observe = declared(board=(lambda b, s: b.height, lambda b, s: b.width), planes=[
    marks("kangaroos", (SEATS, 2), "For each seat: its kangaroos before their lap (blank face), and those on their lap.", mark_kangaroos),
], numbers=[
    marks("own_kangaroos", (own, FACTS), "For each of one's own kangaroos: in hand, home, on its lap, its column and its row (0 to 1).",
          mark_own),
    number("home", (SEATS,), "For each seat: the share of its kangaroos that are home.",
           lambda b, s, me, seat: s.home[seat] / wide(kangaroos_of_a_seat(b, s))),
    number("arrived", (SEATS, lambda b, s: s.seats), "For each seat: whether it came home first, second and so on.",
           lambda b, s, me, seat, rank: s.rank[seat] == rank + 1),
    number("turns", (SEATS,), "For each seat: its turns in the race, of those that a game may last.",
           lambda b, s, me, seat: min(1.0, s.turns[seat] / b.race_turns)),
    one("to_play", (SEATS,), "Whose turn it is.", lambda b, s, me: s.to_play),
    number("race", (), "Whether the race is on; before, kangaroos are placed.", lambda b, s, me: s.phase == Phase.RACE.value),
    number("behind_stream", (), "Whether kangaroos are placed behind the stream only (an option).", lambda b, s, me: s.placement),
    number("play_on", (), "Whether the others play on once a seat is home (an option).", lambda b, s, me: s.play_on),
])  # fmt: skip
