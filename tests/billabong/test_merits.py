"""What speaks for a move of Billabong, as it is told with advice."""

from __future__ import annotations

from ludotheque import Table
from ludotheque.table import views
from tests.billabong.boards import race


def merits(table: Table) -> dict[str, str]:
    """The last word of the reason of each legal action, by its text; "" for none."""
    seat = table.actors[0]
    view, found = table.view({seat}), {}
    for code in table.legal_actions():
        told = views.merit(table.journal, view, seat, int(code))
        found[table.game.codec.text(table.box[0], table.state[0], seat, int(code), ())] = (
            told.key.rpartition(".")[2] if told else ""
        )
    return found


def test_long_moves_last_kangaroos_and_set_ups_are_praised() -> None:
    told = merits(race("i3 k5 d9/1 j12", "p6 a3/1 i9"))
    assert [text for text, word in told.items() if word == "far"] == ["d9-n9"]
    assert {text for text, word in told.items() if word == "last"} == {
        "j12-k13",
        "j12-k12",
        "j12-k11",
        "j12-j11",
    }
    assert {text for text, word in told.items() if word == "prepare"} == {"k5-k6", "k5-j5"}
    assert told["i3-i4"] == ""


def test_blocking_somebodys_way_is_mentioned() -> None:
    """Blue hops from d12 over the red one on h12 to l12, its longest way; who goes elsewhere leaves it nothing to hop over."""
    told = merits(race("h12/1 k5 b9/1", "d12/1 a3/1"))
    assert {text for text, word in told.items() if word == "block"} >= {"h12-h13", "h12-h11", "h12-i13"}
    assert not {text for text, word in told.items() if word == "block" and not text.startswith("h12-")}


def test_setting_up_gets_no_remark() -> None:
    assert set(merits(Table("billabong", seats=2, options={"mode": "duel"})).values()) == {""}
