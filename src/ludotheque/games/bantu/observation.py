"""What a learning program sees of a position: each pawn on a plane of its own, then plain numbers."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation
from ludotheque.games.bantu.state import AT_FINISH, AT_START, PAWNS, wide


def observation(b: Any, s: Any) -> Observation:
    """The observation for this box and number of seats."""
    seats = int(s["seats"])
    return Observation(
        (int(b["ranks"]), int(b["lanes"])),
        (
            Feature(
                "pawns",
                (seats, PAWNS),
                "For each seat and each of its pawns 1 to 4: the circle on which it stands.",
            ),
        ),
        (
            Feature("at_start", (seats, PAWNS), "For each seat and pawn: whether it is on its start square."),
            Feature(
                "at_finish", (seats, PAWNS), "For each seat and pawn: whether it has reached the finish."
            ),
            Feature(
                "turns",
                (seats,),
                "For each seat: its turns so far, as a share of the most that a game allows.",
            ),
            Feature("to_play", (seats,), "Whose turn it is."),
            Feature("short", (), "Whether the short game is played, without pawn 4 (an option)."),
            Feature("teams", (), "Whether seats opposite each other play together (an option)."),
        ),
    )


@compiled
def observe(b: Any, s: Any, seat: int, out: Any) -> int:
    """Write the observation, see `observation`."""
    circles, seats = wide(b.circles), wide(s.seats)
    end = seats * PAWNS * circles
    out[:end] = 0.0
    turns = end + 2 * seats * PAWNS
    for place in range(seats):
        other = (seat + place) % seats
        for pawn in range(PAWNS):
            number = place * PAWNS + pawn
            circle = wide(s.at[other, pawn])
            if circle >= 0:
                out[number * circles + circle] = 1.0
            out[end + number] = 1.0 if circle == AT_START else 0.0
            out[end + seats * PAWNS + number] = 1.0 if circle == AT_FINISH else 0.0
        out[turns + place] = min(1.0, s.turns[other] / b.turn_limit)
        out[turns + seats + place] = 1.0 if s.to_play == other else 0.0
    at = turns + 2 * seats
    out[at] = wide(s.short)
    out[at + 1] = wide(s.teams)
    return at + 2
