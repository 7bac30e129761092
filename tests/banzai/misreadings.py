"""Rules of Banzaï! as one may misread them, and the check that must notice. Each gets the true function first, see `docs/testing.md`."""

from __future__ import annotations

from ludotheque.games.banzai.rules.hands import has_complete_family, spent_by
from ludotheque.games.banzai.rules.racing import racers
from ludotheque.games.banzai.state import NONE
from tests.mutating.misreading import misread


@misread(
    "rules.racing.eliminate",
    by="test test_rules_banzai.py::test_after_a_false_call_the_caller_alone_is_out",
    says="assert",
)
def after_a_false_call_who_has_no_pawn_is_out_too(original, s, seats):
    false = s.caller != NONE and not has_complete_family(s, s.caller)
    original(s, seats | racers(s) if false else seats)


@misread(
    "rules.racing.check_family",
    by="test test_rules_rounds.py::test_a_false_call_of_the_third_changes_nothing",
    says="assert",
)
def a_false_call_of_the_third_puts_them_out_again(original, s):
    third, s.third = int(s.third), s.seats
    original(s)
    s.third = third


@misread(
    "rules.racing.was_provoked",
    by="test test_rules_princesses.py::test_no_pardon_for_a_pawn_that_nobody_made_one_take",
    says="assert",
)
def ones_own_feint_provokes_too(original, b, s, seat):
    own = s.feint_at_ms[seat]
    return original(b, s, seat) or bool(own != NONE and s.now_ms - own <= b.provoked_ms)


@misread(
    "rules.choosing.hop",
    by="test test_rules_exchange.py::test_all_cards_slide_at_once_to_the_next_place_clockwise",
    says="assert",
)
def cards_slide_counter_clockwise(original, b, s):
    seated = slice(0, int(s.placed))
    s.seating[seated] = s.seating[seated][::-1].copy()
    original(b, s)
    s.seating[seated] = s.seating[seated][::-1].copy()


@misread(
    "rules.choosing.swap_places",
    by="test test_rules_master.py::test_the_seats_of_a_duel_last_for_the_round",
    says="assert",
)
def duellists_keep_their_seats(*_):
    return None


@misread(
    "rules.calls.needed",
    by="test test_rules_stops.py::test_three_cards_of_a_family_allow_a_stop",
    says="assert",
)
def stop_1_takes_four_cards(original, s, seat, call):
    return max(original(s, seat, call), 4)


@misread(
    "rules.calls.is_family_used",
    by="test test_rules_stops.py::test_one_player_does_not_use_both_stops_with_one_family",
    says="set()",
)
def one_player_uses_both_stops_with_one_family(*_):
    return False


@misread(
    "rules.calls.is_spent",
    by="test test_rules_stops.py::test_a_stop_is_called_once_a_round_by_the_whole_table",
    says="set()",
)
def each_player_calls_once_always(_, s, seat, call):
    return spent_by(s, call, seat)


@misread(
    "rules.calls.is_agreed",
    by="test test_rules_rounds.py::test_no_optional_call_is_possible_in_the_final",
    says="set()",
)
def optional_calls_are_for_the_final_too(original, s, call):
    final, s.final = int(s.final), 0
    agreed = original(s, call)
    s.final = final
    return agreed
