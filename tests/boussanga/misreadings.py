"""Rules of Boussanga as one may misread them, and the check that must notice. Each gets the true function first, see `docs/testing.md`."""

from __future__ import annotations

from ludotheque.games.boussanga.rules.aligning import EAST, NO_CELLS, SOUTH
from ludotheque.games.boussanga.rules.placing import free_cells
from ludotheque.games.boussanga.state import COLOURS, NONE, Ending, Mode
from tests.mutating.misreading import misread


@misread(
    "rules.placing.free_cells",
    by="test test_rules_placing.py::test_each_cell_is_free_or_right_and_something_is_placed",
    says="assert",
)
def a_card_may_cover_another_colour(_, b, s):
    return b.board


@misread(
    "rules.placing.where_placed",
    by="test test_rules_placing.py::test_all_tokens_or_only_the_missing_ones_are_placed",
    says="Illegal",
)
def all_tokens_of_a_card_are_placed_never_the_missing_ones_alone(original, b, s, card, turn):
    corners = original(b, s, card, turn)
    for offset in b.offset[s.side, card, turn, : int(b.tokens[card])]:
        corners &= free_cells(b, s) >> offset
    return corners


@misread(
    "rules.placing.within_reserve",
    by="test test_rules_placing.py::test_a_colour_missing_in_reserve_forbids_its_cards",
    says="reserve_short",
)
def the_reserve_never_runs_short(_, b, s, card, turn, corners):
    return corners


@misread(
    "rules.aligning.fours",
    by="test test_rules_aligning.py::test_three_or_four_with_a_gap_or_round_an_edge_do_not_align",
    says="'T' == ''",
)
def three_in_a_row_are_enough(_, cells, inside, step):
    pairs = cells & inside & (cells >> step)
    return pairs & (pairs >> step)


@misread(
    "rules.aligning.fours",
    by="test test_rules_aligning.py::test_four_in_a_row_are_taken_three_return_and_one_is_kept",
    says="assert 'T' not in",
)
def diagonals_do_not_count(original, cells, inside, step):
    return original(cells, inside, step) if step in (EAST, SOUTH) else NO_CELLS


@misread(
    "rules.aligning.aligned",
    by="test test_rules_aligning.py::test_a_line_of_n_keeps_n_minus_three",
    says="'T' == 'TT'",
)
def a_long_line_keeps_one_token_like_a_short_one(original, b, cells):
    line, kept = original(b, cells)
    return line, min(kept, 1)


@misread(
    "rules.aligning.take_bonus",
    by="test test_rules_aligning.py::test_at_four_of_a_colour_one_more_comes_once",
    says="assert",
)
def the_bonus_comes_again_and_again(original, s, store, colour):
    original(s, store, colour)
    s.bonus[store, colour] = 0


@misread(
    "rules.aligning.points", by="test test_rules_aligning.py::test_each_colour_has_its_value", says="assert"
)
def all_tokens_are_worth_one_point(_, b, s, store):
    return sum(int(s.store[store, colour]) for colour in range(len(b.value)))


@misread(
    "rules.setup.store_of",
    by="test test_rules_aligning.py::test_a_team_shares_its_store_and_its_bonus",
    says="stores: there",
)
def partners_keep_a_store_each(original, s, seat):
    return seat if s.mode == Mode.TEAMS.value else original(s, seat)


@misread(
    "rules.competing.bring_about_end",
    by="test test_rules_end.py::test_later_causes_change_nothing",
    says="assert",
)
def a_later_cause_begins_the_last_turns_again(_, s, seat):
    s.trigger = seat


@misread(
    "rules.competing.end_turn",
    by="test test_rules_end.py::test_fifteen_points_let_the_others_play_once_more",
    says="assert",
)
def the_game_ends_without_last_turns(original, b, s, seat):
    original(b, s, seat)
    if s.trigger == seat:
        s.ended = Ending.LAST_TURNS.value


@misread(
    "rules.competing.plays_on",
    by="test test_rules_end.py::test_in_teams_only_the_other_team_plays_on",
    says="assert",
)
def a_partner_plays_on_too(_, s, seat):
    return s.trigger in (NONE, seat) or seat != s.trigger


@misread("rules.finish.is_first", by="test test_rules_end.py::test_a_tie_is_shared", says="assert")
def the_first_of_a_tie_wins_alone(original, b, s, seat):
    return original(b, s, seat) and (
        s.mode == Mode.COOPERATIVE.value or not any(original(b, s, other) for other in range(seat))
    )


@misread(
    "rules.cooperating.colour_due",
    by="test test_rules_together.py::test_colours_return_earth_first_and_score_once_back",
    says="assert",
)
def fire_is_put_back_first(_, s):
    return next((colour for colour in range(COLOURS - 1, -1, -1) if s.due[colour] > 0), NONE)


@misread(
    "rules.cooperating.pass_turn",
    by="test test_rules_together.py::test_only_without_any_card_on_the_board_one_passes",
    says="assert",
)
def passing_puts_nothing_back(original, b, s, place, colour):
    original(b, s, place, -1)


@misread(
    "rules.cooperating.end_common_turn",
    by="test test_rules_together.py::test_the_thirteenth_card_ends_it_only_where_that_was_agreed",
    says="assert",
)
def the_thirteenth_card_always_ends_the_game(original, b, s):
    agreed, s.stop_at_13 = int(s.stop_at_13), 1
    original(b, s)
    s.stop_at_13 = agreed
