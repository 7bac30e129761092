"""What a learning program sees of a position: the course and the birds on planes, the dice, the seat's own prediction."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled
from ludotheque.core.observation import Feature, Observation
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


def observation(b: Any, s: Any) -> Observation:
    """The observation for this number of seats; it is the same for every box."""
    seats = int(s["seats"])
    return Observation(
        (MAX_COURSE * LANES, MAX_STEPS),
        (
            Feature(
                "ground",
                (GROUNDS,),
                "The ground of each space: earth, rock, quicksand, crocodile, water, bridge, lava, high, vortex. A row for each lane of "
                "each tile from the start, a column for each step. All 0 where there is no space.",
            ),
            Feature(
                "steps_left",
                (),
                "1 on the finishing line, less the more steps there are to go: 1 / (1 + steps / 8).",
            ),
            Feature("ostriches", (BIRDS,), "The space of each ostrich: red, green, yellow, blue, purple."),
            Feature("lion", (), "The space of the lion."),
            Feature("berries", (), "The spaces with a berry."),
            Feature("known_berries", (KINDS,), "The berries that the seat has looked at, by kind."),
            Feature("looked_at", (seats,), "For each seat: the berries that it has looked at."),
        ),
        (
            Feature("phase", (PHASES,), "What is going on: `Phase` in state.py, in its order."),
            Feature("to_play", (seats,), "Whose turn it is."),
            Feature("reversed", (), "Whether turns go anticlockwise."),
            Feature("turns", (seats,), "For each seat: its turns, of those that a game may last."),
            Feature("in_nest", (BIRDS,), "Whether each ostrich waits in its nest."),
            Feature("places", (BIRDS, FINISHERS), "Whether each ostrich arrived first, second, third."),
            Feature("scared", (BIRDS,), "Whether each ostrich is scared."),
            Feature(
                "dice",
                (DICE, FACES),
                "What each die shows: a colour or the joker; the sorcery die is the last. All 0 if not thrown.",
            ),
            Feature("rerolls_left", (), "Whether dice may be thrown again."),
            Feature(
                "predictions",
                (seats, PLACES_FORETOLD, BIRDS),
                "For each seat: the ostriches foretold as first, second, third and last. All 0 if the seat cannot know.",
            ),
            Feature(
                "helped",
                (seats, BIRDS),
                "For each seat: the steps it has moved each ostrich, divided by 99.",
                -1.0,
                1.0,
            ),
            Feature(
                "single_throw", (seats,), "For each seat: whether it has one throw only in its next turn."
            ),
            Feature("jade", (seats,), "Who has the jade (Oor)."),
            Feature("moving", (BIRDS,), "The ostrich whose move was interrupted."),
            Feature("points_left", (), "The points that this ostrich has left, divided by 40."),
            Feature("frenzy", (), "Whether the dice of a frenzy are being used up."),
            Feature("berries_found", (KINDS,), "The berries of each kind that were found, divided by 5."),
            Feature("lion_awake", (), "Whether the lion is awake."),
            Feature("tiles", (), "The tiles between start and finish, divided by 6."),
            Feature("with_berries", (), "Whether berries are played with (an option)."),
            Feature("with_lion", (), "Whether the lion is played with (an option)."),
            Feature(
                "arrived_natural", (), "Whether the colours of ostriches that have arrived count (an option)."
            ),
        ),
    )


@compiled
def observe(b: Any, s: Any, seat: int, out: Any) -> int:
    """Write the observation, see `observation`."""
    seats = wide(s.seats)
    planes = GROUNDS + 1 + BIRDS + 2 + KINDS + seats
    out[: planes * SPACES] = 0.0
    for space in range(wide(s.laid) * LANES * MAX_STEPS):
        if exists(b, s, wide(space)):
            out[wide(ground(b, s, wide(space))) * SPACES + space] = 1.0
            if s.steps_left[space] < FAR:
                out[GROUNDS * SPACES + space] = 1.0 / (1.0 + s.steps_left[space] / 8.0)
    first = (GROUNDS + 1) * SPACES
    for bird in range(BIRDS):
        if s.at[bird] >= 0:
            out[first + bird * SPACES + s.at[bird]] = 1.0
    first += BIRDS * SPACES
    if s.lion_at >= 0:
        out[first + s.lion_at] = 1.0
    first += SPACES
    for token in range(MAX_SEATS):
        if s.berry_space[token] != NO_SPACE:
            out[first + s.berry_space[token]] = 1.0
            for place in range(seats):
                if wide(s.berry_known[token]) >> (seat + place) % seats & 1:
                    out[first + (1 + KINDS + place) * SPACES + s.berry_space[token]] = 1.0
            if s.berry_kind[token] >= 0:
                out[first + (1 + wide(s.berry_kind[token])) * SPACES + s.berry_space[token]] = 1.0
    at = mark(out, first + (1 + KINDS + seats) * SPACES, PHASES, wide(s.phase))
    at = mark(out, at, seats, (wide(s.to_play) - seat + seats) % seats)
    out[at] = 1.0 if s.direction < 0 else 0.0
    at += 1
    for place in range(seats):
        out[at + place] = min(1.0, s.turns[(seat + place) % seats] / b.turns)
    at += seats
    for bird in range(BIRDS):
        out[at + bird] = 1.0 if s.at[bird] == NEST else 0.0
        mark(out, at + BIRDS + bird * FINISHERS, FINISHERS, wide(s.place[bird]) - 1)
        out[at + BIRDS * (1 + FINISHERS) + bird] = wide(s.scared[bird])
    at += BIRDS * (2 + FINISHERS)
    for die in range(DICE):
        at = mark(out, at, FACES, wide(s.thrown[die]))
    out[at] = wide(s.rerolls_left)
    at += 1
    for place in range(seats):
        card = wide(s.prediction[(seat + place) % seats])
        for position in range(PLACES_FORETOLD):
            at = mark(out, at, BIRDS, wide(b.card[card, position]) if card >= 0 else wide(NOBODY))
    for place in range(seats):
        for bird in range(BIRDS):
            out[at] = s.helped[(seat + place) % seats, bird] / float(MAX_HELP)
            at += 1
    for place in range(seats):
        out[at + place] = wide(s.single_throw[(seat + place) % seats])
    jade = wide(s.oor) if s.oor == NOBODY else (wide(s.oor) - seat + seats) % seats
    at = mark(out, at + seats, seats, jade)
    at = mark(out, at, BIRDS, wide(s.moving))
    out[at] = s.points_left / MAX_POINTS
    out[at + 1] = wide(s.frenzy)
    at += 2
    for kind in range(KINDS):
        out[at + kind] = s.berry_found[kind] / float(MAX_SEATS)
    at += KINDS
    out[at] = wide(s.lion_awake)
    out[at + 1] = wide(tiles_between(s)) / float(MAX_COMMON)
    out[at + 2] = wide(s.berries)
    out[at + 3] = wide(s.lion)
    out[at + 4] = wide(s.arrived_natural)
    return at + 5


@compiled
def mark(out: Any, at: int, count: int, which: int) -> int:
    """Write `count` numbers: 1 for `which`, if it is one of them, 0 for the others; returns where the next ones go."""
    for number in range(count):
        out[at + number] = 1.0 if number == which else 0.0
    return at + count
