"""What people see of Banzaï!: the table from one's own side, hands, calls, clicks, what is told and cried."""

from __future__ import annotations

import math
import re

import pytest

from banzai import tables
from ludotheque.core.catalogue import say
from ludotheque.core.errors import Unreadable
from ludotheque.core.message import Message
from ludotheque.games.banzai import board_svg
from ludotheque.scene import text
from ludotheque.scene.turning import on_board
from ludotheque.table import Table, views

FOX = [f"fox.{character}" for character in ("lord", "warrior", "princess", "kid", "magician")]
FAMILIES = ["fox", "turtle", "cat", "frog", "cow"]


def table(first: list[str], seats: int = 4, **options: bool) -> Table:
    """A round that has just been dealt, in which seat 0 holds these cards of five."""
    fresh = Table("banzai", seats, {"time_limit": 0, **options}, seed=1)
    position = fresh.position()
    families = FAMILIES[:seats]
    rest = [f"{family}.{card[4:]}" for card in FOX for family in families]
    rest = [card for card in rest if card not in first]
    hands = [first] + [[rest.pop() for _ in range(5)] for _ in range(seats - 1)]
    return Table.from_position(position | {"families": families, "hands": hands})


def pieces(scene):
    return {piece.id: piece for piece in scene.pieces}


def buttons(scene):
    return {button.id: button for choice in scene.choices for button in choice.buttons}


def clicks(choice):
    return {choice.nodes[root].click for root in choice.roots}


def french(message):
    return say(message, "fr").replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("seat", range(4))
def test_everybody_sits_at_their_own_side_of_the_table(seat):
    dealt = table(FOX)
    shown = dealt.scene({seat})
    places = {place.id: place for place in on_board(shown, views.layout(dealt.journal))}
    own = places[pieces(shown)[f"seat.{seat}"].place]
    assert (own.x, own.y) == pytest.approx((500, 500 + board_svg.SITS * board_svg.RADIUS), abs=0.1)
    left = places[pieces(shown)[f"seat.{(seat + 1) % 4}"].place]
    assert left.x < 500, "the next player clockwise sits to the left"


def test_pawns_lie_where_they_lie_with_a_key_each():
    shown = table(FOX).scene({0})
    places = {place.id: place for place in shown.places}
    found = [piece for piece in shown.pieces if piece.sprite == "pawn"]
    assert [piece.hotkey for piece in found] == ["1", "2", "3"]
    top = places[found[0].place]
    assert (top.x, top.y) == (500, pytest.approx(500 - 0.35 * board_svg.RADIUS))


def test_a_hand_is_its_owners_and_covered_for_others():
    dealt = table(FOX)
    own = [piece for piece in dealt.scene({0}).pieces if piece.place.startswith("hand.0.")]
    assert [(piece.id, piece.face, piece.cover) for piece in own] == [
        (card, card.replace(".", "-"), "back") for card in FOX
    ]
    assert pieces(dealt.scene({1}))["fan.0"].mark == "5"
    assert not any(piece.id in FOX for piece in dealt.scene({1}).pieces)


def test_banzai_may_always_be_called_and_is_lit_only_when_true():
    true, untrue = table(FOX).scene({0}), table([*FOX[:4], "cat.kid"]).scene({0})
    assert buttons(true)["call.banzai"].lit
    assert not buttons(untrue)["call.banzai"].lit
    for shown in (true, untrue):
        assert (buttons(shown)["call.banzai"].loud, buttons(shown)["call.banzai"].hotkey) == (True, "b")
        raced = {node.click for node in shown.choices[0].nodes if node.raced}
        assert {"call.banzai", "pawn.0"} <= raced
        assert "feint.banz" not in raced
        assert "fox.lord" not in raced


@pytest.mark.parametrize(
    ("seat", "hand", "hint"),
    [
        (0, "fox:lwpk frog:m", "false"),
        (0, "fox:lwpkm", "true"),
        (2, "fox:lwpk frog:m", "third.false"),
        (2, "fox:lwpkm", "third.true"),
    ],
)
def test_the_result_of_a_banzai_is_told_for_this_seat(seat, hand, hint):
    found = tables.final({seat: hand})
    said = buttons(found.scene({seat}))["call.banzai"].hint
    assert said == Message(f"banzai.call.banzai.{hint}")
    tables.call(found, seat, "banzai", 1000)
    if hint.endswith("false"):
        if seat == 0:
            tables.grab(found, 1, 0, 1500)
            tables.end(found, 3000)
        assert ("on sort" in french(said)) == found.is_over == (seat == 0)
    else:
        grabs = any(action.startswith("grab") for action in tables.may(found, seat))
        assert ("attrapez un pion" in french(said)) == grabs == (seat == 0)


def test_calls_and_aid_are_offered_if_the_hand_allows_them():
    dealt = table([*FOX[:3], "cat.kid", "turtle.kid"], optional_rules=True)
    assert {"call.stop1", "call.duel", "call.marriage"} <= buttons(dealt.scene({0})).keys()
    assert "call.stop2" not in buttons(dealt.scene({0}))
    lit = [french(row.title) for row in dealt.scene({0}).aid if row.lit]
    assert lit == ["Stop ! Pions", "Stop ! Mariage", "Stop ! Duel"]
    assert len(dealt.scene({0}).aid) == 18
    assert not any(row.lit for row in dealt.scene(range(4)).aid)


def test_a_card_laid_down_goes_to_the_table():
    dealt = table(FOX)
    dealt.play("choose fox.kid", 0)
    own, other = dealt.scene({0}), dealt.scene({1})
    assert (pieces(own)["fox.kid"].place, pieces(other)["laid.0"].place) == ("front.0", "front.0")
    assert pieces(other)["fan.0"].mark == "4"
    assert [(motion.piece, motion.path) for motion in own.last.motions] == [
        ("fox.kid", ("hand.0.3", "front.0"))
    ]
    assert (french(own.last.message), french(other.last.message)) == (
        "pose une carte (Gamin Renard)",
        "pose une carte",
    )
    assert not pieces(own)["seat.0"].busy
    assert pieces(own)["seat.1"].busy


def test_a_stop_moves_one_pawn_or_two_by_clicks():
    dealt = table([*FOX[:3], "cat.kid", "turtle.kid"])
    dealt.play("stop1 fox", 0)
    dealt.advance(dealt.due_ms)
    shown = dealt.scene({0})
    assert clicks(shown.choices[0]) == {"pawn.0", "pawn.1", "pawn.2", "resume", "keep"}
    assert {button.id for button in shown.choices[0].buttons if not button.drawn} == {"keep", "last", "touch"}
    assert (
        dealt.text(views.clicked(dealt.journal, 0, ["pawn.1", "point.3.-1"])[0], 0) == "move 1 0.3 -0.1 more"
    )
    assert (
        dealt.text(views.clicked(dealt.journal, 0, ["pawn.1", "point.3.-1", "last"])[0], 0)
        == "move 1 0.3 -0.1"
    )
    assert dealt.text(views.clicked(dealt.journal, 0, ["pawn.1", "touch"])[0], 0) == "grab 1"
    assert dealt.text(views.clicked(dealt.journal, 1, ["pawn.1"])[0], 1) == "grab 1"
    with pytest.raises(Unreadable):
        views.clicked(dealt.journal, 0, ["pawn.1"])
    seen = pieces(dealt.scene({2}))
    assert seen["fox.lord"].place == "shown.0.0", "while the Stop lasts, large and beside the table"
    assert seen["fox.lord"].badge == "badge-seen"
    assert "cat.lord" not in seen


def test_a_pawn_laid_among_cards_is_drawn_over_them():
    dealt = table(FOX)
    pawns = [
        {"x": -0.788, "y": 0.139},
        {"x": 0.2, "y": 0},
        {"x": -0.2, "y": 0},
    ]  # the first among the cards of seat 3
    moved = Table.from_position(dealt.position() | {"pawns": pawns})
    shown = moved.scene({0})
    assert [piece.id for piece in shown.pieces if piece.above] == ["pawn.0", "pawn.1", "pawn.2"]
    drawn = re.findall("<title>(.*?)</title>", moved.svg({0}, "en"))
    cards = [place for place, title in enumerate(drawn) if "in the hand" in title]
    assert min(drawn.index(f"pawn {n}") for n in (1, 2, 3)) > max(cards)


def test_a_request_for_two_cards_names_their_receivers():
    dealt = table(["fox.lord", "cat.lord", "turtle.lord", "cat.kid", "turtle.kid"], optional_rules=True)
    dealt.play("lords", 0)
    dealt.advance(dealt.due_ms)
    other, own = dealt.scene({1}), dealt.scene({0})
    assert "deux cartes à donner à Joueur A" in french(other.prompt)
    assert "choisissez deux de vos cartes, à mettre avec celles des autres" in french(own.prompt)
    assert first_hint(other) == "X, et encore une carte pour Joueur A."
    assert first_hint(own) == "X, et encore une carte à mettre avec celles des autres."


def first_hint(scene):
    """What is said once the first card that may be clicked is clicked, whatever it is called."""
    choice = scene.choices[0]
    node = next(choice.nodes[root] for root in choice.roots if choice.nodes[root].hint >= 0)
    return french(Message(choice.keys[node.hint], {"first": "X", **node.extra}))


def test_the_last_player_waited_for_is_named():
    dealt = table(["fox.lord", "fox.warrior", "turtle.kid", "cat.kid", "frog.kid"])
    for seat, said in (
        (0, "On attend encore 3 joueurs."),
        (1, "On attend encore 2 joueurs."),
        (3, "On attend Joueur C."),
    ):
        dealt.play(
            next(text for text in dealt.legal_actions(seat).texts() if text.startswith("choose")), seat
        )
        assert french(dealt.scene({0}).prompt).endswith(said)
        assert french(dealt.scene(set()).prompt).endswith(said)


def test_the_text_drawing_uses_notation_and_says_cards_in_words():
    dealt = table(FOX)
    drawn = text.draw(dealt.scene({0}), views.layout(dealt.journal), "fr").replace("\u202f", " ")
    hand = next(line for line in drawn.splitlines() if line.startswith("Main"))
    assert "fox.kid (Gamin Renard)" in hand
    shown = re.findall(r"P\d", drawn)
    assert {f"grab {sign[1:]}" for sign in shown} == {f"grab {n}" for n in range(3)}
    assert {f"grab {n}" for n in range(3)} <= set(dealt.legal_actions(0).texts())


def test_only_a_thing_itself_says_whose_it_is():
    shown = table(FOX).scene({0})
    labels = {place.id: french(place.label) for place in shown.places}
    for name in ("seat.2", "fan.2"):
        piece = pieces(shown)[name]
        assert f"{labels[piece.place]}, {french(piece.label)}".count("Joueur C") == 1


def test_a_call_is_cried_and_a_race_told():
    dealt = table(FOX)
    told = dealt.play("banzai", 0)
    called = dealt.scene({1}).last
    assert told.text == "banzai"
    assert (called.sound, french(called.cry), called.seat) == ("call", "Banzaï !", 0)
    assert french(dealt.scene({1}).prompt) == "Banzaï ! Attrapez un pion, vite !"
    dealt.advance(int(dealt.state[0].now_ms) + 200)
    for seat, pawn in ((0, 2), (1, 0), (2, 1)):
        dealt.play(f"grab {pawn}", seat)
    shown = dealt.scene({3})
    assert shown.last.sound == "out"
    assert pieces(shown)["pawn.0"].place == "won.1"
    assert pieces(shown)["seat.3"].face == "out"
    assert french(shown.prompt).startswith("C’est fini pour vous")
    assert [each.seat for each in shown.announcements] == [3], "who is out is told once"


def test_a_feint_is_cried_and_told_as_one():
    dealt = table(FOX)
    dealt.play("feint banz", 2)
    last = dealt.scene({0}).last
    assert (last.sound, french(last.cry), french(last.message)) == ("feint", "Banz…", "feinte : « Banz… »")


def test_a_feint_returns_after_a_second_and_darts_are_seen():
    dealt = table(FOX)
    dealt.play("feint dart", 0)
    mine = [button for button in dealt.scene({0}).choices[0].buttons if button.id.startswith("feint.")]
    assert [button.rests_ms for button in mine] == [1000] * 4
    assert dealt.why_not(mine[0].action, 0) is not None
    assert dealt.scene({1}).last.sound == "dart"
    assert not any(button.rests_ms for button in dealt.scene({1}).choices[0].buttons)
    dealt.play(mine[0].action, 0, at_ms=int(dealt.state[0]["now_ms"]) + 1000)
    assert dealt.events[-1].text == "feint banz"


def test_a_call_that_may_be_of_two_families_asks_which():
    one = table([*FOX[:3], "cat.lord", "cat.warrior"], optional_rules=True)
    assert one.text(views.clicked(one.journal, 0, ["call.stop1"])[0], 0) == "stop1 fox"
    two = Table.from_position(one.position() | {"magicians": [0]})
    shown = two.scene({0})
    assert {"family.fox", "family.cat"} <= buttons(shown).keys()
    assert two.text(views.clicked(two.journal, 0, ["call.stop1", "family.cat"])[0], 0) == "stop1 cat"
    with pytest.raises(Unreadable, match="family"):
        views.clicked(two.journal, 0, ["call.stop1"])
    none = table(["fox.lord", "cat.kid", "turtle.kid", "frog.kid", "fox.kid"])
    code = views.clicked(none.journal, 0, ["call.stop1"])[0]
    assert none.text(code, 0) == "stop1 fox", "the likeliest family, for a reason that fits"
    assert none.why_not(code, 0) is not None


def test_shown_cards_lie_large_beside_the_table_during_a_stop():
    dealt = table([*FOX[:3], "cat.kid", "turtle.kid"])
    dealt.play("stop1 fox", 0)
    dealt.advance(dealt.due_ms)

    def shown(*audience):
        scene = dealt.scene(set(audience))
        panels = [panel for panel in scene.panels if panel.kind == "shown"]
        places = {place.id for panel in panels for place in panel.places}
        return [panel.seat for panel in panels], sorted(
            piece.face for piece in scene.pieces if piece.place in places
        )

    hand = sorted(card.replace(".", "-") for card in [*FOX[:3], "cat.kid", "turtle.kid"])
    assert shown(1) == ([0], hand)
    assert shown() == ([0], hand)
    assert shown(0) == ([], []), "one's own hand lies before one"
    assert shown(0, 1) == ([0], hand), "where several look, for all of them"
    ids = [piece.id for piece in dealt.scene({0, 1}).pieces]
    assert len(ids) == len(set(ids))
    dealt.play("resume", 0)
    assert shown(1) == ([], [])
    assert pieces(dealt.scene({1}))["fox.lord"].place.startswith("seen.0.")


@pytest.mark.parametrize("pawns", range(2, 12))
def test_pawns_are_as_large_as_their_circle_allows(pawns: int) -> None:
    size = board_svg.pawn_size(pawns)
    apart = 2 * board_svg.RADIUS * 0.35 * math.sin(math.pi / pawns)
    assert board_svg.PAWN <= size <= board_svg.LARGE_PAWN
    assert size <= max(apart, board_svg.PAWN) + 0.1, "side by side, none over another"
    seats = pawns + 1
    scene = Table("banzai", seats, {"time_limit": 0}, seed=1).scene({0})
    lying = [place for place in scene.places if place.id.startswith("at.")]
    assert len(lying) == pawns
    assert {place.w for place in lying} == {size}


def test_only_actions_of_the_stop_are_asked_for():
    """Who touches a pawn within an instant is out as well (BNZ-36), and a pawn is grabbed at once: neither may wait for a second click."""

    def asked(at, seat):
        return tables.phase(at), views.choices(at.journal, seat).asked

    stopped = tables.table(4, {0: "fox:lwp cat:km"})
    assert asked(stopped, 0) == ("open", False)
    tables.call(stopped, 0, "stop1 fox", 0)
    tables.wait(stopped, 250)
    assert asked(stopped, 0) == ("stop", True)
    touched = tables.table(5)
    tables.grab(touched, 3, 0, 0)
    assert asked(touched, 1) == ("touched", False)
    for unhurried in (False, True):
        called = tables.table(4, {0: "fox:lwpkm"}, options={"unhurried": unhurried})
        tables.call(called, 0, "banzai", 0)
        tables.wait(called, 250)
        assert asked(called, 1) == ("grab", False)
