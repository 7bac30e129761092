"""What is seen at Bantu: pieces and places, hints, costs, shields, refusals, happenings, the board's picture and sketch."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque import Table
from ludotheque.core.catalogue import holes, say
from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.message import Message
from ludotheque.games.bantu.board_layout import SQUARE, Ground
from ludotheque.games.bantu.board_svg import GROUND, draw
from ludotheque.games.bantu.components import build
from ludotheque.scene import text
from ludotheque.scene.model import Choices, Node
from ludotheque.table import views
from tests.bantu.boards import small, track
from tests.bantu.comparison import CROSSED, LONE, WAYS
from tests.bantu.test_rules_components import largest


def roots(table: Table) -> tuple[Choices, dict[str, Node]]:
    (choices,) = table.scene(table.actors).choices
    return choices, {choices.nodes[index].click: choices.nodes[index] for index in choices.roots}


def ends(choices: Choices, root: Node) -> dict[str, Node]:
    return {choices.nodes[index].click: choices.nodes[index] for index in root.next}


def label(table: Table, choices: Choices, root: Node, end: Node, language: str = "fr") -> str:
    scene = table.scene(())
    names: dict[str, Any] = {
        thing.id: thing.label for thing in (*scene.pieces, *views.layout(table.journal).places)
    }
    args = {"first": names[root.click], "last": names[end.click], **end.extra}
    return say(Message(choices.keys[end.key], args), language)


def hint(choices: Choices, root: Node, language: str = "fr") -> str:
    assert root.hint >= 0
    return say(Message(choices.keys[root.hint], root.extra), language)


@pytest.mark.rule("BAN-26", "BAN-27", "BAN-28")
def test_a_chosen_pawn_says_how_far_it_goes_and_why():
    choices, pawns = roots(track("2:r20a 3:r15b 1:start", "4:r20b", "4:r20c", "3:r20d"))
    assert (
        hint(choices, pawns["p0.2"])
        == "Le 2 avance de 13 cercles, la somme de sa rangée\u00a0: 2 + 4 + 4 + 3."
    )
    assert hint(choices, pawns["p0.3"]) == "Le 3, seul dans sa rangée, avance de 3 cercles."
    assert hint(choices, pawns["p0.1"], "en") == "Pawn 1 enters: put it on a free circle of its start line."


def test_an_action_label_names_the_place_pointed_at():
    choices, pawns = roots(track("2:r20a 3:r15b 1:start", "4:r20b", "4:r20c", "3:r20d"))
    named = {place.id: place.name for place in views.layout(track("3:r15b", "").journal).places if place.name}
    found = [end for pawn in pawns.values() for end in ends(choices, pawn).values()]
    circles = [end for end in found if end.click in named]
    assert circles
    assert all(end.extra["place"] == named[end.click] for end in circles)


def test_the_board_numbers_circles_as_sentences_do():
    named = {place.id: place for place in views.layout(track("3:r15b", "").journal).places if place.name}
    assert (named["r15b"].name, named["r0d"].name) == ("15-2", "0-4")
    assert len({place.name for place in named.values()}) == len(named)
    assert "14, circle 4" in say(named["r14d"].label, "en")


def test_every_destination_has_the_way_that_leads_there():
    table = track("3:r15b", "")
    choices, pawns = roots(table)
    found = ends(choices, pawns["p0.3"])
    assert found["r17c"].path == ("r16b", "r17b")
    for name, node in found.items():
        code, path = views.clicked(table.journal, 0, ["p0.3", name])
        assert (code, path) == (node.action, (*node.path, name))


@pytest.mark.rule("BAN-32", "BAN-35")
def test_the_cost_of_a_capture_shows_beforehand():
    table = track("2:r16d", "3:r18d")
    choices, pawns = roots(table)
    end = ends(choices, pawns["p0.2"])["r18d"]
    assert (
        label(table, choices, pawns["p0.2"], end)
        == "Prendre le 3 bleu au palier 18\u00a0: il perd 11 paliers"
    )
    one = track("2:r16d", "2:r18d")
    choices, pawns = roots(one)
    end = ends(choices, pawns["p0.2"])["r18d"]
    assert label(one, choices, pawns["p0.2"], end, "en") == "Capture blue 2 at level 18: it loses 4 levels"


def test_escapes_and_surplus_are_mentioned():
    table = track("4:r26c 2:r18a", "3:r20c")
    choices, pawns = roots(table)
    home = ends(choices, pawns["p0.4"])["finish"]
    assert label(table, choices, pawns["p0.4"], home) == "Arriver, avec 2 cercles de trop"
    safe = ends(choices, pawns["p0.2"])["r20a"]
    assert label(table, choices, pawns["p0.2"], safe) == "Aller au palier 20, cercle 1, à l’abri"
    open_end = ends(choices, pawns["p0.2"])["r19b"]
    assert label(table, choices, pawns["p0.2"], open_end) == "Aller au palier 19, cercle 2"
    exact = track("2:r26a", "")
    choices, pawns = roots(exact)
    home = ends(choices, pawns["p0.2"])["finish"]
    assert label(exact, choices, pawns["p0.2"], home) == "Arriver, au compte exact"


@pytest.mark.rule("BAN-34", "BAN-35")
def test_a_protected_pawn_has_a_labelled_shield():
    table = track("1:r22b 3:r25b", "4:r0a", "2:r22c")
    pieces = {piece.id: piece for piece in table.scene(()).pieces}
    assert {name for name, piece in pieces.items() if piece.badge == "shield"} == {"p0.1", "p1.4", "p2.2"}
    assert say(pieces["p0.1"].label, "fr") == "Pion 1 rouge au palier 22, cercle 2, protégé"
    assert say(pieces["p0.3"].label, "fr") == "Pion 3 rouge au palier 25, cercle 2"
    assert say(pieces["p0.2"].label, "fr") == "Pion 2 rouge, sur sa case de départ"


def test_each_seat_has_its_own_shape_beside_its_colour():
    pieces = Table("bantu", 4, first=0).scene(()).pieces
    assert {(piece.tint, piece.face.partition("-")[0], piece.sign[0]) for piece in pieces} == {
        ("red", "disc", "●"), ("blue", "square", "■"), ("yellow", "diamond", "◆"), ("green", "triangle", "▲"),
    }  # fmt: skip
    assert {piece.face[-1] for piece in pieces} == set("1234")


@pytest.mark.parametrize(
    ("clicks", "why"),
    [
        ([], "nothing"),
        (["r9c"], "choose"),
        (["finish"], "choose"),
        (["p1.3"], "theirs"),
        (["r20a"], "theirs"),
        (["p2.4"], "partners"),
        (["p0.4"], "home"),
        (["p0.2"], "where"),
        (["r18a"], "where"),
        (["start.1.0"], "where"),
        (["p0.2", "z99"], "where"),
        (["p0.2", "start.1.0"], "where"),
        (["p0.2", "p2.1"], "where"),
    ],
)
def test_clicks_without_an_action_are_refused(clicks, why):
    table = track("2:r18a 4:finish", "3:r20a", "4:r9a", "", options={"teams": True})
    with pytest.raises(Unreadable) as caught:
        views.clicked(table.journal, 0, clicks)
    assert caught.value.message is not None
    assert caught.value.message.key == f"bantu.click.{why}"
    for language in ("fr", "en"):
        said = say(caught.value.message, language)
        assert "[" not in said
        assert not holes(said)


@pytest.mark.rule("BAN-31", "BAN-38")
def test_a_pawn_that_is_stuck_says_how_far_it_would_have_to_go():
    table = track("2:r18a 3:r19a", "")
    with pytest.raises(Illegal) as caught:
        views.clicked(table.journal, 0, ["p0.2"])
    assert say(caught.value.message, "fr").startswith("Ce pion doit avancer de 2 cercles")
    assert caught.value.rules == ("BAN-31", "BAN-38")
    free = track("3:r9a", "4:r0a", "4:r0b", "4:r0c")
    assert "p0.4" in roots(free)[1], "one circle is free"
    taken = track("", "4:r0a", "4:r0b", "4:r0c", components=small())
    with pytest.raises(Illegal) as caught:
        views.clicked(taken.journal, 0, ["p0.4"])
    assert caught.value.message.key == "bantu.click.line_full"


@pytest.mark.parametrize(
    ("clicks", "why"),
    [
        (["p0.2", "p0.3"], "own_pawn"),
        (["p0.2", "r19a"], "wrong_count"),
        (["p0.2", "p2.2"], "partners_pawn"),
        (["p0.2", "r17a"], "behind"),
        (["p0.2", "r26b"], "too_far"),
        (["p0.2", "finish"], "finish_too_far"),
        (["p0.2", "p0.4"], "finish_too_far"),
        (["p0.2", "p0.2"], "same_circle"),
        (["p0.1", "r14a"], "other_start_line"),
    ],
)
def test_an_illegal_click_says_why(clicks, why):
    table = track("2:r18a 3:r19b 4:finish", "", "2:r20a", "", options={"teams": True})
    code, _ = views.clicked(table.journal, 0, clicks)
    refusal = table.why_not(code, 0)
    assert refusal is not None
    assert refusal.key == why
    assert refusal.rules


def test_passing_is_a_button():
    table = track("1:r26a 2:finish 3:finish 4:finish", "3:r27a 4:r27b")
    scene = table.scene({0})
    (choices,) = scene.choices
    assert [button.id for button in choices.buttons] == ["pass"]
    assert say(choices.buttons[0].label, "fr") == "Perdre ce tour"
    assert scene.prompt.key == "bantu.prompt.pass.you"
    table.play("pass")
    assert (
        say(views.event_view(table.journal, (), 0).message, "fr")
        == "Aucun pion ne peut bouger (les rouges)\u00a0: tour perdu"
    )


@pytest.mark.parametrize(
    ("pawns", "task"),
    [("", "enter"), ("1:finish", "enter"), ("1:r22a", "both"), ("1:r22a 2:finish 3:finish 4:finish", "move")],
)
def test_the_prompt_says_what_to_do(pawns, task):
    table = track(pawns, "4:r1a")
    assert table.scene({0}).prompt.key == f"bantu.prompt.{task}.you"
    assert table.scene({0, 1}).prompt.key == f"bantu.prompt.{task}.here"
    assert say(table.scene({0, 1}).prompt, "fr").startswith("À vous, Joueur 1\u00a0: ")
    assert say(table.scene({1}).prompt, "fr") == "On attend Joueur 1."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "Victoire des rouges\u202f!"),
        ({"teams": True}, "Victoire des rouges et des jaunes\u202f!"),
    ],
)
def test_the_prompt_of_a_finished_game_names_the_winner(options, words):
    home = "1:finish 2:finish 3:finish 4:finish"
    table = track(home, "", home if options else "", "", to_play=1, options=options)
    assert say(table.scene(()).prompt, "fr").startswith(words)
    stopped = track("4:r9a", "", "4:r5a", "", turns=[300] * 4, options=options)
    assert stopped.scene(()).prompt.key == f"bantu.prompt.over.limit{'_team' if options else ''}"
    assert track("", "", turns=[300, 300]).scene(()).prompt.key == "bantu.prompt.over.shared"


def event_view(table: Table, said: str) -> Any:
    table.play(said)
    return views.event_view(table.journal, (), len(table.events) - 1)


def test_moves_are_shown_step_by_step():
    told = event_view(track("3:r15b", ""), "3: r17c")
    assert [(motion.kind, motion.path) for motion in told.motions] == [
        ("hop", ("r15b", "r16b", "r17b", "r17c"))
    ]
    assert told.trace == ("r15b", "r16b", "r17b", "r17c")
    assert (
        say(told.message, "fr") == "Le 3 rouge va du palier 15, cercle 2 au palier 17, cercle 3 (3 cercles)"
    )
    told = event_view(track("", ""), "4: r0b")
    assert [(motion.kind, motion.path) for motion in told.motions] == [("slide", ("start.4.0", "r0b"))]


def test_a_captured_pawn_goes_back_when_the_other_has_come():
    told = event_view(track("2:r16d", "3:r18d"), "2: r18d")
    assert [(m.piece, m.path, m.after) for m in told.motions] == [
        ("p0.2", ("r16d", "r17d", "r18d"), False),
        ("p1.3", ("r18d", "start.3.1"), True),
    ]
    assert (
        say(told.message, "en")
        == "The red 2 goes from level 16, circle 4 to level 18, circle 4 (2 circles) and sends the blue 3 back to its start"
    )


def test_a_shown_capture_says_what_it_cost():
    told = event_view(track("2:r16d", "3:r18d"), "2: r18d")
    assert say(told.moment.text, "en") == "The red 2 sends it back: 11 levels lost."
    assert say(told.moment.text, "fr").endswith("\u00a0: 11 paliers perdus.")


def test_coming_home_ends_on_a_spot_of_the_finish():
    table = track("4:r26c", "")
    told = event_view(table, "4: finish")
    assert [motion.path for motion in told.motions] == [("r26c", "r27c", "finish"), ("finish", "finish.0.4")]
    assert {piece.id: piece.place for piece in table.scene(()).pieces}["p0.4"] == "finish.0.4"
    assert say(table.scene(()).standings[0].lines[0], "fr") == "1 arrivé sur 4"


@pytest.mark.parametrize("components", [None, small(), CROSSED, LONE, largest()])
def test_any_track_has_its_picture_and_room_for_everybody(components):
    table = Table("bantu", seats=4, seed=1, first=0, components=components)
    layout = views.layout(table.journal)
    picture = ElementTree.fromstring(views.board_svg(table.journal))
    assert picture.get("viewBox") == f"0 0 {layout.width:g} {layout.height:g}"
    places = {place.id: place for place in layout.places}
    for place in layout.places:
        assert place.w / 2 <= place.x <= layout.width - place.w / 2
        assert place.h / 2 <= place.y <= layout.height - place.h / 2
    round_ones = [place for place in layout.places if place.shape == "circle"]
    for i, one in enumerate(round_ones):
        for other in round_ones[:i]:
            apart = ((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5
            assert apart >= 0.95 * (one.w + other.w) / 2, (one.id, other.id)
    for pawn in range(1, 5):
        square = places[f"start.{pawn}"]
        for seat in range(4):
            spot = places[f"start.{pawn}.{seat}"]
            assert max(abs(spot.x - square.x), abs(spot.y - square.y)) + spot.w / 2 <= square.w / 2


def in_characters(table: Table) -> list[str]:
    drawn = text.board_lines(table.scene(()), views.layout(table.journal), lambda message: say(message, "fr"))
    return [str(line) for line in drawn]


@pytest.mark.parametrize("components", [None, small(), CROSSED, LONE])
def test_the_text_board_shows_every_pawn_in_eighty_columns(components):
    table, rng = Table("bantu", 4, seed=3, first=0, components=components), random.Random(3)
    while not table.is_over:
        if len(table.events) % 9 == 0:
            lines = in_characters(table)
            assert max(map(len, lines)) <= 80
            said = "\n".join(lines)
            for piece in table.scene(()).pieces:
                assert said.count(piece.sign) == 1, piece.id
        table.play(rng.choice(list(table.legal_actions())))


def test_the_sketch_reads_like_the_description_of_the_board():
    lines = in_characters(track("3:r15b", ""))
    assert lines[0] == "  ".join(["   a   b   c   d "] * 4).rstrip()
    assert lines[3].startswith(" 1 ()  ()==()  ()")
    assert "15 ()  ●3==()  ()" in lines[3]
    assert lines[7].split() == ["X"] * 4
    assert lines[-1].startswith("finish")


@pytest.mark.parametrize(("seats", "options"), WAYS)
def test_every_choice_has_words_in_both_languages(seats, options):
    table, rng = Table("bantu", seats, options, seed=1), random.Random(seats)
    while not table.is_over:
        if len(table.events) % 7 == 0:
            choices, pawns = roots(table)
            for root in pawns.values():
                for language in ("fr", "en"):
                    if root.next:
                        said = hint(choices, root, language)
                        assert "[" not in said
                        assert not holes(said)
        table.play(rng.choice(list(table.legal_actions())))


@pytest.mark.parametrize("starts", [(28, 11, 5, 1), (33, 14, 2, 21), (16, 14, 35, 19), (7, 4, 9, 2)])
def test_the_way_from_a_start_square_stays_with_it(starts: tuple[int, ...]) -> None:
    """It ends within its square, and where it passes beside it, it turns in at the near edge."""
    circles = [(rank, lane) for rank in range(36) for lane in range(3)]
    rows = [[(rank, lane) for lane in range(3)] for rank in range(36)]
    links = [((rank, lane), (rank + 1, lane)) for rank, lane in circles if rank < 35]
    lines = [rows[rank] for rank in starts]
    ground = Ground(build(36, 3, 300, rows, links, lines, rows[-1])[0])
    for pawn, square in enumerate(ground.squares):
        (x, y), corner, end = ground.way(pawn)
        assert (x, y) == ground.entrance(pawn)
        assert max(abs(end[0] - square.x), abs(end[1] - square.y)) <= SQUARE / 2 - 32
        for entrance, at, last in zip((x, y), corner, end, strict=True):
            assert min(entrance, last) <= at <= max(entrance, last)
        drawn = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in ((x, y), corner, end))
        assert drawn in draw(ground)


def test_crossings_lie_over_the_grounds_of_rows() -> None:
    rows = [[(rank, 0), (rank, 1)] for rank in range(28)]
    links = [((rank, 0), (rank + 1, 1)) for rank in range(27)]
    ground = Ground(build(28, 2, 300, rows, links, [rows[rank] for rank in (0, 7, 14, 21)], rows[-1])[0])
    picture = draw(ground)
    (x, y), (to_x, to_y) = ground.circle(2), ground.circle(5)
    crossing = picture.rindex(f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}")
    assert picture.rindex(f'stroke-width="{GROUND}"') < crossing < picture.index("<circle")
