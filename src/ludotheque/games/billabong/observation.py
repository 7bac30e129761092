"""What a learning program sees of a position: where the kangaroos are, on planes and one by one."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation
from ludotheque.games.billabong.rules.placing import colours_of_a_seat, kangaroos_of_a_seat
from ludotheque.games.billabong.state import AT_HOME, IN_HAND, MAX_PER_COLOUR, Phase, colours_of, wide

FACTS = 5
"""Numbers for each of one's own kangaroos."""


def observation(b: Any, s: Any) -> Observation:
    """The observation for this box, number of seats and mode."""
    seats, own = int(s["seats"]), len(colours_of(s, 0)) * MAX_PER_COLOUR
    return Observation(
        (int(b["height"]), int(b["width"])),
        (
            Feature(
                "kangaroos",
                (seats, 2),
                "For each seat: its kangaroos before their lap (blank face), and those on their lap.",
            ),
        ),
        (
            Feature(
                "own_kangaroos",
                (own, FACTS),
                "For each of one's own kangaroos: in hand, home, on its lap, its column and its row (0 to 1).",
            ),
            Feature("home", (seats,), "For each seat: the share of its kangaroos that are home."),
            Feature(
                "arrived", (seats, seats), "For each seat: whether it came home first, second and so on."
            ),
            Feature(
                "turns", (seats,), "For each seat: its turns in the race, of those that a game may last."
            ),
            Feature("to_play", (seats,), "Whose turn it is."),
            Feature("race", (), "Whether the race is on; before, kangaroos are placed."),
            Feature("behind_stream", (), "Whether kangaroos are placed behind the stream only (an option)."),
            Feature("play_on", (), "Whether the others play on once a seat is home (an option)."),
        ),
    )


@compiled
def observe(b: Any, s: Any, seat: int, out: Any) -> int:
    """Write the observation, see `observation`."""
    cells, seats = wide(b.cells), wide(s.seats)
    own = colours_of_a_seat(s) * MAX_PER_COLOUR
    end = 2 * seats * cells
    out[:end] = 0.0
    arrived = end + own * FACTS + seats
    turns = arrived + seats * seats
    for place in range(seats):
        other = (seat + place) % seats
        for kangaroo in range(own):
            cell = wide(s.cell[other, kangaroo])
            if cell >= 0:
                out[(2 * place + wide(s.crossings[other, kangaroo])) * cells + cell] = 1.0
            if place == 0:
                at = end + kangaroo * FACTS
                out[at] = 1.0 if cell == IN_HAND else 0.0
                out[at + 1] = 1.0 if cell == AT_HOME else 0.0
                out[at + 2] = 1.0 if cell >= 0 and s.crossings[other, kangaroo] == 1 else 0.0
                out[at + 3] = b.column[cell] / (b.width - 1.0) if cell >= 0 else 0.0
                out[at + 4] = b.row[cell] / (b.height - 1.0) if cell >= 0 else 0.0
        out[arrived - seats + place] = s.home[other] / wide(kangaroos_of_a_seat(b, s))
        for rank in range(seats):
            out[arrived + place * seats + rank] = 1.0 if s.rank[other] == rank + 1 else 0.0
        out[turns + place] = min(1.0, s.turns[other] / b.race_turns)
        out[turns + seats + place] = 1.0 if s.to_play == other else 0.0
    at = turns + 2 * seats
    out[at] = 1.0 if s.phase == Phase.RACE.value else 0.0
    out[at + 1] = wide(s.placement)
    out[at + 2] = wide(s.play_on)
    return at + 3
