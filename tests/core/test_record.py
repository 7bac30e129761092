"""Records: written, read, replayed, verified; and refused when anything in them does not hold."""

import copy
import json
from pathlib import Path

import pytest

from core.test_table import played, tiny
from ludotheque import BadRecord, Illegal, Outcome, Table, replay, verify
from ludotheque.core.record import dumps, loads


@pytest.mark.parametrize("seed", range(6))
def test_a_record_replays_to_the_same_state_and_verifies(seed):
    table = played(seed)
    lines = loads(dumps(table.record()))
    again = replay(lines)
    assert again.state.tobytes() == table.state.tobytes()
    assert [event.text for event in again.events] == [event.text for event in table.events]
    verdict = verify(lines)
    assert verdict.over
    assert verdict.seed_known
    assert verdict.draws == sum(event.seat == -1 for event in table.events)


def test_an_unfinished_game_resumes_with_the_same_chance():
    table = tiny(seed=11)
    table.play("add 1", 0, at_ms=5)
    again = replay(loads(dumps(table.record())))
    for one in (table, again):
        one.play("add 2", 1, at_ms=6)
        one.play("grab", 0, at_ms=900)
    assert again.state.tobytes() == table.state.tobytes()
    assert again.events[-1].text == table.events[-1].text


def test_the_lot_for_the_first_seat_is_verified():
    table = Table("tiny", 3, seed=5, nonces=(b"a", b"b", b"c"))
    lines = table.record()
    assert verify(lines).draws >= 1
    lines[0]["first"] = (lines[0]["first"] + 1) % 3
    with pytest.raises(BadRecord, match="the draw gives seat"):
        verify(lines)


@pytest.mark.parametrize("how", ["auto", "dice"])
def test_a_drawn_result_needs_the_number_of_its_draw(how):
    table = Table("tiny", 2, seed=5, chance=how)
    if how == "dice":
        table.play("die 3")
    lines = table.record()
    assert verify(lines).draws >= 2
    card = next(line for line in lines if str(line.get("text", "")).startswith("card"))
    del card["draw"]
    with pytest.raises(BadRecord, match="lacks the number of its draw"):
        verify(lines)


def test_chance_entries_are_read_strictly():
    lines = Table("billabong", 2, seed=5).record()
    for wrong, said in (("tarot", "must be one of auto, dice, physical"), ("dice", "has no dice")):
        lines[0]["chance"] = wrong
        with pytest.raises(BadRecord, match=said):
            replay(lines)


WRONG_ENDS = (
    {"ranking": [3, 3, 3]},
    {"ranking": ["first", 2, 3]},
    {"ranking": [True, 2, 3]},
    {"ranking": 1},
    {"ranking": None},
    {"returns": [0.2, 0.3, 0.5]},
    {"returns": ["all", 0, 0]},
    {"returns": [float("nan"), 0, 0]},
    {"returns": [10**400, 0, 0]},
    {"returns": [1.0]},
    {"returns": {}},
    {"returns": None},
    {"end": "turn_limit"},
    {"end": 7},
)


def edited(change):
    lines = copy.deepcopy(played(2).record())
    change(lines)
    return lines


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda lines: lines[0].update(ludotheque=99), "ludotheque"),
        (lambda lines: lines[0].update(game="chess"), "game"),
        (lambda lines: lines[0].update(rules=0), "rules"),
        (lambda lines: lines[0].update(components="f" * 24), "components"),
        (lambda lines: lines[0].update(seats=12), "seats"),
        (lambda lines: lines[0].pop("first"), "first"),
        (lambda lines: lines[0].update(seed="no hex"), "seed"),
        (lambda lines: lines[0].update(mood="good"), "mood"),
        (lambda lines: lines[5].update(text="fly"), "line 6"),
        (lambda lines: lines[5].update(action=999), "line 6"),
        (lambda lines: lines[5].pop("seat"), "line 6"),
        *(
            (lambda lines, end=end: lines[-1].update(end), f"line {len(played(2).record())}")
            for end in WRONG_ENDS
        ),
        (
            lambda lines: lines.append({"n": 1, "seat": 0, "text": "add 1"}),
            f"line {len(played(2).record()) + 1}",
        ),
    ],
)
def test_inconsistent_records_are_refused_with_the_place(change, where):
    with pytest.raises(BadRecord) as refused:
        replay(edited(change))
    assert refused.value.field == where


def test_a_forged_result_of_chance_is_found():
    lines = played(4).record()
    throw = next(line for line in lines[1:] if line.get("text", "").startswith("die"))
    face = int(throw["text"][4:]) % 6 + 1
    throw.update(text=f"die {face}", action=throw["action"] - int(throw["text"][4:]) + face)
    with pytest.raises(BadRecord, match=r"draw|game is over|says"):
        verify(lines)


def test_a_seed_that_was_not_the_promised_one_is_found():
    lines = played(4).record()
    lines[0]["seed"] = b"another".hex()
    with pytest.raises(BadRecord, match="commitment"):
        verify(lines)


def test_text_that_is_no_record_is_refused():
    for text in ("", "not json\n", "[1, 2]\n"):
        with pytest.raises(BadRecord):
            loads(text)


def test_lines_are_plain_json():
    for line in played(1).record():
        assert json.loads(json.dumps(line)) == line


def given_up():
    table = tiny(seed=5)
    table.play("add 1", 0, at_ms=5)
    table.resign(1)
    return table.record()


def test_a_game_that_was_given_up_is_over_and_verified():
    lines = given_up()
    assert lines[-1] == {"end": "resigned", "returns": [1.0, 0.0], "ranking": [1, 2], "resigned": [1]}
    verdict = verify(lines)
    assert verdict.over
    assert verdict.seed_known
    assert replay(lines).record() == lines


def test_a_game_that_was_given_up_is_not_played_on():
    table = replay(given_up())
    assert table.is_over
    assert (table.actors, list(table.legal_actions(0)), table.due_ms) == ((), [], -1)
    assert table.outcome == Outcome((1.0, 0.0), (1, 2), "resigned")
    assert table.why_not("add 1", 0).message.key == "error.game_over"
    for act in (lambda: table.play("add 1", 0), lambda: table.play(0, 0, at_ms=900), table.undo):
        with pytest.raises(Illegal, match="over"):
            act()
    assert not table.can_undo()
    assert table.record() == given_up()


def test_shares_may_differ_by_rounding():
    lines = played(2).record()
    lines[-1]["returns"] = [share + 1e-12 for share in lines[-1]["returns"]]
    assert replay(lines).is_over
    lines[-1]["returns"][0] += 1e-6
    with pytest.raises(BadRecord, match="shares"):
        replay(lines)


@pytest.mark.parametrize(
    "change",
    [
        {"resigned": [7]},
        {"resigned": []},
        {"resigned": [0]},
        {"ranking": [2, 1]},
        {"returns": [0.5, 0.5]},
        {"end": "called_off"},
        {"ranking": [1]},
        {"ranking": ["1", "2"]},
        {"ranking": [1.5, 2]},
        {"returns": None},
        {"returns": ["1", "0"]},
        {"returns": [None, 0]},
        {"returns": [float("inf"), 0]},
    ],
)
def test_a_wrong_giving_up_is_refused(change):
    lines = given_up()
    lines[-1] |= change
    with pytest.raises(BadRecord, match=f"line {len(lines)}"):
        replay(lines)


def test_a_running_game_hides_the_position_it_began_from():
    table = Table.from_position(Table("tiny", 2, seed=3, first=0).position())
    assert table.record()[0]["position"] == table.journal.start_position()
    for audience in ((), (0,)):
        lines = table.record(audience)
        assert lines[0]["position"] == "hidden"
        with pytest.raises(BadRecord, match="player’s copy"):
            replay(lines)


def test_draws_are_used_once_and_in_order():
    table = Table("tiny", 2, seed=5, first=0)
    lines = table.record()
    drawn = [line for line in lines if line.get("draw", -1) >= 0]
    assert verify(lines).skipped == 0
    drawn[1]["draw"] = drawn[0]["draw"]
    with pytest.raises(BadRecord, match="each draw is used once, in order"):
        verify(lines)


def test_undone_draws_are_counted():
    table = Table("tiny", 2, seed=5, first=0)
    drawn = len(table.events)
    table.rewind(0)
    assert verify(table.record()).skipped == drawn


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (0, {"players": 1}, "must be a list of names"),
        (0, {"bots": [1]}, "must be a list of levels"),
        (0, {"position": {"game": "tiny", "seats": 2, "phase": "nap"}}, "position"),
        (1, {"draw": "x"}, "“draw” must be a whole number"),
        (1, {"draw": 10**20}, "“draw” must be a whole number"),
        (1, {"at_ms": 1.5}, "“at_ms” must be a whole number"),
    ],
)
def test_values_of_other_kinds_are_refused_by_their_line(line, change, said):
    lines = Table("tiny", 2, seed=5).record()
    lines[line] |= change
    with pytest.raises(BadRecord, match=said):
        verify(lines)


def test_a_time_in_a_game_without_a_clock_is_refused():
    table = Table("billabong", 2, {"mode": "duel"}, seed=5)
    table.play("k3")
    lines = table.record()
    lines[1]["at_ms"] = 5
    with pytest.raises(BadRecord, match="has no clock"):
        replay(lines)


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (0, {"ludotheque": 99}, "c’est le format 99"),
        (0, {"mood": "good"}, "cette clé n’est pas connue ici"),
        (0, {"rules": 0}, "jouée avec la version 0"),
        (1, {"wind": "west"}, "ligne 2\xa0: «\xa0wind\xa0» n’est pas une clé connue"),
        (1, {"text": "fly"}, "ligne 2\xa0: la place"),
        (1, {"draw": "x"}, "doit être un nombre entier"),
    ],
)
def test_inconsistent_records_are_reported_in_french_too(line, change, said):
    lines = Table("tiny", 2, seed=5).record()
    lines[line] |= change
    with pytest.raises(BadRecord) as refused:
        verify(lines)
    french = refused.value.said_in("fr")
    assert said in french
    assert "[error" not in french


def test_a_path_is_not_the_lines_of_a_record():
    for given in ("game.jsonl", b"{}", Path("game.jsonl")):
        for read in (replay, verify):
            with pytest.raises(TypeError, match="load reads a file"):
                read(given)


def test_json_that_is_no_record_lacks_the_key_of_one():
    with pytest.raises(BadRecord, match="lacks this key"):
        replay([{"a": 1}])
