"""What a learning program sees of a position: each pawn on a plane of its own, then plain numbers."""

from __future__ import annotations

from ludotheque.core.observing import SEATS, declared, number, one
from ludotheque.games.bantu.state import AT_FINISH, AT_START, PAWNS

observation, observe = declared(board=(lambda b, s: b.ranks, lambda b, s: b.lanes), planes=[
    one("pawns", (SEATS, PAWNS), "For each seat and each of its pawns 1 to 4: the circle on which it stands.",
        lambda b, s, me, seat, pawn: s.at[seat, pawn]),
], numbers=[
    number("at_start", (SEATS, PAWNS), "For each seat and pawn: whether it is on its start square.",
           lambda b, s, me, seat, pawn: s.at[seat, pawn] == AT_START),
    number("at_finish", (SEATS, PAWNS), "For each seat and pawn: whether it has reached the finish.",
           lambda b, s, me, seat, pawn: s.at[seat, pawn] == AT_FINISH),
    number("turns", (SEATS,), "For each seat: its turns so far, as a share of the most that a game allows.",
           lambda b, s, me, seat: min(1.0, s.turns[seat] / b.turn_limit)),
    one("to_play", (SEATS,), "Whose turn it is.", lambda b, s, me: s.to_play),
    number("short", (), "Whether the short game is played, without pawn 4 (an option).", lambda b, s, me: s.short),
    number("teams", (), "Whether seats opposite each other play together (an option).", lambda b, s, me: s.teams),
])  # fmt: skip
