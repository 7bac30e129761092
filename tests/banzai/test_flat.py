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


def test_cards_seen_in_hands_at_the_same_screen_lie_covered_before_who_saw_them() -> None:
    assert learnt({0, 1}) == {"learnt.0": ["learnt.0.frog.lord"]}
    assert learnt({0, 1, 2}) == {"learnt.0": ["learnt.0.frog.lord", "learnt.0.turtle.lord"]}
    assert learnt({1, 2}) == {}


def test_alone_at_a_screen_they_lie_before_who_holds_them() -> None:
    assert learnt({0}) == {}
    scene = Table.from_position(POSITION).scene({0})
    assert {"frog.lord", "turtle.lord"} <= {piece.id for piece in scene.pieces}
