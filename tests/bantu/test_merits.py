"""What speaks for a move of Bantu, as it is told with advice."""

from __future__ import annotations

from ludotheque.table import Table, views
from tests.bantu.boards import ends, track


def merits(table: Table) -> dict[str, str]:
    """The last word of the reason of each legal action, by its text; "" for none."""
    seat = table.actors[0]
    view, texts = table.view({seat}), table.legal_actions()
    found = {}
    for code in texts:
        told = views.merit(table.journal, view, seat, int(code))
        found[table.game.codec.text(table.box[0], table.state[0], seat, int(code), ())] = (
            told.key.rpartition(".")[2] if told else ""
        )
    return found


def test_a_pawn_that_waits_gains_by_entering() -> None:
    told = merits(track("4:r5b", "3:r12a"))
    assert {word for text, word in told.items() if text.startswith("1:")} == {"enter"}


def test_moving_out_of_danger_is_an_escape() -> None:
    told = merits(track("4:r5b 3:r15a", "4:r3b 3:r18b"))
    assert told["4: r9b"] == "escape"


def test_threats_are_mentioned() -> None:
    table = track("2:r15b 4:r2a", "3:r18a 2:r20a 4:r5b")
    hunting = [text for text, word in merits(table).items() if word == "hunt"]
    assert hunting == ["2: r16a", "2: r17b"]
    for text in hunting:
        there = track(f"2:{text[3:]} 4:r2a", "3:r18a 2:r20a 4:r5b")
        assert ends(there, 2) & {"r18a", "r20a"}
    assert not ends(table, 2) & {"r18a", "r20a"}


def test_the_longest_way_is_mentioned_unless_it_is_the_only_one() -> None:
    told = merits(track("4:r1b 1:r23b", "3:r19a"))
    assert {word for text, word in told.items() if text.startswith("4:")} == {"far"}
    assert "far" not in {word for text, word in told.items() if text.startswith("1:")}


def test_a_capture_and_the_finish_say_it_themselves() -> None:
    table = track("4:r1b 3:r27b", "2:r18b")
    assert {word for text, word in merits(table).items() if "finish" in text} == {""}
