"""What a learning program sees of a position: the course and the birds on planes, the dice, the seat's own prediction."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observing import SEATS, declared, marks, number, one
from ludotheque.games.banjooli_cross.rules.course import exists, ground
from ludotheque.games.banjooli_cross.rules.setup import tiles_between
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    DICE,
    FACES,
    FAR,
    FINISHERS,
    GROUND_SIGNS,
    KINDS,
    LANES,
    MAX_COMMON,
    MAX_COURSE,
    MAX_HELP,
    MAX_SEATS,
    MAX_STEPS,
    NEST,
    NO_SPACE,
    NOBODY,
    PLACES_FORETOLD,
    SPACES,
    Phase,
    wide,
)

GROUNDS = len(GROUND_SIGNS)
PHASES = len(Phase)
MAX_POINTS = 40.0


@compiled
def mark_ground(b: Any, s: Any, me: int, out: Any, at: int) -> None:
    """Mark each space on the plane of its ground."""
    for space in range(wide(s.laid) * LANES * MAX_STEPS):
        if exists(b, s, wide(space)):
            out[at + wide(ground(b, s, wide(space))) * SPACES + space] = 1.0


@compiled
def mark_steps(b: Any, s: Any, me: int, out: Any, at: int) -> None:
    """Write how near each space is to the finishing line."""
    for space in range(wide(s.laid) * LANES * MAX_STEPS):
        if s.steps_left[space] < FAR:
            out[at + space] = 1.0 / (1.0 + s.steps_left[space] / 8.0)


@compiled
def mark_berries(b: Any, s: Any, me: int, out: Any, at: int) -> None:
    """Mark the spaces with a berry."""
    for token in range(MAX_SEATS):
        if s.berry_space[token] != NO_SPACE:
            out[at + s.berry_space[token]] = 1.0


@compiled
def mark_known_berries(b: Any, s: Any, me: int, out: Any, at: int) -> None:
    """Mark the known berries, each on the plane of its kind."""
    for token in range(MAX_SEATS):
        if s.berry_space[token] != NO_SPACE and s.berry_kind[token] >= 0:
            out[at + wide(s.berry_kind[token]) * SPACES + s.berry_space[token]] = 1.0


@compiled
def mark_looked_at(b: Any, s: Any, me: int, out: Any, at: int) -> None:
    """Mark the berries that each seat has looked at, from the seat that looks."""
    for token in range(MAX_SEATS):
        if s.berry_space[token] != NO_SPACE:
            for place in range(wide(s.seats)):
                if wide(s.berry_known[token]) >> (me + place) % wide(s.seats) & 1:
                    out[at + place * SPACES + s.berry_space[token]] = 1.0


@compiled
def foretold(b: Any, s: Any, me: int, seat: int, position: int) -> int:
    """The ostrich on a seat's card, as far as it is known."""
    card = wide(s.prediction[seat])
    return wide(b.card[card, position]) if card >= 0 else NOBODY


observation, observe = declared(board=(MAX_COURSE * LANES, MAX_STEPS), planes=[
    marks("ground", (GROUNDS,),
          "The ground of each space: earth, rock, quicksand, crocodile, water, bridge, lava, high, vortex. A row for each lane of each tile from the start, a column for each step. All 0 where there is no space.",
          mark_ground),
    marks("steps_left", (), "1 on the finishing line, less the more steps there are to go: 1 / (1 + steps / 8).", mark_steps),
    one("ostriches", (BIRDS,), "The space of each ostrich: red, green, yellow, blue, purple.", lambda b, s, me, bird: s.at[bird]),
    one("lion", (), "The space of the lion.", lambda b, s, me: s.lion_at),
    marks("berries", (), "The spaces with a berry.", mark_berries),
    marks("known_berries", (KINDS,), "The berries that the seat has looked at, by kind.", mark_known_berries),
    marks("looked_at", (SEATS,), "For each seat: the berries that it has looked at.", mark_looked_at),
], numbers=[
    one("phase", (PHASES,), "What is going on: `Phase` in state.py, in its order.", lambda b, s, me: s.phase),
    one("to_play", (SEATS,), "Whose turn it is.", lambda b, s, me: s.to_play),
    number("reversed", (), "Whether turns go anticlockwise.", lambda b, s, me: s.direction < 0),
    number("turns", (SEATS,), "For each seat: its turns, of those that a game may last.",
           lambda b, s, me, seat: min(1.0, s.turns[seat] / b.turns)),
    number("in_nest", (BIRDS,), "Whether each ostrich waits in its nest.", lambda b, s, me, bird: s.at[bird] == NEST),
    one("places", (BIRDS, FINISHERS), "Whether each ostrich arrived first, second, third.", lambda b, s, me, bird: wide(s.place[bird]) - 1),
    number("scared", (BIRDS,), "Whether each ostrich is scared.", lambda b, s, me, bird: s.scared[bird]),
    one("dice", (DICE, FACES), "What each die shows: a colour or the joker; the sorcery die is the last. All 0 if not thrown.",
        lambda b, s, me, die: s.thrown[die]),
    number("rerolls_left", (), "Whether dice may be thrown again.", lambda b, s, me: s.rerolls_left),
    one("predictions", (SEATS, PLACES_FORETOLD, BIRDS),
        "For each seat: the ostriches foretold as first, second, third and last. All 0 if the seat cannot know.",
        foretold),
    number("helped", (SEATS, BIRDS), "For each seat: the steps it has moved each ostrich, divided by 99.",
           lambda b, s, me, seat, bird: s.helped[seat, bird] / float(MAX_HELP), least=-1.0),
    number("single_throw", (SEATS,), "For each seat: whether it has one throw only in its next turn.",
           lambda b, s, me, seat: s.single_throw[seat]),
    one("jade", (SEATS,), "Who has the jade (Oor).", lambda b, s, me: s.oor),
    one("moving", (BIRDS,), "The ostrich whose move was interrupted.", lambda b, s, me: s.moving),
    number("points_left", (), "The points that this ostrich has left, divided by 40.", lambda b, s, me: s.points_left / MAX_POINTS),
    number("frenzy", (), "Whether the dice of a frenzy are being used up.", lambda b, s, me: s.frenzy),
    number("berries_found", (KINDS,), "The berries of each kind that were found, divided by 5.",
           lambda b, s, me, kind: s.berry_found[kind] / float(MAX_SEATS)),
    number("lion_awake", (), "Whether the lion is awake.", lambda b, s, me: s.lion_awake),
    number("tiles", (), "The tiles between start and finish, divided by 6.", lambda b, s, me: wide(tiles_between(s)) / float(MAX_COMMON)),
    number("with_berries", (), "Whether berries are played with (an option).", lambda b, s, me: s.berries),
    number("with_lion", (), "Whether the lion is played with (an option).", lambda b, s, me: s.lion),
    number("arrived_natural", (), "Whether the colours of ostriches that have arrived count (an option).",
           lambda b, s, me: s.arrived_natural),
])  # fmt: skip
