"""Rules of Banjooli Cross as one may misread them, and the check that must notice. Each gets the true function first, see
`docs/testing.md`."""

from __future__ import annotations

from ludotheque.games.banjooli_cross.rules.course import (
    bird_on,
    distance_left,
    ground,
    is_passable,
    next_space,
)
from ludotheque.games.banjooli_cross.rules.dice import is_joker, thrown
from ludotheque.games.banjooli_cross.rules.scoring import LAST, is_last
from ludotheque.games.banjooli_cross.state import BIRDS, MOVEMENT_DICE, NOBODY, SORCERY, WHITE, Ground
from tests.mutating.misreading import misread


@misread("rules.moving.land", by="naive", says="legal actions: only in the product")
def a_bird_jumps_two_that_follow_one_another(original, b, s, to, across, *more):
    if to >= 0 and is_passable(b, s, to) and bird_on(s, to) != NOBODY:
        after = next_space(b, s, to, across)
        to = after if after >= 0 and bird_on(s, after) != NOBODY else to
    return original(b, s, to, across, *more)


@misread("rules.moving.stops", by="naive", says="Disagreement")
def sand_does_not_stop(original, b, s, space):
    return original(b, s, space) and ground(b, s, space) != Ground.QUICKSAND.value


@misread("rules.dice.may_run", by="naive", says="legal actions: only in the product")
def scared_birds_run(_, s, bird):
    return s.place[bird] == 0


@misread("rules.dice.points_for", by="naive", says="legal actions: only in the product")
def jokers_are_used_alone(original, b, s, bird, out):
    n = original(b, s, bird, out)
    if n == 0 and thrown(s, WHITE):
        out[0], n = thrown(s, WHITE), 1
    return n


@misread("rules.dice.points_for", by="naive", says="Disagreement")
def both_kinds_of_joker_add_up(original, b, s, bird, out):
    n, own = original(b, s, bird, out), thrown(s, bird)
    if own:
        out[n] = own + sum(
            thrown(s, colour) for colour in range(WHITE + 1) if colour != bird and is_joker(s, colour)
        )
        n += out[n] > own
    return n


@misread("rules.dice.is_great", by="naive", says="Disagreement")
def a_great_result_counts_white_as_a_colour(original, b, s):
    return original(b, s) or len({int(s.thrown[die]) for die in range(MOVEMENT_DICE)}) == MOVEMENT_DICE


@misread("rules.dice.is_great", by="naive", says="legal actions: only in the product")
def colours_that_have_arrived_always_count(original, b, s):
    option, s.arrived_natural = int(s.arrived_natural), 1
    great = original(b, s)
    s.arrived_natural = option
    return great


@misread("rules.sorcery.reaches", by="naive", says="not only in the second reading")
def arrived_colours_are_no_jokers_of_sorcery(_, s, bird):
    return s.thrown[SORCERY] in (bird, WHITE)


@misread(
    "rules.sorcery.leap",
    by="test test_rules_sorcery.py::test_a_bird_bewitched_on_a_crocodile_leaps_off_and_runs_on",
    says="is_scared",
)
def a_leap_scares(original, s, bird, space):
    original(s, bird, space)
    s.scared[bird] = 1


@misread("rules.arriving.swap", by="naive", says="ostriches")
def the_vortex_turns_faces_with_the_places(original, b, s, other):
    one = int(s.moving)
    s.scared[one], s.scared[other] = int(s.scared[other]), int(s.scared[one])
    original(b, s, other)


@misread(
    "rules.arriving.may_swap",
    by="test test_rules_sorcery.py::test_the_vortex_swaps_birds_as_its_die_says",
    says="assert",
)
def birds_in_their_nests_are_safe_from_the_vortex(original, s, bird):
    return original(s, bird) and s.at[bird] >= 0


@misread("rules.arriving.enter", by="naive", says="ostriches")
def sand_does_not_scare(original, b, s, bird, space):
    before = int(s.scared[bird])
    original(b, s, bird, space)
    s.scared[bird] = before


@misread("rules.lion.prowl", by="naive", says="lion")
def the_lion_never_tires(original, b, s, space):
    original(b, s, space)
    s.lion_awake = 1


@misread(
    "rules.scoring.is_last",
    by="test test_rules_turns.py::test_a_tie_for_last_cancels_the_doubling",
    says="assert",
)
def a_tie_for_last_doubles_too(_, b, s, bird):
    return distance_left(b, s, bird) == max(distance_left(b, s, other) for other in range(BIRDS))


@misread(
    "rules.scoring.score",
    by="test test_rules_turns.py::test_the_jade_counts_after_the_doubling",
    says="assert",
)
def the_jade_is_doubled(original, b, s, seat):
    total, without = original(b, s, seat), int(b.oor) if s.oor == seat else 0
    if s.prediction[seat] < 0 or not without:
        return total
    return total + without * (int(b.last_factor) - 1) * is_last(b, s, b.card[s.prediction[seat], LAST])
