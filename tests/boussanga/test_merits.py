"""What speaks for an action of Boussanga, as it is told with advice."""

from __future__ import annotations

from typing import Any

from ludotheque.core.message import Message
from ludotheque.table import Table, views
from tests.boussanga.tables import board, competitive


def merits(table: Table) -> dict[str, Message | None]:
    """The reason of each legal action, by its text."""
    seat = table.actors[0]
    view: Any = table.view({seat})
    return {
        table.text(code): views.merit(table.journal, view, seat, int(code)) for code in table.legal_actions()
    }


def test_spoiling_the_next_players_alignment_says_how_much() -> None:
    """Three waters lie in a row, and only the second hand has cards with water that end it."""
    table = competitive(board(r3="..EEE..."))
    spoiling = {text: told for text, told in merits(table).items() if told and told.key.endswith("spoil")}
    assert spoiling
    assert {told.args["n"] for told in spoiling.values()} == {3}
    assert all(
        told.args["who"] == Message("boussanga.player", {"n": 2, "seat": 1}) for told in spoiling.values()
    )
    for text in list(spoiling)[:3]:
        assert "b3" in text or "f3" in text or "a3" in text or "g3" in text, (
            "it lies where the line would end"
        )


def test_preparing_an_alignment_says_how_much_it_would_earn() -> None:
    told = merits(competitive(board(r3="..TT....")))
    assert told["1: a4T b3T c2E"] == Message("boussanga.merit.prepare", {"n": 3})
    assert told["1: a8T b8T c8E"] == Message("boussanga.merit.prepare", {"n": 2})


def test_leaving_the_next_player_nothing_is_mentioned() -> None:
    table = Table("boussanga", seats=2, seed=1)
    other = 1 - table.actors[0]
    who = Message("boussanga.player", {"n": other + 1, "seat": other})
    assert Message("boussanga.merit.nothing", {"who": who}) in merits(table).values()


def test_discard_points_and_cooperative_games_get_no_remark() -> None:
    table = competitive(board(r3="..TT...."))
    told = merits(table)
    assert {each for text, each in told.items() if text.startswith("discard")} == {None}
    lined = merits(competitive(board(r3="..TTT...")))
    earning = {text for text in lined if "b3T" in text or "f3T" in text}
    assert earning, "a card ends the line"
    assert {lined[text] for text in earning} == {None}, "the board says what it earns"
    cooperative = Table("boussanga", seats=2, options={"mode": "cooperative"}, seed=1)
    assert set(merits(cooperative).values()) == {None}
