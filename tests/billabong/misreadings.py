"""Rules of Billabong as one may misread them, and the check that must notice. Each gets the true function first, see `docs/testing.md`."""

from __future__ import annotations

from ludotheque.games.billabong.codes import PASS
from ludotheque.games.billabong.rules.geometry import is_clear, lift, put
from ludotheque.games.billabong.state import Phase
from tests.mutating.misreading import misread


@misread("rules.racing.hop_length", by="naive", says="only in the naive game [('move'")
def a_kangaroo_hops_only_over_its_neighbour(original, *where):
    length = original(*where)
    return length if length == 2 else 0


@misread("rules.racing.hop_length", by="naive", says="legal actions: only in the product")
def a_hop_lands_right_behind_the_pivot(original, *where):
    length = original(*where)
    return length // 2 + 1 if length else 0


@misread("rules.racing.lands_freely", by="naive", says="legal actions: only in the product")
def a_hop_passes_over_two_kangaroos(_, b, s, cell, direction, to_pivot):
    return is_clear(b, s, cell, direction, 2 * to_pivot - 1, 1)


@misread("rules.racing.crossings_after", by="naive", says="legal actions: only in the product")
def crossing_backwards_counts_nothing(original, b, cell, direction, steps, crossings):
    return max(crossings, original(b, cell, direction, steps, crossings))


@misread("rules.racing.list_series", by="naive", says="legal actions")
def no_referee_stands_on_the_departure_cell(original, b, s, seat, kangaroo, *more):
    cell = int(s.cell[seat, kangaroo])
    lift(b, s, cell)
    found = original(b, s, seat, kangaroo, *more)
    put(b, s, cell)
    return found


@misread("rules.racing.list_turns", by="law legal", says="You can still move a kangaroo")
def whoever_moves_may_pass_instead(original, b, s, seat, out):
    n = original(b, s, seat, out)
    if out[n - 1] != PASS:
        out[n] = PASS
        n += 1
    return n


@misread("rules.finish.next_racing", by="naive", says="positions: product")
def turns_go_counter_clockwise(_, s, seat):
    return next(
        after for further in range(1, s.seats + 1) if s.rank[after := (seat - further) % s.seats] == 0
    )


@misread("rules.finish.next_racing", by="naive", says="positions: product")
def who_has_finished_still_has_turns(_, s, seat):
    return (seat + 1) % s.seats


@misread("rules.finish.distance_done", by="naive", says="the end: product")
def who_has_not_started_is_as_far_as_who_has(original, b, s, seat, kangaroo):
    return b.lap[s.cell[seat, kangaroo]] if s.cell[seat, kangaroo] >= 0 else original(b, s, seat, kangaroo)


@misread("rules.finish.come_home", by="naive", says="the end: product")
def everybody_who_has_come_home_is_first(original, b, s, seat, kangaroo):
    original(b, s, seat, kangaroo)
    s.rank[seat] = min(s.rank[seat], 1)


@misread("rules.placing.is_behind_stream", by="naive", says="legal actions: only in the product [('place'")
def behind_the_stream_reaches_up_beside_the_lake(original, b, cell):
    return original(b, cell) or (b.column[cell] > b.stream and b.row[cell] >= b.lake_y)


@misread("rules.placing.place", by="naive", says="positions: product")
def seat_0_opens_the_race(original, b, s, *more):
    original(b, s, *more)
    if s.phase == Phase.RACE.value:
        s.to_play = 0


@misread("rules.placing.shows_its_face", by="naive", says="the scene: product")
def faces_are_shown_from_the_beginning(*_):
    return True
