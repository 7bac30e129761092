"""The five diagrams of the rulebook, and what is printed beside them."""

from __future__ import annotations

import pytest

from ludotheque.games.bantu.labels import circle_name, circle_named
from ludotheque.games.bantu.state import row_of
from ludotheque.table import Table
from tests.bantu.boards import ends, texts, track, why
from tests.bantu.naive import LAST, STARTS, Board


def row(table: Table, name: str) -> list[str]:
    return [
        circle_name(table.box[0], circle) for circle in row_of(table.box[0], circle_named(table.box[0], name))
    ]


@pytest.mark.rule("BAN-07", "BAN-08")
def test_diagram_1_three_in_a_row_and_one_apart():
    table = track("1:r24a", "1:r24b")
    assert row(table, "r24b") == ["r24b", "r24c", "r24d"]
    assert row(table, "r24a") == ["r24a"]
    assert row(table, "r3c") == ["r3a", "r3b", "r3c"]
    assert row(table, "r3d") == ["r3d"]
    assert ends(table, 1) == {"r25a"}, "the pawn apart adds nothing and is given nothing"


@pytest.mark.rule("BAN-09")
def test_diagram_2_four_in_one_line_are_two_rows():
    table = track("2:r16a 3:r16b 4:r16c", "4:r16d")
    assert [row(table, f"r16{lane}") for lane in "ac"] == [["r16a", "r16b"], ["r16c", "r16d"]]
    # 2 + 3 = 5 steps for the first pair, 4 + 4 = 8 for the other.
    assert ends(table, 2) == {"r18d", "r19b", "r20b", "r20c", "r21a"}
    assert {"r21a", "r24b"} & ends(table, 4) == {"r21a", "r24b"}
    assert "r24b" not in ends(table, 3)


@pytest.mark.rule("BAN-20", "BAN-21", "BAN-22", "BAN-23", "BAN-24", "BAN-25")
def test_diagram_3_a_way_along_links_only():
    table = track("3:r15b", "")
    assert "r17c" in ends(table, 3)
    assert table.play("3: r17c").path == ("r16b", "r17b", "r17c"), "by A and B to C"
    here = track("3:r15b", "")
    assert why(here, "3: r16c") == "wrong_count", "E is two steps off by r15c, and not beside A"
    assert why(track("2:r16b", ""), "2: r16c") == "not_connected", "from A to E there is no way"
    assert why(track("2:r17c", ""), "2: r16c") == "behind", "nor from C backwards"
    assert ends(here, 3) == {"r16d", "r17a", "r17c", "r18b"}


@pytest.mark.rule("BAN-26", "BAN-28", "BAN-29", "BAN-31")
def test_diagram_4_two_three_and_two_fours_make_thirteen():
    table = track("2:r20a", "4:r20b", "4:r20c", "3:r20d")
    assert row(table, "r20a") == ["r20a", "r20b", "r20c", "r20d"]
    assert "2: finish" in texts(table), "thirteen steps from r20 are more than enough to come home"
    thirteen = track("2:r14d", "3:r14b", "4:r14c", "4:r14a")
    assert all(
        len(thirteen.game.codec.path(thirteen.box[0], thirteen.state[0], 0, code)) == 13
        for code in moves(thirteen, 2)
    )
    assert max(int(end[1:-1]) for end in ends(thirteen, 2) if end != "finish") == 27


def moves(table: Table, number: int) -> list[int]:
    """The moves of a pawn to a circle of the track."""
    return [code for code in table.legal_actions() if table.text(code).startswith(f"{number}: r")]


@pytest.mark.rule("BAN-32", "BAN-35", "BAN-36")
def test_diagram_5_two_protected_and_one_in_danger():
    table = track("1:r22b", "3:r25b", "", "2:r22c")
    assert row(table, "r22b") == ["r22b", "r22c"]
    assert "r25b" in ends(table, 1), "1 + 2 = 3 steps reach the 3 that is alone"
    table.play("1: r25b")
    assert table.state[0].at[1, 2] == -2
    threat = track("", "3:r19b", "1:r22b", "2:r22c", to_play=1)
    assert why(threat, "3: r22b") == "safe_in_row"
    assert why(track("", "4:r19b", "1:r22b", "2:r22c", to_play=1), "4: r22c") == "safe_in_row"
    assert why(track("", "3:r19b", "1:r22b", "", to_play=1), "3: r22b") == "", "alone it would be taken"


@pytest.mark.rule("BAN-10")
def test_the_track_is_the_one_described():
    b, drawn = track("", "").box[0], Board.printed()
    for rank in range(LAST + 1):
        for lane in range(4):
            circle = rank * 4 + lane
            assert {divmod(other, 4) for other in row_of(b, circle)} == drawn.row[rank, lane]
            if rank < LAST:
                assert [divmod(int(b.link[circle, i]), 4) for i in range(b.links[circle])] == list(
                    drawn.links[rank, lane]
                )
            assert bool(b.arrow[circle]) == (rank == LAST)
            assert bool(b.start_line[circle]) == (rank in STARTS.values())
    assert {pawn + 1: int(b.start_rank[pawn]) for pawn in range(4)} == STARTS
