"""What several people at one screen see of what one of them has learnt."""

from __future__ import annotations

from ludotheque import Table

POSITION = {
    "game": "banzai", "seats": 4, "options": {"optional_rules": True}, "phase": "open", "exchanges": 1,
    "families": ["fox", "frog", "turtle", "cat"],
    "hands": [["fox.lord", "fox.warrior", "cat.kid", "cat.lord", "frog.kid"], ["frog.lord", "frog.warrior", "turtle.kid", "fox.kid", "fox.magician"],
              ["turtle.lord", "turtle.warrior", "frog.princess", "fox.princess", "cat.warrior"], ["cat.princess", "cat.magician", "turtle.princess", "turtle.magician", "frog.magician"]],
    "known": {"0": ["frog.lord", "turtle.lord"]},
}  # fmt: skip


def learnt(audience: set[int]) -> dict[str, list[str]]:
    scene = Table.from_position(POSITION).scene(audience)
    panels = [panel for panel in scene.panels if panel.id.startswith("learnt")]
    assert all(panel.secret for panel in panels)
    return {
        panel.id: [piece.id for piece in scene.pieces if piece.place in {place.id for place in panel.places}]
        for panel in panels
    }


def test_cards_seen_at_the_same_screen_are_covered_to_the_viewer() -> None:
    assert learnt({0, 1}) == {"learnt.0": ["learnt.0.frog.lord", "learnt.0.turtle.lord"]}
    assert learnt({0, 1, 2}) == {"learnt.0": ["learnt.0.frog.lord", "learnt.0.turtle.lord"]}
    assert learnt({1, 2}) == {}


def test_at_a_private_screen_they_lie_before_their_holder() -> None:
    assert learnt({0}) == {}
    scene = Table.from_position(POSITION).scene({0})
    assert {"frog.lord", "turtle.lord"} <= {piece.id for piece in scene.pieces}


def test_hands_being_looked_at_are_open_to_nobody_else() -> None:
    table = Table.from_position(
        POSITION | {"hands": [["fox.lord", "fox.magician", "cat.kid", "cat.lord", "frog.kid"], ["frog.lord", "frog.warrior", "turtle.kid", "fox.kid", "fox.warrior"],
                              *POSITION["hands"][2:]], "known": {}},
    )  # fmt: skip
    table.play("seer fox", 0)
    table.advance(table.due_ms)
    table.play("look 1 2 3", 0)
    for audience in ({0, 1}, {1, 2}, {0, 1, 2, 3}, set()):
        scene = table.scene(audience)
        panels = {place.id for panel in scene.panels if panel.secret for place in panel.places}
        open_cards = {
            piece.face for piece in scene.pieces if piece.sprite == "card" and piece.place not in panels
        }
        assert open_cards <= {"fox-lord", "fox-magician", "back"}, f"{audience} sees {open_cards}"
        assert all(piece.cover for piece in scene.pieces if piece.place in panels)
    alone = {piece.face for piece in table.scene({0}).pieces if piece.place.startswith("shown.")}
    assert len(alone) == 15, "whoever looks sees them large"


def test_touching_a_pawn_in_an_unrelated_stop_costs_the_game() -> None:
    def risky(call: str, *audience: int) -> set[bool]:
        hand = ["fox.lord", "fox.warrior", "fox.princess", "fox.kid", "cat.kid"]
        rest = [["frog.lord", "frog.warrior", "turtle.kid", "cat.lord", "frog.kid"], ["turtle.lord", "turtle.warrior", "frog.princess", "cat.princess", "cat.warrior"],
                ["fox.magician", "cat.magician", "turtle.princess", "turtle.magician", "frog.magician"]]  # fmt: skip
        table = Table.from_position(POSITION | {"hands": [hand, *rest], "known": {}})
        table.play(call, 0)
        table.advance(table.due_ms)
        return {piece.risky for piece in table.scene(set(audience)).pieces if piece.sprite == "pawn"}

    assert risky("stop1 fox", 0) == {False}
    assert risky("stop1 fox", 1) == risky("stop1 fox", 0, 1) == {True}
    assert risky("stop2 fox", 0) == {True}
