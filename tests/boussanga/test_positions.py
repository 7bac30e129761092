"""Situations as JSON: what may be left out, what comes back, and what is refused and why."""

import pytest

from ludotheque.core.errors import BadPosition
from ludotheque.core.perft import perft
from ludotheque.table import Table
from tests.boussanga.naive import deck, placements
from tests.boussanga.tables import EMPTY, HANDS, board, competitive

TWO = {"game": "boussanga", "seats": 2, "hands": HANDS[:2]}
ALONE = {"game": "boussanga", "seats": 1, "hands": HANDS[:1], "board": ["TEAFTEAF"] * 8}
THREE = [{"T": 3}, {}]


def test_the_documented_position_is_read():
    given = {
        "game": "boussanga", "seats": 2, "options": {"mode": "competitive", "side": "front"}, "to_play": 0,
        "board": EMPTY, "hands": HANDS[:2], "stores": [{"T": 0, "E": 0, "A": 0, "F": 0, "bonus": ""}, {"T": 0}],
        "reserve": {"T": 16, "E": 16, "A": 16, "F": 16}, "discarded": [], "trigger": None, "last_turns": 0,
    }  # fmt: skip
    table = Table.from_position(given)
    assert table.actors == (0,)
    again = table.position()
    assert {key: again[key] for key in given if key != "stores"} == {
        k: v for k, v in given.items() if k != "stores"
    }


def test_only_hands_are_needed():
    assert Table.from_position(TWO).state.tobytes() == competitive().state.tobytes()


def test_a_board_takes_its_tokens_from_the_reserve():
    table = competitive(board(r4="TTE....."), stores=THREE)
    assert table.position()["reserve"] == {"T": 11, "E": 15, "A": 16, "F": 16}


def test_on_the_backs_cards_are_written_as_played():
    mirrored = [["/".join(row[::-1] for row in card.split("/")) for card in hand] for hand in HANDS[:2]]
    table = Table.from_position({**TWO, "options": {"side": "back"}, "hands": mirrored})
    assert table.position()["hands"] == mirrored
    with pytest.raises(BadPosition, match="as the backs show them"):
        Table.from_position({**TWO, "options": {"side": "back"}})


@pytest.mark.parametrize(
    ("changes", "field", "why"),
    [
        ({"board": board(r4="TTTT....")}, "board", "4 tokens of T are aligned"),
        (
            {"board": board(r1="A.......", r2=".A......", r3="..A.....", r4="...A....")},
            "board",
            "4 tokens of A are aligned",
        ),
        ({"board": board(r4="TTTX....")}, "board[4]", "8 characters, each . or one of TEAF"),
        ({"board": EMPTY[:7]}, "board", "must have 8 rows, the northern one first"),
        (
            {"board": board(r4="TT......"), "reserve": {"T": 16, "E": 16, "A": 16, "F": 16}},
            "reserve",
            "hold 18 tokens of T, but the box has 16",
        ),
        ({"reserve": {"T": 15, "E": 16, "A": 16, "F": 16}}, "reserve", "hold 15 tokens of T"),
        ({"reserve": {"T": 16, "E": 16, "A": 16, "Q": 16}}, "reserve.Q", "is not known"),
        ({"hands": [HANDS[0], HANDS[0]]}, "hands[1][0]", "the card .../TTE/... is listed twice"),
        ({"hands": [HANDS[0]]}, "hands", "there must be 2 hands, not 1"),
        ({"hands": [HANDS[0], HANDS[1][:3]]}, "hands[1]", "holds 3 cards, but there must be 4"),
        ({"hands": [HANDS[0], ["TTT/.../..."]]}, "hands[1][0]", "is not a card of this deck"),
        ({"hands": [HANDS[0], [*HANDS[1], HANDS[2][0]]]}, "hands[1]", "must list at most 4 cards"),
        ({"discarded": [".../TTE/..."]}, "discarded[0]", "is listed twice"),
        ({"stores": [{"T": 4}, {}]}, "stores[0].bonus", "with 4 tokens, T has had its bonus"),
        ({"stores": [{"T": 4, "bonus": "T"}, {}]}, "stores[0].bonus", "at least 5 tokens of it, not 4"),
        ({"stores": [{"bonus": "TT"}, {}]}, "stores[0].bonus", "must be letters of TEAF, each once"),
        ({"stores": [{"X": 4}, {}]}, "stores[0].X", "is not known"),
        ({"stores": [{}]}, "stores", "there must be 2 stores, not 1"),
        (
            {"stores": [{"F": 5, "bonus": "F"}, {}]},
            "trigger",
            "stores[0] has 15 points, so somebody brought the end about",
        ),
        (
            {"discarded": [card for card in deck() if card not in HANDS[0] + HANDS[1]]},
            "trigger",
            "no card is left to draw",
        ),
        (
            {
                "board": board(r8="TTT.TTT.", r7="..T..T.T", r6="TT......"),
                "stores": [{"T": 5, "bonus": "T"}, {}],
            },
            "trigger",
            "no token of T is left",
        ),
        ({"trigger": 0, "last_turns": 1}, "to_play", "seat 0 has no turn left"),
        ({"trigger": 2}, "trigger", "must be from 0 to 1, not 2"),
        ({"trigger": 1, "last_turns": 2}, "last_turns", "must be from 0 to 1, not 2"),
        ({"last_turns": 1}, "last_turns", "must be from 0 to 0, not 1"),
        ({"phase": "put-back"}, "phase", "must be one of play, draw, deal"),
        ({"phase": "deal"}, "phase", "all the cards are dealt"),
        ({"phase": "draw"}, "hands[0]", "holds 4 cards, but there must be 3"),
        ({"zone": {"T": 3}}, "zone", "is not known"),
        ({"to_play": 2}, "to_play", "must be from 0 to 1, not 2"),
        ({"turns": [1]}, "turns", "a number for each of the 2 seats"),
        ({"colour": 1}, "colour", "is not known"),
    ],
)
def test_impossible_values_are_refused_by_field(changes, field, why):
    with pytest.raises(BadPosition) as caught:
        Table.from_position({**TWO, **changes})
    assert caught.value.field == field, caught.value.text
    assert why in caught.value.why


@pytest.mark.parametrize(
    ("changes", "field", "why"),
    [
        ({"board": EMPTY}, "zone", "hold 0 tokens of T, but the box has 16"),
        ({"zone": {"T": 1}}, "zone", "hold 17 tokens of T"),
        ({"stores": [{"bonus": ""}]}, "stores[0].bonus", "is not known"),
        ({"reserve": {"T": 0}}, "reserve", "is empty once the board is filled"),
        ({"phase": "put-back"}, "due", "there is nothing to put back"),
        ({"trigger": 0}, "trigger", "is not known"),
        ({"board": [".EA.TEA.", *["TEAFTEAF"] * 7], "zone": {"T": 1, "F": 2}, "due": {"T": 1}}, "due", "a phase in which tokens are put back"),
        ({"board": [".EA.TEA.", *["TEAFTEAF"] * 7], "zone": {"T": 1, "F": 2}, "due": {"T": 2}, "phase": "put-back"}, "due.T",
         "the zone holds only 1 tokens of T"),
        ({"board": [".EA..EA.", ".EA..EA.", *["TEAFTEAF"] * 6], "zone": {"T": 4, "F": 4}}, "zone.T", "with 4 tokens here, 3 of them must be put back"),
        ({"phase": "fill", "filled": 3}, "filled", "more cells hold tokens than have been filled"),
    ],
)  # fmt: skip
def test_contradictions_are_refused_by_field(changes, field, why):
    with pytest.raises(BadPosition) as caught:
        Table.from_position({**ALONE, **changes})
    assert caught.value.field == field, caught.value.text
    assert why in caught.value.why


def test_last_turns_and_the_active_seat_must_agree():
    three = {"game": "boussanga", "seats": 3, "hands": HANDS[:3], "trigger": 0}
    assert Table.from_position({**three, "to_play": 2, "last_turns": 1}).actors == (2,)
    with pytest.raises(BadPosition) as caught:
        Table.from_position({**three, "to_play": 2, "last_turns": 2})
    assert (caught.value.field, caught.value.why) == ("last_turns", "it must be 1 when seat 2 plays, not 2")
    teams = {"game": "boussanga", "seats": 4, "options": {"mode": "teams"}, "hands": HANDS, "trigger": 1}
    assert Table.from_position({**teams, "to_play": 2, "last_turns": 2}).actors == (2,)
    with pytest.raises(BadPosition, match="seat 3 has no turn left"):
        Table.from_position({**teams, "to_play": 3, "last_turns": 1})


def test_finished_positions_are_read():
    over = Table.from_position({**TWO, "trigger": 0, "last_turns": 0})
    assert over.is_over
    assert over.outcome.returns == (0.5, 0.5)
    rows = ["T.......", "........", "EEEEEEEE", "EEEEEEEE", "AAAAAAAA", "AAAAAAAA", "FFFFFFFF", "FFFFFFFF"]
    together = Table.from_position({**ALONE, "board": rows, "stores": [{"T": 15}]})
    assert together.outcome.ending == "points"
    assert together.outcome.returns == (1.0,)


@pytest.mark.parametrize("options", [{}, {"mode": "cooperative"}])
def test_every_situation_round_trips_even_awaiting_chance(options):
    table = Table("boussanga", 2, options, seed=4, chance="physical")
    for _ in range(140):
        again = Table.from_position(table.position(), chance="physical")
        assert again.state.tobytes() == table.state.tobytes()
        if table.is_over:
            return
        if table.awaits_chance:
            codes, _ = table.journal.results(table.state)
            table.play(codes[len(table.events) * 7 % len(codes)], -1)
        else:
            legal = table.legal_actions()
            table.play(legal[len(table.events) * 31 % len(legal)])


def test_counting_stops_where_a_card_is_drawn():
    table = competitive()
    assert perft(table.game, table.box, table.state, 1) == 4 + sum(len(placements(card)) for card in HANDS[0])
    assert perft(table.game, table.box, table.state, 2) == 0


def test_putting_back_is_counted():
    rows = ["...EAFAF", "....EAAF", *["TEAFTEAF"] * 6]
    counts = {letter: 16 - "".join(rows).count(letter) for letter in "TEAF"}
    zone = {"T": counts["T"], **{letter: n for letter, n in counts.items() if letter != "T" and n < 4}}
    stores = [{letter: n for letter, n in counts.items() if letter not in zone}]
    position = {**ALONE, "board": rows, "zone": zone, "stores": stores, "due": {"T": 3}, "phase": "put-back"}
    table = Table.from_position(position, chance="physical")
    free = "".join(rows).count(".")
    depth = [perft(table.game, table.box, table.state, n) for n in (1, 2, 3)]
    assert depth == [free, free * (free - 1), free * (free - 1) * (free - 2)]
    table.play("T>a8")
    assert table.position()["due"] == {"T": 2}
