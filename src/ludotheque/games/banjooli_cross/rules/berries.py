"""The berries: placed face down before the race, found by the bird that enters their space, and what each of them does."""

from __future__ import annotations

from typing import Any

from ludotheque.core.entry_point import Box, Int32s, State, entry_point
from ludotheque.core.jit import compiled
from ludotheque.core.lazy import np
from ludotheque.core.rule import rule
from ludotheque.games.banjooli_cross.codes import BERRY, GIVE, JOKA, PLACE, Why
from ludotheque.games.banjooli_cross.rules.arriving import go_on
from ludotheque.games.banjooli_cross.rules.course import (
    berry_on,
    exists,
    ground,
    is_free,
    next_space,
    space_at,
    space_behind,
)
from ludotheque.games.banjooli_cross.rules.dice import begin_throw
from ludotheque.games.banjooli_cross.rules.frenzy import begin_frenzy
from ludotheque.games.banjooli_cross.state import (
    FAR,
    KINDS,
    LANES,
    MAX_SEATS,
    NO_SPACE,
    NOBODY,
    SPACES,
    UNSEEN,
    Berry,
    Ground,
    Phase,
    wide,
)

# ------------------------------------------------------------------------------------------- before the race


@entry_point()
@rule("BJC-12")
def is_far_enough(b: Box, s: State, space: int) -> bool:
    """Whether the space is far enough from the start's rank: no shorter way leads there, even without birds."""
    near = np.zeros(SPACES, np.uint8)
    for lane in range(LANES):
        first = space_at(0, lane, wide(0))
        near[first] = s.steps_left[first] < FAR
    for _ in range(b.berry_distance - 1):
        spread(b, s, near)
    return near[space] == 0


@rule("BJC-12")
def spread(b: Any, s: Any, near: Any) -> None:
    """Mark the spaces one step further on as near, too."""
    for space in range(SPACES - 1, -1, -1):
        if near[space] != 1:
            continue
        for across in range(-1, 2):
            after = next_space(b, s, wide(space), across)
            if after >= 0 and s.steps_left[after] < FAR and near[after] == 0:
                near[after] = 2
    for space in range(SPACES):
        if near[space] == 2:
            near[space] = 1


@rule("BJC-12", "BJC-28")
def why_not_placing(b: Any, s: Any, space: int) -> int:
    """On earth, far enough from the start, one berry a space."""
    if not exists(b, s, space):
        return Why.NO_SUCH_SPACE.value
    if ground(b, s, space) != Ground.EARTH.value:
        return Why.NOT_EARTH.value
    if berry_on(s, space) != NOBODY:
        return Why.BERRY_THERE.value
    return Why.LEGAL.value if is_far_enough(b, s, space) else Why.TOO_NEAR.value


@entry_point()
@rule("BJC-12")
def list_placings(b: Box, s: State, out: Int32s) -> int:
    """One for each space where a berry may lie."""
    n = wide(0)
    for space in range(SPACES):
        if why_not_placing(b, s, wide(space)) == Why.LEGAL.value:
            out[n] = PLACE + space
            n += 1
    return n


@rule("BJC-12")
def place(b: Any, s: Any, space: int) -> None:
    """Each player, the first one first, draws a berry and puts it out unseen; then the race begins."""
    s.berry_space[s.to_play] = space
    next_to_place(b, s)


@rule("BJC-12")
def next_to_place(b: Any, s: Any) -> None:
    """Clockwise, until every player has placed one, or passed on a course too short for all."""
    s.to_play = (s.to_play + 1) % s.seats
    if s.to_play == s.first:
        begin_throw(b, s)


# ------------------------------------------------------------------------------------------- which one is it?


@rule("BJC-04", "BJC-12")
def tokens_left(b: Any, s: Any, kind: int) -> int:
    """Tokens of a kind that may still be anywhere: not found yet, and not known to be another one on the course."""
    count = wide(b.berries[kind]) - s.berry_found[kind]
    for token in range(MAX_SEATS):
        if s.berry_space[token] != NO_SPACE and s.berry_kind[token] == kind:
            count -= 1
    return count


@rule("BJC-12")
def list_kinds(b: Any, s: Any, out: Any, p: Any) -> int:
    """What an unseen token may be; the more tokens of a kind are left, the likelier it is."""
    n, total = wide(0), 0.0
    for kind in range(KINDS):
        count = tokens_left(b, s, kind)
        if count > 0:
            out[n], p[n] = BERRY + kind, count
            total += count
            n += 1
    for i in range(n):
        p[i] /= total
    return n


@compiled
def next_unseen(s: Any) -> int:
    """The first token on the course that nobody has looked at, `NOBODY` if there is none."""
    for token in range(MAX_SEATS):
        if s.berry_space[token] != NO_SPACE and s.berry_kind[token] == UNSEEN:
            return token
    return NOBODY


@rule("BJC-62")
def turn_over(b: Any, s: Any, kind: int) -> None:
    """Chance has decided what a token is: the one found, or the next one that a player looks at."""
    if s.phase == Phase.FIND.value:
        s.berry_kind[s.found] = kind
        pick(b, s)
    else:
        s.berry_kind[next_unseen(s)] = kind
        look(b, s)


@rule("BJC-66")
def look(b: Any, s: Any) -> None:
    """Jëmbat: the player secretly looks at all berries on the course, one after another; then the move goes on."""
    if next_unseen(s) != NOBODY:
        s.phase = Phase.LOOK.value
        return
    for token in range(MAX_SEATS):
        if s.berry_space[token] != NO_SPACE:
            s.berry_known[token] = wide(s.berry_known[token]) | (1 << wide(s.to_play))
    go_on(b, s)


# ------------------------------------------------------------------------------------------- what it does


@rule("BJC-62", "BJC-70", "BJC-72")
def pick(b: Any, s: Any) -> None:
    """The berry is taken off the course, and does at once what it does."""
    kind = wide(s.berry_kind[s.found])
    s.berry_found[kind] += 1
    s.berry_space[s.found], s.berry_kind[s.found], s.berry_known[s.found] = NO_SPACE, UNSEEN, 0
    s.found = NOBODY
    if kind == Berry.TER.value or kind == Berry.NEEX_PEEPA.value:
        stop_short(b, s, kind)
    elif kind == Berry.OOR.value or kind == Berry.DAAAAAAW.value or kind == Berry.PAKAARLOO.value:
        profit(b, s, kind)
    elif kind == Berry.JEMBAT.value:
        look(b, s)
    elif kind == Berry.NAANGATEKU.value:
        lend_lance(b, s)
    elif kind == Berry.DOFNOOXOOR.value:
        begin_frenzy(b, s)
    elif kind == Berry.VOOORTEX.value:
        s.phase = Phase.SPIN.value
    elif kind == Berry.JOKA.value:
        meet_snake(b, s)
    else:
        go_on(b, s)


@rule("BJC-63", "BJC-64")
def stop_short(b: Any, s: Any, kind: int) -> None:
    """Tër, the trap, stops the bird and scares it; Neex Peepa stops it, and the whole turn with it."""
    s.points_left = 0
    if kind == Berry.TER.value:
        s.scared[s.moving] = 1
    else:
        s.frenzy = 0
    go_on(b, s)


@rule("BJC-65", "BJC-67", "BJC-68")
def profit(b: Any, s: Any, kind: int) -> None:
    """Oor is kept for the end; Daaaaaaw! gives two more points; Pakaarloo turns the order of play round (not of two)."""
    if kind == Berry.OOR.value:
        s.oor = s.to_play
    elif kind == Berry.DAAAAAAW.value:
        s.points_left += 2
    elif s.seats > 2:
        s.direction = -s.direction
    go_on(b, s)


# ------------------------------------------------------------------------------------------- Naangateku, the lance


@rule("BJC-69")
def lend_lance(b: Any, s: Any) -> None:
    """It is given to an opponent; there is nothing to choose between two players."""
    if s.seats == 2:
        give(b, s, (s.to_play + 1) % s.seats)
    else:
        s.phase = Phase.GIVE.value


@rule("BJC-69")
def give(b: Any, s: Any, seat: int) -> None:
    """That opponent throws only once in the next turn; the move goes on."""
    s.single_throw[seat] = 1
    go_on(b, s)


@rule("BJC-69")
def list_gifts(s: Any, out: Any) -> int:
    """One for each opponent."""
    n = wide(0)
    for seat in range(s.seats):
        if seat != s.to_play:
            out[n] = GIVE + seat
            n += 1
    return n


# ------------------------------------------------------------------------------------------- Joka, the snake


@rule("BJC-73")
def meet_snake(b: Any, s: Any) -> None:
    """The bird goes two ranks back if there is a free space. If there are several, the player chooses. The move ends."""
    s.points_left = 0
    places, only = wide(0), wide(NO_SPACE)
    for across in range(-1, 2):
        to = two_back(b, s, across)
        if to != NO_SPACE:
            places, only = places + 1, to
    if places == 1:
        flee(b, s, only)
    elif places > 1:
        s.phase = Phase.JOKA.value
    else:
        go_on(b, s)


@rule("BJC-73")
def two_back(b: Any, s: Any, across: int) -> int:
    """The space two ranks back, straight or two lanes aside, never across a barrier; `NO_SPACE` if it is not free."""
    if s.at[s.moving] < 0:
        return NO_SPACE
    middle = space_behind(b, s, wide(s.at[s.moving]), across)
    to = space_behind(b, s, middle, across) if middle != NO_SPACE else NO_SPACE
    return to if to != NO_SPACE and is_free(b, s, to) else NO_SPACE


@rule("BJC-73")
def list_flights(b: Any, s: Any, out: Any) -> int:
    """One for each space to go back to."""
    n = wide(0)
    for across in range(-1, 2):
        to = two_back(b, s, across)
        if to != NO_SPACE:
            out[n] = JOKA + to
            n += 1
    return n


@rule("BJC-73")
def flee(b: Any, s: Any, space: int) -> None:
    """The bird stands there; nothing is triggered."""
    s.at[s.moving] = space
    go_on(b, s)
