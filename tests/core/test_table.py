"""A table on the tiny game: chance, secrets, sealed choices and a clock go through the same verbs."""

import numpy as np
import pytest

from ludotheque import (
    BadComponents,
    BadOption,
    Illegal,
    Table,
    UnknownGame,
    Unreadable,
    installed_games,
    replay,
    verify,
)
from ludotheque.core.components import read_toml
from ludotheque.core.game import Option
from ludotheque.core.outcome import Outcome
from tests.saying import assert_said

PRINTED = {"faces": 6, "cards": 8, "rounds": 3, "pawn": 2, "patience_ms": 3000}


def tiny(**more):
    return Table("tiny", seats=more.pop("seats", 2), seed=more.pop("seed", 7), first=0, **more)


def played(seed: int, seats: int = 3) -> Table:
    """A random game to its end, with a clock that sometimes outlasts the pawn."""
    table, rng, clock = tiny(seats=seats, seed=seed), np.random.default_rng(seed), 0
    while not table.is_over:
        clock += int(rng.integers(1, 2000))
        table.advance(clock)
        if table.is_over:
            break
        seat = int(rng.choice(table.actors))
        table.play(int(rng.choice(list(table.legal_actions(seat)))), seat, at_ms=clock)
    return table


def test_the_tiny_game_is_found_beside_the_built_in_ones():
    assert {"billabong", "tiny"} <= set(installed_games())


def test_chance_is_resolved_before_anybody_acts():
    table = tiny()
    assert [event.seat for event in table.events] == [-1, -1, -1]
    assert table.events[0].text.startswith("die ")
    assert table.actors == (0, 1)


def test_chance_depends_on_the_seed():
    texts = {seed: [event.text for event in tiny(seed=seed).events] for seed in range(8)}
    assert texts[3] == [event.text for event in tiny(seed=3).events]
    assert len({tuple(text) for text in texts.values()}) > 1


def test_physical_chance_is_played_by_hand():
    table = tiny(chance="physical")
    assert table.actors == ()
    assert table.awaits_chance
    with pytest.raises(Illegal, match="cannot come up here"):
        table.play("card 2", -1)
    for text in ("die 5", "card 2", "card 8"):
        table.play(text)
    assert table.actors == (0, 1)
    assert [event.draw for event in table.events] == [-1, -1, -1]


def test_people_throw_the_dice_and_cards_are_still_dealt():
    table = tiny(chance="dice", seed=4)
    assert table.awaits_chance
    assert table.journal.entered_by_people(table.state)
    assert [choice.seat for choice in table.scene({0}).choices] == [-1]
    assert table.scene(()).choices == (), "who only watches tells nothing"
    table.play("die 5")
    assert table.actors == (0, 1)
    assert [event.draw < 0 for event in table.events] == [True, False, False]
    again = replay(table.record())
    assert again.journal.chance == "dice"
    verdict = verify(table.record())
    assert verdict.draws == 2 + table.journal.setup.first_by_lot


def test_a_game_without_dice_has_none_to_throw():
    with pytest.raises(ValueError, match="has no dice"):
        Table("billabong", 2, chance="dice")
    with pytest.raises(ValueError, match="chance: it must be one of auto, dice, physical"):
        Table("billabong", 2, chance="tarot")


def test_simultaneous_choices_come_in_any_order():
    one, other = tiny(), tiny()
    one.play("add 1", 0)
    assert one.actors == (1,)
    one.play("add 2", 1)
    other.play("add 2", 1)
    other.play("add 1", 0)
    assert one.state.tobytes() == other.state.tobytes()


def test_an_action_is_the_same_as_number_text_and_structure():
    for said in (1, "add 1", {"kind": "add", "value": 1}):
        assert tiny().play(said, 0).code == 1


@pytest.mark.rule("TINY-2")
def test_a_refused_action_says_why_and_changes_nothing():
    table = tiny()
    before = table.state.tobytes()
    with pytest.raises(Illegal) as refused:
        table.play("grab", 0)
    assert refused.value.message.key == "tiny.reason.too_soon"
    assert refused.value.rules == ("TINY-4",)
    with pytest.raises(Unreadable):
        table.play("fly away", 0)
    with pytest.raises(Unreadable, match="must be from 0 to"):
        table.play(4000, 0)
    with pytest.raises(Unreadable, match="seats 0 to 1"):
        table.play("add 1", 5)
    assert table.state.tobytes() == before
    assert table.why_not("add 1", 0) is None
    table.play("add 1", 0)
    assert table.why_not("add 2", 0).key == "already_chosen"


@pytest.mark.rule("TINY-1", "TINY-3")
@pytest.mark.parametrize(("adds", "scores"), [((0, 0), [0, 5]), ((2, 0), [0, 0]), ((2, 1), [0, 5])])
def test_the_highest_sum_if_alone_scores_the_die(adds, scores):
    table = tiny(chance="physical")
    assert table.state[0].score.tolist() == [0, 0, 0]
    for text in ("die 5", "card 2", "card 4"):
        table.play(text)
    for seat, add in enumerate(adds):
        table.play(add, seat)
    assert table.state[0].score[:2].tolist() == scores


@pytest.mark.rule("TINY-4")
def test_the_pawn_goes_by_itself_when_its_time_is_up():
    table = tiny()
    table.play("add 0", 0, at_ms=100)
    table.play("add 0", 1, at_ms=200)
    assert table.due_ms == 3200
    table.advance(3199)
    assert table.actors == (0, 1)
    table.advance(9000)
    assert [event.text for event in table.events if event.seat == -2] == ["time"]
    assert table.due_ms == -1
    assert table.state[0].rounds_played == 1


def test_a_game_ends_with_shares_that_sum_to_one():
    for seed in range(20):
        outcome = played(seed).outcome
        assert outcome.ending == "rounds_played"
        assert sum(outcome.returns) == pytest.approx(1)
        assert {seat for seat, share in enumerate(outcome.returns) if share > 0} == set(outcome.winners)


def test_undo_redraws_with_other_numbers():
    table = tiny()
    before = table.state.tobytes()
    table.play("add 1", 0)
    assert table.can_undo(0)
    assert not table.can_undo(1)
    assert table.undo(0).text == "add 1"
    assert table.state.tobytes() == before
    with pytest.raises(Illegal, match="nothing to take back"):
        table.undo(1)


def test_after_a_replay_numbers_of_draws_are_never_used_twice():
    table = played(3)
    draws = [event.draw for event in table.events if event.seat == -1]
    assert draws == sorted(set(draws))
    table.undo()
    assert max(event.draw for event in table.events) <= max(draws)


def test_custom_components_change_the_game_at_run_time():
    table = tiny(components=PRINTED | {"rounds": 1, "pawn": 9})
    table.play("add 0", 0, at_ms=1)
    table.play("add 0", 1, at_ms=1)
    table.play("grab", 1, at_ms=2)
    assert table.is_over
    assert table.state[0].score[1] >= 9
    assert table.journal.setup.digest != tiny().journal.setup.digest
    assert tiny().journal.setup.components is None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"faces": 99}, "faces"),
        ({"rounds": "three"}, "rounds"),
        ({"dragons": 1}, "dragons"),
        ({"pawn": True}, "pawn"),
    ],
)
def test_bad_components_name_the_field(change, field):
    with pytest.raises(BadComponents) as refused:
        tiny(components=PRINTED | change)
    assert refused.value.field == field
    assert_said(refused.value)


def test_a_component_file_that_is_not_toml_is_refused():
    for raw in (b"\xff\xff", "= 3", b"x" * (1 << 20)):
        with pytest.raises(BadComponents) as refused:
            read_toml(raw)
        assert_said(refused.value)


@pytest.mark.parametrize(
    ("seats", "options", "field"),
    [
        (9, {}, "seats"),
        (True, {}, "seats"),
        (2, {"calm": 3}, "options.calm"),
        (2, {"loud": True}, "options.loud"),
    ],
)
def test_bad_options_name_the_field(seats, options, field):
    with pytest.raises(BadOption) as refused:
        Table("tiny", seats, options)
    assert refused.value.field == field
    assert_said(refused.value)


def _fits(option, value):
    low = option.minimum if option.minimum is not None else value
    high = option.maximum if option.maximum is not None else value
    return type(value) is int and low <= value <= high


NUMBERS = (Option("n", 1, minimum=0, maximum=9), Option("n", 1, minimum=0), Option("n", 1, maximum=9))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((option, value) for option in NUMBERS for value in (-1, 10, "3", True) if not _fits(option, value)),
        (Option("mode", "duel", choices=("duel", "teams")), "chess"),
        (Option("mode", "duel", choices=("duel", "teams")), ["duel"]),
        (Option("calm", False), 1),
    ],
)
def test_impossible_option_values_are_refused_in_words(option, value):
    with pytest.raises(BadOption) as refused:
        option.check(value)
    assert refused.value.field == f"options.{option.name}"
    assert_said(refused.value)


def test_options_for_other_player_counts_are_refused_in_words():
    with pytest.raises(BadOption) as refused:
        Table("billabong", 3, {"mode": "duel"})
    assert refused.value.field == "options.mode"
    assert_said(refused.value)


def test_an_unknown_game_names_the_known_ones():
    with pytest.raises(UnknownGame, match="tiny"):
        Table("chess")


def test_positions_are_written_and_read_back():
    table = tiny()
    table.play("add 2", 1)
    again = Table.from_position(table.position())
    assert again.state.tobytes() == table.state.tobytes()
    assert again.position() == table.position()


def test_a_resigning_seat_ranks_last_and_others_play_on():
    table = Table("bantu", seats=3, seed=1, first=0)
    table.resign(1)
    assert not table.is_over
    assert table.actors == (0,)
    with pytest.raises(Illegal) as refused:
        table.resign(1)
    assert refused.value.message.key == "error.resigned"
    other = table.copy()
    table.resign(0)
    assert table.outcome.ending == "resigned"
    assert table.outcome.ranking == (2, 3, 1)
    assert (other.is_over, other.copy(history=False).journal.resigned) == (False, [1])
    lines = table.record()
    assert lines[-1]["resigned"] == [1, 0]
    assert replay(lines).outcome == table.outcome


def test_a_resigned_seat_ranks_last_when_the_rules_end_the_game():
    table = played(3).copy()
    by_rules = table.outcome
    fresh = tiny(seats=3, seed=3)
    fresh.resign(by_rules.ranking.index(1))
    lines = [*table.record()]
    lines[-1] = lines[-1] | {"resigned": fresh.journal.resigned}
    told = replay(lines)
    assert told.outcome.ending == by_rules.ending
    assert told.outcome.ranking[fresh.journal.resigned[0]] == 3
    assert sum(told.outcome.returns) == pytest.approx(1)
    assert told.record() == lines, "the record keeps what the rules say"


def test_a_game_that_is_called_off_has_no_winner():
    table = Table("bantu", seats=3, seed=1, first=0)
    table.resign(2)
    table.call_off()
    assert table.outcome == Outcome((1 / 3,) * 3, (1, 1, 1), "called_off")
    assert replay(table.record()).outcome == table.outcome
    for change in (table.call_off, lambda: table.resign(0), lambda: table.play(0)):
        with pytest.raises(Illegal, match="over"):
            change()


def test_nobody_gives_up_a_game_that_is_over():
    table = played(3)
    before = table.outcome, table.record()
    for change in (table.call_off, lambda: table.resign(0)):
        with pytest.raises(Illegal, match="over"):
            change()
    assert (table.outcome, table.record()) == before


@pytest.mark.parametrize("seat", [-1, 2, None, 0.5])
def test_only_a_seat_at_the_table_resigns(seat):
    table = Table("bantu", seats=2, seed=1)
    with pytest.raises(Unreadable):
        table.resign(seat)
    assert not table.journal.quits


def test_a_game_that_was_called_off_stands_still():
    table = Table("banzai", 3, seed=1)
    table.advance(1600)
    table.call_off()
    before = table.state.tobytes(), table.outcome
    table.advance(600_000)
    with pytest.raises(Illegal):
        table.rewind(0)
    assert (table.state.tobytes(), table.outcome) == before
    assert verify(table.record()).over
