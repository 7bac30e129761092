"""Rules of Bantu as one may misread them, and the check that must notice. Each gets the true function first, see `docs/testing.md`."""

from __future__ import annotations

from ludotheque.games.bantu.state import PAWNS, Ending
from tests.mutating.misreading import misread

OWN_PAWN, SAFE_START_LINE = 11, 13


def colour(s, circle):
    return (s.pawn_on[circle] - 1) // PAWNS


def number(s, circle):
    return (int(s.pawn_on[circle]) - 1) % PAWNS + 1


def in_row(b, s, circle):
    """The circles in the row of a circle where pawns stand."""
    row = b.row[circle]
    return [other for other in range(b.first[row], b.first[row] + b.width[row]) if s.pawn_on[other] > 0]


@misread("rules.moving.steps_of", by="naive", says="legal actions")
def a_pawn_goes_its_own_number_whoever_stands_beside_it(_, b, s, circle):
    return number(s, circle)


@misread("rules.moving.steps_of", by="naive", says="legal actions")
def ones_own_pawns_alone_add_up(_, b, s, circle):
    return sum(number(s, other) for other in in_row(b, s, circle) if colour(s, other) == colour(s, circle))


@misread("rules.moving.steps_of", by="naive", says="legal actions")
def pawns_add_up_only_where_they_touch(_, b, s, circle):
    return sum(number(s, other) for other in in_row(b, s, circle) if abs(other - circle) < 2)


@misread("rules.moving.pawns_in_row", by="naive", says="legal actions")
def company_protects_only_beside_ones_own_colour(_, b, s, circle):
    return sum(colour(s, other) == colour(s, circle) for other in in_row(b, s, circle))


@misread("rules.moving.may_pass", by="naive", says="legal actions")
def a_pawn_passes_over_others(*_):
    return True


@misread("rules.moving.can_finish", by="naive", says="legal actions")
def the_finish_takes_no_surplus(original, b, s, start, most, *more):
    return original(b, s, start, most, *more) and not original(b, s, start, most - 1, *more)


@misread("rules.moving.why_not_end_on", by="naive", says="legal actions")
def a_start_line_protects_nobody(original, b, s, seat, circle):
    why = original(b, s, seat, circle)
    return 0 if why == SAFE_START_LINE else why


@misread("rules.moving.on_one_side", by="naive", says="legal actions")
def a_partners_pawn_is_sent_back(_, s, seat, other):
    return seat == other


@misread("rules.moving.why_not_end_on", by="naive", says="legal actions")
def nobody_is_ever_captured(original, b, s, seat, circle):
    return original(b, s, seat, circle) or (OWN_PAWN if s.pawn_on[circle] else 0)


@misread("rules.finish.next_playing", by="naive", says="whose turn")
def turns_go_to_the_right(_, s, seat):
    return (seat - 1) % s.seats


@misread("rules.finish.next_playing", by="naive", says="whose turn")
def who_has_finished_still_has_turns(_, s, seat):
    return (seat + 1) % s.seats


@misread("rules.setting.on_one_side", by="naive", says="legal actions")
def partners_sit_side_by_side(_, s, seat, other):
    return seat == other or (s.teams and seat ^ 1 == other)


@misread("rules.finish.has_won", by="naive", says="the end")
def a_team_wins_when_one_partner_has_finished(_, s, seat):
    return s.home[seat] == (3 if s.short else PAWNS)


@misread("rules.finish.is_ahead", by="test test_rules_finish.py::test_the_limit_ranks_by_pawns_home_then_by_the_rest",
         says="one home is worth more")  # fmt: skip
def home_counts_for_nothing_at_the_limit(original, b, s, seat, other):
    if s.ended == Ending.ALL_HOME.value:
        return original(b, s, seat, other)
    left = [
        sum(int(b.ranks) - max(int(at), 0) // int(b.lanes) for at in s.at[each] if at != -1)
        for each in (seat, other)
    ]
    return left[0] < left[1]
