"""The journal: replay is the game, a refusal changes nothing, time never runs back, copies are independent."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from ludotheque import (
    BadRecord,
    Event,
    Illegal,
    LudothequeError,
    Table,
    Unreadable,
    load,
    replay,
    save,
    verify,
)
from ludotheque.core.record import dumps, loads


def again(table: Table) -> Table:
    """The table as its record tells it."""
    return replay(loads(dumps(table.record())))


def everything(table: Table) -> tuple[object, ...]:
    """All that a change would show in."""
    return table.state.tobytes(), list(table.events), table.record()


def same(one: Table, other: Table) -> bool:
    return everything(one) == everything(other) and one.actors == other.actors


def begun(**more: object) -> Table:
    table = Table("banzai", seats=4, seed=3, **more)
    table.advance(60_000)
    return table


# -- replay is the game ------------------------------------------------------------------------------------------


def test_time_that_passed_is_in_the_record():
    table = begun()
    assert int(table.state[0].now_ms) == 60_000
    told = again(table)
    assert told.state.tobytes() == table.state.tobytes()
    assert table.record()[-1] == {"passed": {"clock_ms": 60_000}}
    assert verify(table.record()).events == len(table.events)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_timed_game_replays_field_by_field(seed):
    rng = np.random.default_rng(seed)
    table = Table("banzai", seats=3 + seed, seed=seed)
    for _ in range(40):
        if table.is_over:
            break
        table.advance(int(table.state[0].now_ms) + int(rng.integers(0, 4000)))
        if table.actors:
            seat = int(rng.choice(table.actors))
            legal = table.legal_actions(seat)
            at_ms = int(table.state[0].now_ms) + int(rng.integers(0, 300)) if rng.integers(2) else None
            try:
                table.play(int(rng.choice(legal)), seat, at_ms=at_ms)
            except Illegal:
                assert at_ms is not None, "what is legal now can be done now"
        told = again(table)
        for name in table.game.state.names:
            assert (told.state[name] == table.state[name]).all(), name
        assert list(told.events) == list(table.events)


def test_time_never_runs_back():
    table = begun()
    before = everything(table)
    with pytest.raises(Illegal, match="already at 60000 ms"):
        table.advance(59_999)
    seat = table.actors[0]
    with pytest.raises(Illegal, match="already at 60000 ms"):
        table.play(table.legal_actions(seat)[0], seat, at_ms=100)
    assert everything(table) == before
    lines = table.record()
    events = [line for line in lines if line.get("at_ms", -1) >= 0]
    events[-1]["at_ms"] = 0
    with pytest.raises(BadRecord, match=r"time never runs backwards|happens by itself"):
        replay(lines)


def test_a_record_must_contain_automatic_events():
    lines = begun().record()
    number = next(
        index
        for index, line in enumerate(lines)
        if line.get("seat") == -2 and lines[index + 1].get("seat", -1) != -1
    )
    with pytest.raises(BadRecord, match="happens by itself"):
        replay([*lines[:number], *lines[number + 1 :]])
    late = [dict(line) for line in lines]
    late[number]["at_ms"] += 1
    with pytest.raises(BadRecord, match=rf"line {number + 1}.*the next thing is due at"):
        replay(late)


@pytest.mark.parametrize(
    ("passed", "why"),
    [
        ({}, "one object named “passed”"),
        ({"hours": 3}, "“hours” is not a known key"),
        ({"clock_ms": -1}, "must be a whole number"),
        ({"clock_ms": True}, "must be a whole number"),
        ({"clock_ms": 10}, "time never runs backwards"),
    ],
)
def test_elapsed_time_is_read_strictly(passed, why):
    lines = begun().record()
    with pytest.raises(BadRecord, match=why):
        replay([*lines[:-1], {"passed": passed}])
    with pytest.raises(BadRecord, match="only the end may follow"):
        replay([*lines, lines[-1]])
    head = Table("bantu", seed=1).record()[0] | {"ludotheque": 2}
    with pytest.raises(BadRecord, match="has no clock"):
        replay([head, {"passed": {"clock_ms": 5}}])


def test_draws_that_were_taken_back_are_not_used_again():
    table = Table("tiny", seats=2, seed=5, first=0)
    drawn = table.journal.next_draw
    table.play("add 0", 0, at_ms=1)
    table.play("add 0", 1, at_ms=1)
    table.play("grab", 0, at_ms=1)
    assert table.journal.next_draw > drawn
    while any(event.seat >= 0 for event in table.events):
        table.undo(agreed=True)
    assert again(table).journal.next_draw == table.journal.next_draw
    assert verify(table.record())


# -- a refusal changes nothing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "seat", "at_ms"),
    [
        ("grab 99", 0, 90_000),
        ("resume", 0, 90_000),
        ("nonsense", 1, 90_000),
        (10**9, 0, 90_000),
        ("grab 1", 9, 90_000),
        ({"do": "resume", "at_ms": 90_000, "seat": 0}, None, None),
        ({"do": "fly"}, 0, 90_000),
        (None, 0, 90_000),
        (True, 0, None),
        (1.5, 0, None),
    ],
)
def test_a_refusal_changes_nothing(action, seat, at_ms):
    table = begun()
    before = everything(table)
    with pytest.raises(LudothequeError):
        table.play(action, seat, at_ms=at_ms)
    assert everything(table) == before
    assert table.why_not(0, 0) == Table.copy(table).why_not(0, 0)


def test_a_game_without_a_clock_has_none():
    table = Table("bantu", seed=1)
    with pytest.raises(Illegal, match="no clock"):
        table.advance(5)
    before = everything(table)
    with pytest.raises(Illegal, match="no clock"):
        table.play(table.legal_actions()[0], at_ms=5)
    assert everything(table) == before


# -- taking back -------------------------------------------------------------------------------------------------


def test_a_race_takes_nothing_back():
    table = begun()
    while not any(event.seat >= 0 for event in table.events):
        table.play(table.legal_actions(table.actors[0])[0], table.actors[0])
    assert not table.can_undo()
    assert not table.can_undo(agreed=True)
    with pytest.raises(Illegal, match="Nothing can be taken back"):
        table.undo(agreed=True)


def test_undo_alone_works_until_somebody_else_acts():
    table = Table("bantu", seats=2, seed=1, first=0)
    assert not table.can_undo()
    with pytest.raises(Illegal, match="nothing to take back"):
        table.undo()
    start = everything(table)
    table.play(table.legal_actions()[0])
    assert table.can_undo()
    assert table.can_undo(0)
    assert not table.can_undo(1)
    assert table.undo().seat == 0
    assert everything(table) == start
    table.play(table.legal_actions()[0])
    table.play(table.legal_actions()[0])
    assert not table.can_undo(0)
    with pytest.raises(Illegal, match="other players must agree"):
        table.undo(0)
    assert table.can_undo(0, agreed=True)
    undone = table.undo(0, agreed=True)
    assert undone.seat == 0
    assert undone.text
    assert everything(table) == start


# -- copies ------------------------------------------------------------------------------------------------------

COPIES = {
    "copy()": Table.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
}


def played(game: str) -> Table:
    table, rng = Table(game, seed=4), np.random.default_rng(4)
    for _ in range(6 if table.game.timed else 12):
        while not table.actors:
            assert table.due_ms >= 0
            table.advance(table.due_ms)
        seat = int(rng.choice(table.actors))
        legal = table.legal_actions(seat)
        table.play(int(rng.choice(legal[:1] if table.game.timed else legal)), seat)
    return table


@pytest.mark.parametrize("game", ["billabong", "banzai", "banjooli-cross"])
@pytest.mark.parametrize("how", COPIES)
def test_copies_are_independent(how, game):
    table = played(game)
    table.journal.players = ["Ada", "Ben"]
    other = COPIES[how](table)
    assert same(table, other)
    before, seat = everything(table), table.actors[0]
    code = table.legal_actions(seat)[0]
    other.play(code, seat)
    other.journal.players.append("Chloé")
    assert everything(table) == before
    table.play(code, seat)
    assert list(other.events) == list(table.events), "the same chance is to come"
    assert other.state.tobytes() == table.state.tobytes()


def test_a_copy_without_history_begins_here():
    table = played("billabong")
    other = table.copy(history=False)
    assert other.state.tobytes() == table.state.tobytes()
    assert not other.events
    assert not other.can_undo(agreed=True)
    other.play(other.legal_actions()[0])
    assert again(other).state.tobytes() == other.state.tobytes()
    assert len(table.events) == 12


def test_a_copy_keeps_texts_its_original_takes_back():
    table = Table("billabong", seats=2, seed=4)
    code = table.legal_actions()[0]
    event = table.play(code)
    other = table.copy()
    table.undo()
    assert other.events[-1].text == event.text == other.copy(history=True).record()[1]["text"]


# -- files -------------------------------------------------------------------------------------------------------


def test_a_game_is_kept_in_a_file(tmp_path):
    table = played("banjooli-cross")
    save(table, tmp_path / "game.jsonl")
    assert same(load(tmp_path / "game.jsonl"), table)
    text = (tmp_path / "game.jsonl").read_text("utf-8")
    (tmp_path / "two.jsonl").write_text(text + text, "utf-8")
    with pytest.raises(BadRecord, match="holds 2 games"):
        load(tmp_path / "two.jsonl")
    (tmp_path / "picture.jsonl").write_bytes(b"\x89PNG")
    with pytest.raises(BadRecord, match="cannot be a record"):
        load(tmp_path / "picture.jsonl")
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.jsonl")


# -- smaller promises --------------------------------------------------------------------------------------------


def test_legal_actions_are_a_snapshot():
    table = Table("bantu", seed=2)
    legal = table.legal_actions()
    held, texts = list(legal), legal.texts()
    assert np.int32(held[0]) in legal
    assert np.int64(10**6) not in legal
    table.play(np.int64(held[0]))
    assert list(legal) == held
    assert legal.texts() == texts
    assert legal[0] == held[0]
    assert list(pickle.loads(pickle.dumps(legal))) == held


def test_a_position_keeps_who_was_first():
    table = Table("billabong", seats=3, seed=1, first=2)
    table.play(table.legal_actions()[0])
    begins = Table.from_position(table.position())
    assert begins.first == 2
    assert again(begins).first == 2
    head = begins.record()
    head[0]["first"] = 1
    with pytest.raises(BadRecord, match="in the position it is 2"):
        replay(head)


def test_an_event_without_a_journal_says_so():
    with pytest.raises(RuntimeError, match="belongs to no journal"):
        Event(0, 3).text
    assert Event(0, 3) != 3
    assert Event(0, 3, "k3", ()) == Event(0, 3, "k3", ())
    assert len({Event(0, 3, "k3", ()), Event(0, 3, "k3", ())}) == 1


def test_seats_that_do_not_exist_are_named():
    table = Table("bantu", seed=2)
    with pytest.raises(Unreadable, match="seats 0 to 1"):
        table.legal_actions(7)
    refusal = table.why_not("1: finish", 7)
    assert refusal is not None


# -- doors: what comes in is a whole number, a seat, an audience -------------------------------------------------


def test_the_seat_of_a_structure_is_heard_without_an_instant():
    table = begun()
    structure = table.game.codec.structure(table.box[0], table.state[0], 1, table.legal_actions(1)[0])
    assert table.play(structure | {"seat": 1}).seat == 1
    with pytest.raises(Unreadable, match="seats 0 to 3; there is no seat 77"):
        table.play(structure | {"seat": 77})


@pytest.mark.parametrize("wrong", [0.5, "0", True, float("nan"), [0]])
def test_seats_and_instants_are_whole_numbers(wrong):
    table = begun()
    before = everything(table)
    code = table.legal_actions(0)[0]
    for call in (
        lambda: table.play(code, wrong),
        lambda: table.play(code, 0, at_ms=wrong),
        lambda: table.advance(wrong),
        lambda: table.legal_actions(wrong),
    ):
        with pytest.raises(Unreadable, match="must be a whole number"):
            call()
    assert table.why_not(code, wrong) is not None
    assert everything(table) == before


def test_numbers_of_numpy_are_as_good_and_can_be_written_down(tmp_path):
    table = Table("banzai", seats=4, seed=3, first=np.int64(1))
    table.advance(np.int64(20_000))
    table.play(np.int32(table.legal_actions(0)[0]), np.int8(0), at_ms=np.int64(20_010))
    save(table, tmp_path / "game.jsonl")
    assert same(load(tmp_path / "game.jsonl"), table)
    assert table.view(0).tobytes() == table.view({np.int64(0)}).tobytes()


def test_a_clock_ends_where_records_end():
    table = Table("tiny", seats=2, seed=1, first=0)
    with pytest.raises(Unreadable, match="from 0 to"):
        table.advance(2**41)
    table.advance(2**40)
    assert again(table).state.tobytes() == table.state.tobytes()


def test_time_passes_wholly_or_not_at_all():
    table = Table("banzai", seats=4, seed=3)
    before = everything(table)
    with pytest.raises(RuntimeError, match="all chance or time"):
        table.advance(10**8)
    assert everything(table) == before


@pytest.mark.parametrize("wrong", [{9}, {-1}, 4, [True], {"0"}])
def test_an_audience_sits_at_the_table(wrong):
    table = begun()
    for look in (table.view, table.scene, table.position, table.record, table.svg):
        with pytest.raises(LudothequeError, match="seats from 0 to 3"):
            look(wrong)
    assert table.view(2).tobytes() == table.view({2}).tobytes()


@pytest.mark.parametrize(
    "wrong", [{"chance": "dice"}, {"chance": "luck"}, {"first": 7}, {"first": True}, {"seats": 9}]
)
def test_impossible_tables_are_named(wrong):
    with pytest.raises(LudothequeError, match=next(iter(wrong))):
        Table("bantu", **wrong)


def test_rewinding_goes_to_an_event_there_is():
    table = played("bantu")
    for count in (-1, len(table.events) + 1):
        with pytest.raises(ValueError, match="cannot keep"):
            table.rewind(count)
    events = table.events
    table.rewind(3)
    assert len(events) == 3, "the list that was given out is the table's own"


# -- what would be refused -----------------------------------------------------------------------------------------


def test_why_not_agrees_with_play():
    table = begun()
    legal = table.game.codec.structure(table.box[0], table.state[0], 1, table.legal_actions(1)[0])
    for action in (
        legal | {"seat": 1, "at_ms": 5},
        legal | {"seat": 1, "at_ms": 60_010},
        legal | {"seat": 9},
    ):
        refusal, said = table.why_not(action), None
        try:
            table.copy().play(action)
        except LudothequeError as error:
            said = error.message
        assert (refusal.message if refusal else None) == said


def test_chance_results_are_listed_named_and_refused():
    table = Table("banjooli-cross", seats=2, seed=2, chance="physical")
    results = table.legal_actions()
    assert results
    assert list(results) == list(table.legal_actions(-1))
    assert table.why_not(results[0]) is None
    assert table.why_not(0, -1) is not None
    told = table.play(results[0])
    assert told.seat == -1
    assert table.can_undo(-1)
    table.undo(-1)
    assert list(table.legal_actions(-1)) == list(results)
    drawn = Table("banjooli-cross", seats=2, seed=2)
    assert drawn.why_not(results[0], -1) is not None


def test_a_refusal_is_a_sentence_with_one_key(monkeypatch):
    table = Table("bantu", seats=2, seed=7, first=0)
    code = table.game.codec.code(table.box[0], table.state[0], 0, {"kind": "move", "number": 1, "to": "r0a"})
    by_number, by_text = table.why_not(code), table.why_not("1: r0a")
    assert by_number.key == by_text.key == "other_start_line"
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert str(by_number).endswith("(BAN-13)")
    assert " " in str(by_number).removesuffix("(BAN-13)").strip()


# -- more about copies and records -----------------------------------------------------------------------------------


class Noted(Table):
    """A table with something written beside it."""


@pytest.mark.parametrize("how", COPIES)
def test_copies_keep_what_a_subclass_stores(how):
    table = Noted("bantu", seed=1)
    table.note = ["Ada"]
    other = COPIES[how](table)
    assert type(other) is Noted
    assert other.note == ["Ada"]
    assert (other.note is table.note) == (how in ("copy()", "copy.copy"))


def test_a_copy_without_history_keeps_its_nonces():
    table = Table("boussanga", seed=3, nonces=[b"x"])
    bare = table.copy(history=False)
    told = again(bare)
    assert told.record()[0]["nonces"] == table.record()[0]["nonces"]
    for _ in range(3):
        code = table.legal_actions()[0]
        for each in (table, bare, told):
            each.play(code)
    assert table.state.tobytes() == bare.state.tobytes() == told.state.tobytes()


def test_a_text_asked_for_while_somebody_goes_back_is_not_lost(monkeypatch):
    table = played("billabong")
    texts = [event.text for event in table.copy().events]
    table = pickle.loads(pickle.dumps(table))
    fresh = Table("billabong", seed=4)
    for event in table.events:
        fresh.play(event.code, event.seat)
    usual, gone = fresh.game.codec.text, []

    def text(*args):
        if not gone:
            gone.append(True)
            fresh.rewind(2)
            for event in table.events[2:6]:
                fresh.play(event.code, event.seat)
        return usual(*args)

    monkeypatch.setattr(type(fresh.game.codec), "text", lambda self, *args: text(*args))
    fresh.journal.spell()
    monkeypatch.undo()
    assert [event.text for event in fresh.events] == texts[:6]
    assert again(fresh).state.tobytes() == fresh.state.tobytes()


def test_a_record_that_ends_before_chance_continues_by_itself():
    table = Table("boussanga", seats=2, seed=3)
    lines = table.record()
    number = next(index for index, line in enumerate(lines) if line.get("draw", 0) > 1)
    told = replay(lines[:number])
    assert told.actors
    assert verify(told.record())


def test_names_may_hold_any_character(tmp_path):
    table = Table("bantu", seed=1)
    table.journal.players = ["a\u2028b", "c\x85d"]
    save(table, tmp_path / "game.jsonl")
    assert load(tmp_path / "game.jsonl").journal.players == table.journal.players


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"draw": 77}, "only a result of chance may have “draw”"),
        ({"seat": False}, "“seat” \\(a whole number\\)"),
        ({"n": "what"}, "“n” must be a whole number"),
        ({"action": 1.0}, "“action” must be a whole number"),
        ({"wind": "west"}, "“wind” is not a known key"),
    ],
)
def test_lines_of_events_are_read_strictly(change, why):
    table = Table("bantu", seed=1)
    table.play(table.legal_actions()[0])
    lines = table.record()
    with pytest.raises(BadRecord, match=why):
        replay([lines[0], lines[1] | change])


@pytest.mark.parametrize("wrong", [[None], [5], [{"ludotheque": 1}, 5], []])
def test_a_non_record_is_refused(wrong):
    with pytest.raises(BadRecord):
        replay(wrong)


def test_formats_are_as_declared():
    lines = begun().record()
    with pytest.raises(BadRecord, match="format 1 cannot"):
        replay([lines[0] | {"ludotheque": 1}, *lines[1:]])
    with pytest.raises(BadRecord, match="own_components"):
        replay([lines[0] | {"own_components": []}])
