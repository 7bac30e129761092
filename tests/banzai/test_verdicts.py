"""Who is out is told large, with why and the rule; who assists the final is not told that it is over; by how much one was late."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from ludotheque.core.catalogue import say
from ludotheque.core.verbs import CHANCE_SEAT
from ludotheque.table import Table, views
from tests.banzai.tables import NOW, do, final, hand, table

FOXES = {0: "fox:lwpkm"}


def told(message: object, language: str = "en") -> str:
    return say(msgspec.to_builtins(message), language)


def raced(seats: int = 4, late: int = 3, **more: object) -> Table:
    """Seat 0 calls with a family, and all but one grab."""
    found = table(seats, FOXES, **more)
    found.play("banzai", 0, at_ms=NOW + 1000)
    hands = [seat for seat in range(seats) if seat != late and not int(found.state[0]["out"][seat])]
    for pawn, seat in enumerate(hands):
        if seat != int(found.state[0]["third"]):
            found.play(f"grab {pawn}", seat, at_ms=NOW + 1500 + pawn)
    return found


def only(found: Table, audience: set[int]):
    (announcement,) = found.scene(audience).announcements
    return announcement


def test_nothing_is_decided_while_a_round_continues() -> None:
    assert table().scene({0}).announcements == ()


def test_slow_player() -> None:
    found = raced()
    mine, theirs = only(found, {3}), only(found, {0})
    assert (mine.seat, theirs.seat) == (3, 3)
    assert mine.rules == theirs.rules == ("BNZ-20",)
    assert told(mine.title) == "You grabbed… thin air!"
    assert "Player D" in told(theirs.title)
    assert told(mine.why) == "There are fewer pawns than hands: whoever has none is out."
    assert only(found, {0, 3}).title == theirs.title, "a screen of several says who"


def test_false_call() -> None:
    found = table(4)
    found.play("banzai", 1, at_ms=NOW + 1000)
    for pawn, seat in enumerate((0, 2, 3)):
        found.play(f"grab {pawn}", seat, at_ms=NOW + 1500 + pawn)
    assert (only(found, {1}).seat, only(found, {1}).rules) == (1, ("BNZ-37",))
    held = max(Counter(card.partition(".")[0] for card in hand(found, 1)).values())
    assert told(only(found, {1}).title) == "You called without a complete family!"
    assert told(only(found, {1}).why) == f"You held {held} cards of one family, and 5 are needed."
    assert told(only(found, {0}).why) == "Whoever calls “Banzaï!” without a complete family is out."


def test_a_lot_is_told_to_its_owner_alone() -> None:
    found = table(4, {0: "fox:lwpkm", 1: "cat:lwp frog:lw"}, options={"time_limit": 10, "time_up": "lot"})
    for seat in (2, 3):
        do(found, seat, "choose", 100, card=min(hand(found, seat)))
    found.advance(found.due_ms)
    for card, seat, key in (("fox.lord", 0, "lot_broke"), ("cat.lord", 1, "lot_card_seen")):
        found.play(f"draw card {card}", CHANCE_SEAT)
        said = {audience: views.event_views(found.journal, {audience})[-1].message for audience in range(4)}
        for audience, message in said.items():
            what = message.args["what"].key if message.key == "banzai.event.then" else message.key
            assert what == f"banzai.event.{key if audience == seat else 'lot_card'}", (card, audience)


@pytest.mark.parametrize(
    ("given", "key"),
    [("fox:lwpkm", "banzai.time.broken"), ("fox:lwpk cat:m", "banzai.time.chosen")],
)
def test_only_the_slow_caller_hears_that_a_fifth_was_passed_on(given: str, key: str) -> None:
    found = table(4, {0: given}, options={"time_limit": 10})
    found.advance(found.due_ms)

    def what_is_said(audience: set[int]) -> str:
        message = views.event_views(found.journal, audience)[-1].message
        return str(message.args["what"].key)

    assert what_is_said({0}) == key
    for others in ({1}, set(), {0, 1, 2, 3}):
        assert what_is_said(others) == "banzai.time.chosen", "a complete family is a secret"


def test_fatal_touch() -> None:
    found = table(4)
    found.play("grab 0", 2, at_ms=NOW + 1000)
    found.advance(found.due_ms)
    assert (only(found, set()).seat, only(found, set()).rules) == (2, ("BNZ-36",))


def test_a_toucher_is_told_to_be_out_and_others_not_to_touch() -> None:
    found = table(4)
    found.play("grab 0", 2, at_ms=NOW + 1000)
    assert found.scene({2}).prompt.key == "banzai.prompt.touched.you"
    assert found.scene({1}).prompt.key == "banzai.prompt.touched"
    assert found.scene(set()).prompt.key == "banzai.prompt.touched"


def test_false_starters_and_slow_players_are_told_differently() -> None:
    found = table(4, FOXES)
    found.play("banzai", 0, at_ms=NOW + 1000)
    found.play("grab 0", 1, at_ms=NOW + 1050)
    for pawn, seat in enumerate((0, 2, 3)):
        found.play(f"grab {pawn}", seat, at_ms=NOW + 1500 + pawn)
    rules = {announcement.seat: announcement.rules for announcement in found.scene(set()).announcements}
    assert rules == {1: ("BNZ-22",)}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_way_to_say_it_has_its_words(language: str) -> None:
    for number in (1, 2, 3):
        said = [told(only(raced(round=number), {0}).title, language)]
        assert not any("[" in text or "{who}" in text for text in said)


def test_family_holders_are_told_to_grab_except_the_finals_third() -> None:
    """BNZ-51: the last pawn is not the third player's to take."""
    assert told(table(4, FOXES).scene({0}).prompt) == "A complete family: call “Banzaï!”, then grab a pawn!"
    third = final({2: "fox:lwpkm"}).scene({2}).prompt
    assert told(third) == "A complete family: call “Banzaï!”, and they fight for the pawn!"


def test_the_finals_third_player_is_not_told_that_it_is_over() -> None:
    found = raced(3, late=2)
    mine = only(found, {2})
    assert mine.rules == ("BNZ-20", "BNZ-47", "BNZ-51")
    assert "without taking the pawn" in told(mine.why)
    prompt = found.scene({2}).prompt
    assert prompt.key == "banzai.prompt.end.third"
    assert told(prompt) == "2 players are not ready yet.", (
        "why, and what they still play, is told in the verdict alone"
    )
    assert "Player C" in told(only(found, {0}).why)
    assert told(found.scene(set()).last.message).endswith(
        "Out: Player C, who stays in the final as third player."
    )
    assert "third player" not in told(raced(4).scene(set()).last.message)


def test_final_eliminations_say_so_and_name_the_missing() -> None:
    prompt = raced().scene({3}).prompt
    assert prompt.key == "banzai.prompt.end.out"
    assert "Waiting for 3 more players." in told(prompt)


def test_the_master_wears_the_crown() -> None:
    found = table(3, {0: "fox:lwpkm"}, final=True, third=2, out=[2], pawns=[{"x": 0.0, "y": 0.35}])
    found.play("banzai", 0, at_ms=NOW + 1000)
    found.play("grab 0", 0, at_ms=NOW + 1500)
    scene = found.scene({0})
    crowned = [announcement for announcement in scene.announcements if announcement.crown]
    assert [told(announcement.title) for announcement in crowned] == ["You are the Banzaï Master!"]
    assert {piece.seat for piece in scene.pieces if piece.badge == "badge-crown"} == {0}
    lines = {standing.seat: [line.key for line in standing.lines] for standing in scene.standings}
    assert lines[2] == lines[1] == ["banzai.standing.out"], "the final is over for its third player, too"
    assert "banzai.standing.master" in lines[0]
    assert "banzai.standing.cards" not in lines[0], "cards count for nothing any more"


def test_unhurried_latecomers_hear_by_how_much() -> None:
    found = table(3, FOXES, options={"unhurried": True})
    found.play("banzai", 0)
    found.play("grab 0", 0)
    found.play("grab 1", 1)
    found.play("grab 1", 2)
    for step in (5, 5, 20):
        found.play(f"draw reaction {step}", -1)
    late = round(float(found.box[0]["reaction_ms"][20] - found.box[0]["reaction_ms"][5]) / 10)
    assert late > 1
    words = f"Player C reaches pawn 2 {late} hundredths of a second after Player B."
    assert words in told(found.scene({2}).last.message)
    assert "of a second after" not in told(found.scene({1}).last.message), "the aim was sealed"


def test_unhurried_close_latecomers_came_just_after() -> None:
    found = table(3, FOXES, options={"unhurried": True})
    found.play("banzai", 0)
    found.play("grab 0", 0)
    found.play("grab 1", 1)
    found.play("grab 1", 2)
    for step in (5, 5, 5):
        found.play(f"draw reaction {step}", -1)
    late = found.scene({2}).last.message
    assert "Player C reaches pawn 2 just after Player B." in told(late)


def test_a_pawn_whose_touch_is_fatal_says_so() -> None:
    def risky(found: Table, audience: set[int]) -> set[bool]:
        return {piece.risky for piece in found.scene(audience).pieces if piece.sprite == "pawn"}

    found = table(4, {0: "fox:lwp"})
    assert risky(found, {0}) == {True}
    found.play("stop1 fox", 0, at_ms=NOW + 1000)
    found.advance(found.due_ms)
    assert (risky(found, {0}), risky(found, {1})) == ({False}, {True}), "in one's own Stop they are moved"
    found.play("keep", 0)
    assert risky(found, {0}) == {True}, "until that is done"
    racing = table(4, FOXES)
    racing.play("banzai", 0, at_ms=NOW + 1000)
    assert risky(racing, {1}) == {False}


def test_an_eliminated_finalist_is_no_longer_in_the_running() -> None:
    assert [standing.out for standing in final().scene({0}).standings] == [False, False, True, True]


def test_aiming_makes_no_sound_of_a_card() -> None:
    found = table(3, FOXES, options={"unhurried": True})
    found.play("banzai", 0)
    found.play("grab 0", 0)
    for audience in ({0}, {1}, set()):
        assert (found.scene(audience).last.sound, told(found.scene(audience).last.message)) == (
            "",
            "goes for a pawn",
        )
