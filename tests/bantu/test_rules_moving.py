"""Steps, ways, what stands in them; entering; protections; what is compulsory."""

from __future__ import annotations

import pytest

from ludotheque.core.catalogue import say
from ludotheque.core.errors import Illegal
from ludotheque.table import Table
from tests.bantu.boards import ends, texts, track, why


@pytest.mark.rule("BAN-04", "BAN-05", "BAN-11", "BAN-12", "BAN-16")
def test_pawns_begin_at_start_and_the_first_round_enters_them():
    table = Table("bantu", 4, first=2)
    assert table.state[0].at.tolist() == [[-2] * 4] * 4
    assert {piece.place for piece in table.scene(()).pieces} == {
        f"start.{number}.{seat}" for number in range(1, 5) for seat in range(4)
    }
    for seat in (2, 3, 0, 1):
        assert table.actors == (seat,)
        assert all(text[3:].startswith(("r0", "r7", "r14", "r21")) for text in texts(table))
        table.play(table.legal_actions()[0])
    assert any(not text[3:].startswith(("r0", "r7", "r14", "r21")) for text in texts(table))


@pytest.mark.rule("BAN-06", "BAN-13", "BAN-15")
def test_a_pawn_enters_on_any_free_circle_of_its_line():
    table = track("", "3:r7b")
    assert texts(table) == {
        *(f"{number}: r{rank}{lane}" for number, rank in ((1, 21), (2, 14), (4, 0)) for lane in "abcd"),
        *(f"3: r7{lane}" for lane in "acd"),
    }
    assert why(table, "3: r7b") == "start_circle_taken"
    assert why(table, "3: r0a") == "other_start_line"
    assert why(table, "3: finish") == "other_start_line"
    table.play("3: r7a")
    assert table.actors == (1,)


@pytest.mark.rule("BAN-14")
def test_turns_go_to_the_left():
    table = Table("bantu", 3, first=1)
    order = []
    for _ in range(6):
        order.append(table.actors[0])
        table.play(table.legal_actions()[0])
    assert order == [1, 2, 0, 1, 2, 0]
    assert why(table, table.legal_actions()[0]) == ""
    assert table.why_not(table.legal_actions()[0], 0).key == "not_your_turn"


@pytest.mark.rule("BAN-17", "BAN-18", "BAN-19", "BAN-33")
def test_one_may_enter_or_move_on_while_a_pawn_waits():
    table = track("1:r21a 2:r17a", "3:r15c")
    assert ends(table, 1) == {"r21b", "r22a"}
    assert ends(table, 3) == {"r7a", "r7b", "r7c", "r7d"}
    table.play("2: r18b")
    moved = [
        number for number in range(4) if table.state[0].at[0, number] != table.journal.before[0].at[0, number]
    ]
    assert moved == [1], "one pawn a turn"


@pytest.mark.rule("BAN-26", "BAN-27", "BAN-28", "BAN-30", "BAN-31")
def test_alone_its_own_number_in_company_the_whole_sum():
    assert ends(track("4:r1a", ""), 4) == {"r3a", "r3c", "r4b", "r5a"}
    assert ends(track("1:r23d", "2:r23b"), 1) == {"r23c", "r24d"}, "the next row is another row"
    apart = track("2:r24b", "1:r24d")
    assert ends(apart, 2) == {"r26a", "r26b", "r26d", "r27c"}, "1 + 2 steps, though they do not touch"
    assert why(apart, "2: r26c") == "wrong_count", "its own number is no longer allowed"
    assert ends(track("2:r24b 1:r24d", ""), 2) == ends(apart, 2), "whosever they are"


@pytest.mark.rule("BAN-21", "BAN-22")
def test_aside_once_and_never_the_same_circle_twice():
    table = track("4:r6b", "")
    assert ends(table, 4) == {"r7a", "r7c", "r8b", "r8d", "r9a", "r9c", "r10b"}
    assert why(table, "4: r6b") == "same_circle", "there and back is no move"
    assert ends(track("2:r20b", ""), 2) == {"r20d", "r21a", "r21c", "r22b"}
    assert why(track("2:r20b", ""), "2: r20a") == "wrong_count", "one step aside is not two"
    assert ends(track("3:r20b", ""), 3) == {"r21b", "r21d", "r22a", "r22c", "r23b"}, (
        "nor is there, back and further"
    )
    assert "r20b" in ends(track("2:r20d", ""), 2), "a later turn may go back aside"


@pytest.mark.rule("BAN-38")
def test_nobody_is_passed_over():
    assert ends(track("2:r18a", "1:r25a"), 2) == {"r19b", "r20a"}
    barred = track("2:r18a 3:r19a", "")
    assert ends(barred, 2) == set(), "not one's own"
    assert why(barred, "2: r20a") == "blocked"
    theirs = track("2:r18a", "3:r19a")
    assert ends(theirs, 2) == set(), "nor another's"
    assert why(theirs, "2: r19b") == "blocked"


@pytest.mark.rule("BAN-32", "BAN-33")
def test_a_capture_sends_back_and_the_pawn_may_enter_again():
    table = track("2:r16d", "3:r18d")
    assert ends(table, 2) == {"r17c", "r18d"}
    table.play("2: r18d")
    assert table.state[0].at[1, 2] == -2
    assert table.state[0].at[0, 1] == 18 * 4 + 3
    assert "3: r7a" in texts(table)


@pytest.mark.rule("BAN-34", "BAN-52")
def test_a_start_line_is_safe_for_all_and_a_row_of_the_track():
    table = track("2:r19a", "4:r21a")
    assert why(table, "2: r21a") == "safe_start_line"
    passing = track("4:r18a", "")
    assert "r22a" in ends(passing, 4), "it is passed like any other row"
    summed = track("1:r21a 3:r21d", "")
    assert why(summed, "1: r22a") == "wrong_count"
    assert "r25a" in ends(summed, 1)


@pytest.mark.rule("BAN-35", "BAN-36")
def test_company_protects_and_a_single_circle_does_not():
    assert why(track("2:r18c", "3:r20b", "4:r20d"), "2: r20b") == "safe_in_row"
    assert why(track("2:r18c", "3:r20b", "4:r19c"), "2: r20b") == ""
    assert why(track("3:r22a", "1:r24a", "1:r24c"), "3: r24a") == "wrong_count"
    assert why(track("2:r22a", "1:r24a", "1:r24c"), "2: r24a") == "", "a row of one circle, beside two others"


@pytest.mark.rule("BAN-30", "BAN-35")
def test_a_neighbour_of_the_mover_is_protected_though_it_leaves():
    # 1 + 2 = 3 steps aside on r27, from r27a to r27d: the rows are those of the start of the turn.
    table = track("1:r27a", "2:r27d")
    assert why(table, "1: r27d") == "safe_in_row"
    assert ends(table, 1) == {"finish"}


@pytest.mark.rule("BAN-37", "BAN-51")
def test_never_two_on_a_circle():
    own = track("2:r18a 3:r20a", "")
    assert why(own, "2: r20a") == "own_pawn"
    partner = track("2:r18a", "", "3:r20a", "", options={"teams": True})
    assert why(partner, "2: r20a") == "partners_pawn"
    assert why(track("2:r18a", "", "3:r20a", ""), "2: r20a") == ""


@pytest.mark.rule("BAN-39", "BAN-40")
def test_a_turn_is_lost_only_without_a_move():
    table = track("1:r26a 2:finish 3:finish 4:finish", "3:r27a 4:r27b")
    assert texts(table) == {"pass"}
    assert why(table, "1: r27a") == "safe_in_row"
    table.play("pass")
    assert table.actors == (1,)
    assert table.state[0].turns.tolist()[:2] == [1, 0]
    free = track("1:r26a 2:finish 3:finish", "3:r27a 4:r27b")
    assert why(free, "pass") == "must_move"
    assert texts(free) == {f"4: r0{lane}" for lane in "abcd"}, "who can enter has to"
    with pytest.raises(Illegal):
        free.play("pass")


@pytest.mark.rule("BAN-24", "BAN-26", "BAN-31")
def test_every_refusal_gives_a_reason():
    table = track("2:r18a 4:finish", "1:r25a")
    assert why(table, "2: r25b") == "too_far"
    assert why(table, "2: r17a") == "behind"
    assert why(table, "2: r19a") == "wrong_count"
    assert why(table, "2: r19d") == "not_connected"
    assert why(table, "4: r1a") == "already_home"
    assert why(table, "2: finish") == "finish_too_far"


@pytest.mark.rule("BAN-02", "BAN-42", "BAN-43")
def test_the_finish_takes_surplus_but_needs_an_arrow_and_a_way():
    table = track("4:r26b", "")
    assert "finish" in ends(table, 4), "two steps of four"
    assert table.play("4: finish").path == ("r27b", "finish")
    assert table.state[0].at[0, 3] == -1
    assert table.state[0].home[0] == 1
    assert ends(track("4:r26c", "4:r26d"), 4) == {"finish"}, "eight steps, and at most five are needed"
    assert why(track("3:r25a", ""), "3: finish") == ""
    assert why(track("2:r25a", ""), "2: finish") == "finish_too_far"
    barred = track("2:r26a", "3:r27a", "")
    assert why(barred, "2: finish") == "finish_blocked"


@pytest.mark.rule("BAN-31", "BAN-50")
def test_whoever_can_finish_may_move_the_full_count_elsewhere():
    table = track("4:r26c", "")
    assert ends(table, 4) == {"finish", "r27b"}


def test_what_may_stand_where_the_finish_ranks_are():
    table = track("1:r27d", "")
    assert ends(table, 1) == {"finish", "r27c"}


@pytest.mark.rule("BAN-26", "BAN-31", "BAN-43")
@pytest.mark.parametrize(
    ("pawn", "to", "n", "far"),
    [
        ("2:r18a", "r25b", 2, 8),
        ("2:r18a", "r19a", 2, 1),
        ("2:r18a", "finish", 2, 10),
        ("2:r25a", "finish", 2, 3),
        ("3:r7a", "r27d", 3, 22),
    ],
)
def test_too_far_is_explained_in_numbers(pawn, to, n, far):
    refused = track(pawn, "").why_not(f"{pawn[0]}: {to}")
    assert refused.message.args == {"n": n, "far": far}
    for language in ("fr", "en"):
        said = say(refused.message, language)
        assert f"{n} " in said or f"{n}." in said
        assert str(far) in said
