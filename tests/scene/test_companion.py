"""The companions of real boxes: they name real rows, words and symbols, and set, answer and count as the rules do."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from ludotheque.core import components, registry, rule_search, rulebook
from ludotheque.core.catalogue import LANGUAGES, of_game
from ludotheque.core.errors import BadComponents, BadInput, BadPosition, Illegal
from ludotheque.core.game import Game
from ludotheque.scene.art import sprites_of, symbols_in
from ludotheque.table import Table, companion
from ludotheque.table.companion import Counting, OnTable, Order

GAMES = [*registry.installed_games().values()]
WITH_FILE = [game for game in GAMES if companion.of_game(game) != companion.Companion()]


def set_by_hand(name: str, seats: int, *laid: tuple[str, str], **more: Any) -> OnTable:
    """The table of a game after some things were laid."""
    game = registry.get(name)
    seen = companion.look(game, Order(seats=seats, **more))
    for each in laid:
        seen = companion.look(game, Order(seats=seats, position=seen.position, lay=each, **more))
    return seen


@pytest.mark.parametrize("game", WITH_FILE, ids=lambda game: game.name)
def test_a_companion_names_real_rows_keys_and_symbols(game: Game) -> None:
    told = companion.of_game(game)
    assert set(companion.rows_of(game)) <= {row.id for row in rulebook.rows(game)}
    for language in LANGUAGES:
        words = of_game(game, language)
        assert [key for key in companion.messages(game) if key not in words] == []
        kinds = {key.split(".choice.")[1] for key in words if ".choice." in key}
        assert {
            each for each in told.allowed if not any(f"{kind}_".startswith(f"{each}_") for kind in kinds)
        } == set()
    symbols = symbols_in(sprites_of(game))
    drawn: list[Any] = [*told.thing, *(face for dice in told.dice for face in dice.faces)]
    drawn += [*companion.choices_of(told.pad), *told.pad.table, *told.pad.player] if told.pad else []
    assert {each.sprite for each in drawn if each.sprite} <= symbols
    names = {option.name for option in game.options}
    assert {told.board.compose, *(each.option for each in told.question)} <= {"", *names}
    assert {row.id for row in rulebook.rows(game) if row.reconstructed} >= set(told.board.rows)
    rows = {row.id: row for row in rulebook.rows(game)}
    for name, screen in told.screen.items():
        for texts, left_out in ((rows[name].ruling, screen.ruling), (rows[name].easy, screen.easy)):
            for language in LANGUAGES if left_out else ():
                assert max(left_out) <= len(companion.sentences(texts[language])), (name, language)


@pytest.mark.parametrize("game", WITH_FILE, ids=lambda game: game.name)
def test_nothing_beside_the_box_is_about_options_or_a_screen(game: Game) -> None:
    for row in companion.rows_beside(game):
        for text in (*row.text.values(), *row.ruling.values(), *row.easy.values()):
            assert text
            assert not re.search(
                r"\b(options?|écran|screen|clique\w*|click\w*|millisecond\w*|ms)\b", text.casefold()
            ), row.id
    for language in LANGUAGES:
        for key, said in of_game(game, language).items():
            if key.startswith((f"{game.name}.ready.", f"{game.name}.box.")):
                assert not re.search(r"\b(option|écran|screen|clique\w*|click\w*)\b", str(said).casefold()), (
                    key
                )


def test_a_ruling_keeps_what_holds_at_a_real_table() -> None:
    rows = {row.id: row for row in companion.rows_beside(registry.get("banzai"))}
    assert rows["BNZ-16"].ruling["en"] == "Nobody says it for you: waiting is a bluff."
    assert rows["BNZ-16"].easy["en"].endswith("That is a bluff.")
    assert rows["BNZ-11"].ruling == {}
    assert "BNZ-22" not in rows


@pytest.mark.parametrize(
    ("game", "question", "language", "first"),
    [
        ("banzai", "j'ai touché un pion trop tôt", "fr", "BNZ-36"),
        ("banzai", "et si je crie trop tot", "fr", "BNZ-37"),
        ("banzai", "faux départ", "fr", "BNZ-36"),
        ("banzai", "I touched a pawn too early", "en", "BNZ-36"),
        ("banzai", "sans se presser", "fr", ""),
        ("banjooli-cross", "quatre cents tours", "fr", ""),
        ("bantu", "et si personne ne peut bouger", "fr", "BAN-40"),
        ("bantu", "300 tours", "fr", ""),
        ("billabong", "deux coups différents même case", "fr", ""),
        ("boussanga", "treizième carte", "fr", ""),
    ],
)
def test_a_question_beside_the_box_gets_its_row_or_none(
    game: str, question: str, language: str, first: str
) -> None:
    """Where the best row is about a screen, another one answers, or nothing is said to."""
    found = registry.get(game)
    answer = rule_search.find(
        companion.rows_beside(found), question, language, companion.questions_beside(found)
    )
    assert (answer.rows[0].id if answer.rows else "") == first


@pytest.mark.parametrize(
    ("game", "more", "action", "rows"),
    [
        ("banjooli-cross", {}, "red 2c1", ("BJC-22",)),
        ("banjooli-cross", {}, "red 0c1", ("BJC-29", "BJC-22")),
        ("bantu", {"pawns": [{"seat": 0, "number": 3, "at": "r15b"}]}, "3: r20b", ("BAN-27", "BAN-28")),
        ("bantu", {"pawns": [{"seat": 0, "number": 3, "at": "r15b"}]}, "3: r16b", ("BAN-31", "BAN-27", "BAN-28")),
        ("billabong", {}, "p1-a14", ("BIL-18", "BIL-20")),
    ],
)  # fmt: skip
def test_a_refusal_quotes_the_row_that_says_how_far(
    game: str, more: dict[str, Any], action: str, rows: tuple[str, ...]
) -> None:
    begun = companion.look(registry.get(game), Order(seats=3)).position
    refusal = Table.from_position({**begun, **more}, seed=0).why_not(action, 0)
    assert refusal is not None
    assert refusal.rules == rows


def test_every_game_of_the_library_has_a_companion() -> None:
    assert {game.name for game in WITH_FILE} == {
        "banjooli-cross",
        "bantu",
        "banzai",
        "billabong",
        "boussanga",
    }


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_way_is_drawn_and_can_be_asked_about(game: Game) -> None:
    for number, way in enumerate(companion.of_game(game).way):
        for seats in way.seats or game.seats:
            game.check_options(seats, way.options)
            ElementTree.fromstring(companion.start(game, seats, number))
        seen = companion.look(game, Order(seats=(way.seats or game.seats)[0], options=way.options))
        assert seen.scene.choices, "somebody may act, so something can be asked"
        again = companion.look(game, Order(seats=seen.position["seats"], position=seen.position))
        assert again.position == seen.position
        assert not any(panel.secret for panel in seen.scene.panels) or companion.of_game(game).board.hand


def test_a_pawn_is_set_moved_on_and_put_back() -> None:
    seen = set_by_hand("bantu", 2, ("p0.3", "r15b"), ("p1.1", "r22c"), ("p1.1", "start.1.1"))
    assert seen.position["pawns"] == [{"seat": 0, "number": 3, "at": "r15b"}]
    with pytest.raises(BadPosition):
        set_by_hand("bantu", 2, ("p0.1", "r3b"))  # behind its own start line
    with pytest.raises(BadPosition):
        set_by_hand("bantu", 2, ("nothing", "r3b"))


def test_a_kangaroo_is_set_turned_over_and_brought_home() -> None:
    seen = set_by_hand("billabong", 3, ("k0.3", "d9"), ("k0.3", "d9"), ("k2.0", "lake.4"))
    by_cell = {each["cell"]: each for each in seen.position["kangaroos"]}
    assert by_cell["d9"] == {"seat": 0, "colour": "red", "cell": "d9", "crossings": 1}
    assert by_cell["home"]["seat"] == 2
    with pytest.raises(BadPosition):
        set_by_hand("billabong", 3, ("k0.3", "h7"))  # in the water
    with pytest.raises(BadPosition):
        set_by_hand("billabong", 3, ("referee", "d9"))


def test_two_run_two_colours_each_on_the_board_too() -> None:
    seen = set_by_hand("billabong", 2, ("k1.5", "d9"))
    assert {each["seat"] for each in seen.position["kangaroos"] if each["colour"] == "blue"} == {1}
    assert [each["colour"] for each in seen.position["kangaroos"] if each["cell"] == "d9"] == ["green"]


def test_tokens_and_cards_lie_where_they_are_put() -> None:
    seen = set_by_hand(
        "boussanga",
        2,
        ("token.T", "c4"),
        ("token.F", "c4"),
        ("F.c4", "d4"),
        ("token.A", "a1"),
        ("A.a1", "a1"),
    )
    assert "".join(seen.position["board"]).strip(".") == "F"
    assert seen.position["reserve"] == {"T": 16, "E": 16, "A": 16, "F": 15}
    [card] = [piece for piece in seen.scene.pieces if piece.place == "hand.1.2"]
    seen = set_by_hand("boussanga", 2, (card.id, "hand.0.0"))
    at = {piece.place: piece.id for piece in seen.scene.pieces}
    assert at["hand.0.0"] == card.id != at["hand.1.2"]
    with pytest.raises(BadPosition):
        set_by_hand(
            "boussanga", 2, *[("token.T", f"{file}1") for file in "abcd"]
        )  # a line of four leaves the board


def test_ostriches_run_are_scared_and_arrive_and_dice_turn() -> None:
    seen = set_by_hand(
        "banjooli-cross", 3, ("o.red", "2c1"), ("o.red", "2c1"), ("o.blue", "podium.1"), ("o.green", "podium.2"), ("o.blue", "nest.3"), ("die.5", "tray.5")
    )  # fmt: skip
    birds = seen.position["ostriches"]
    assert birds["red"] == {"at": "2c1", "scared": True}
    assert (birds["green"], birds["blue"]) == ({"at": "podium", "place": 1}, {"at": "nest"})
    assert (seen.position["phase"], seen.position["dice"]["sorcery"]) == ("choose", "blue")


def test_berries_lie_on_the_course_and_are_moved_and_taken_away() -> None:
    game = registry.get("banjooli-cross")
    assert companion.of_game(game).way[1].options == {"berries": True}
    assert companion.start(game, 3, 1).count("#berry") == 3
    assert "#berry" not in companion.start(game, 3, 0)
    seen = set_by_hand("banjooli-cross", 3, options={"berries": True})
    [first, *others] = seen.position["berries"]
    berries = [piece.id for piece in seen.scene.pieces if piece.sprite == "berry"]
    assert (berries, seen.stock) == (["berry.0", "berry.1", "berry.2"], ())

    def lay(seen: OnTable, place: str) -> OnTable:
        return companion.look(game, Order(seats=3, position=seen.position, lay=("berry.0", place)))

    away = lay(seen, first)
    assert (list(away.position["berries"]), [piece.id for piece in away.stock]) == (others, ["berry.0"])
    assert lay(away, first).position == {**seen.position, "berries": {**away.position["berries"], first: seen.position["berries"][first]}}  # fmt: skip
    for where in ("0c1", others[0]):  # too near the start; on another one
        with pytest.raises(BadPosition):
            lay(seen, where)
    with pytest.raises(BadPosition):
        set_by_hand("banjooli-cross", 3, ("berry.0", first))


def test_a_die_shows_any_face_at_once() -> None:
    seen = set_by_hand("banjooli-cross", 3)
    assert [len(shown) for shown in seen.faces.values()] == [6] * 6
    green = set_by_hand("banjooli-cross", 3, ("die.1.green", "tray.1"), ("die.5.white", "tray.5")).position[
        "dice"
    ]
    assert (green["movement"][1], green["sorcery"]) == ("green", "white")
    with pytest.raises(BadPosition):
        set_by_hand("banjooli-cross", 3, ("die.1.pink", "tray.1"))


def test_a_course_is_laid_as_on_the_table() -> None:
    course = "C1:B:left C5:A C2:A C4:A"
    seen = set_by_hand("banjooli-cross", 2, options={"course": course})
    assert seen.position["course"][1:-1] == course.split()


def test_a_hand_says_what_may_be_called() -> None:
    # A hand is sorted, so each card is put where the next one of another family is.
    laid = [(f"fox.{who}", f"hand.0.{i}") for i, who in enumerate(("lord", "warrior", "princess"))]
    seen = set_by_hand("banzai", 3, *laid)
    assert {"fox.lord", "fox.warrior", "fox.princess"} <= set(seen.position["hands"][0])
    stops = {companion.of_game(registry.get("banzai")).question[each.number].do: each for each in seen.asked}
    assert {call: each.legal for call, each in stops.items()} == {
        "banzai": False,
        "stop1": True,
        "stop2": False,
    }
    reason = stops["banzai"].reason
    assert reason is not None
    assert reason.key == "banzai.box.false"
    everything = [*laid, ("fox.kid", "hand.0.3"), ("fox.magician", "hand.0.4")]
    assert all(each.legal for each in set_by_hand("banzai", 3, *everything).asked)
    optional = set_by_hand("banzai", 4, options={"optional_rules": True})
    assert len(optional.asked) == 12


def test_cards_that_nobody_has_set_make_way() -> None:
    game = registry.get("banzai")
    cards = {f"{each.id}" for each in companion.look(game, Order(seats=3)).stock}
    seen = companion.look(game, Order(seats=3))
    away = sorted({card.partition(".")[0] for card in cards} - set(seen.position["families"]))[:3]
    held: list[str] = []
    for card in (
        f"{away[i]}.{who}" for i, who in ((0, "lord"), (1, "lord"), (2, "lord"), (0, "kid"), (1, "kid"))
    ):
        places = {piece.id: piece.place for piece in seen.scene.pieces if piece.place.startswith("hand.0.")}
        guessed = tuple(each for each in places if each not in held)
        order = Order(seats=3, position=seen.position, lay=(card, places[guessed[0]]), guessed=guessed)
        seen, held = companion.look(game, order), [*held, card]
    assert set(seen.position["hands"][0]) == set(held)


def test_a_legal_move_is_played_and_another_is_refused() -> None:
    game = registry.get("bantu")
    seen = set_by_hand("bantu", 2, ("p0.3", "r15b"))
    code = Table.from_position(seen.position)._read("3: r17c", 0)[0]
    after = companion.look(game, Order(seats=2, position=seen.position, act=code))
    assert after.position["pawns"] == [{"seat": 0, "number": 3, "at": "r17c"}]
    assert after.position["to_play"] == 1
    with pytest.raises(Illegal):
        companion.look(game, Order(seats=2, position=after.position, act=code))
    mine = companion.look(game, Order(seats=2, position=after.position, turn=0))
    assert mine.scene.actors == (0,)


def test_after_a_run_the_next_dice_can_be_asked_about() -> None:
    game = registry.get("banjooli-cross")
    seen = set_by_hand("banjooli-cross", 3)
    action = next(node.action for node in seen.scene.choices[0].nodes if node.action >= 0)
    after = companion.look(game, Order(seats=3, position=seen.position, act=action))
    assert (after.position["phase"], after.position["to_play"]) == ("choose", 1)


def test_another_games_situation_is_refused() -> None:
    position = set_by_hand("bantu", 2).position
    with pytest.raises(BadPosition):
        companion.look(registry.get("billabong"), Order(seats=2, position=position))


def test_a_game_without_a_file_has_its_start_and_its_moves() -> None:
    tiny = registry.get("tiny")
    seen = companion.look(tiny, Order(seats=tiny.seats[0]))
    assert (seen.sets, seen.stock, seen.asked) == (False, (), ())
    with pytest.raises(BadPosition):
        companion.look(tiny, Order(seats=tiny.seats[0], lay=("a", "b")))
    with pytest.raises(BadInput):
        companion.count(tiny, Counting(players=({},) * tiny.seats[0]))


# -- the pads ---------------------------------------------------------------------------------------------------------


def points(name: str, *players: dict[str, Any], **more: Any) -> companion.Counted:
    """What a pad says."""
    return companion.count(registry.get(name), Counting(players=players, **more))


def test_tokens_count_by_their_element_and_fours_are_told() -> None:
    found = points("boussanga", {"T": 4, "F": 2}, {"A": 5}, {"E": 1})
    assert (found.points, found.ranks) == ((10, 10, 1), (1, 1, 3))
    assert found.remarks[0].say.args == {"sum": "4 × 1 + 2 × 3", "n": 10}
    assert [(each.seat, each.rows) for each in found.remarks[1:]] == [(0, ("BOU-20",))]
    assert points("boussanga", {"F": 5}, {}).remarks[0].rows == ("BOU-21", "BOU-22")


def test_partners_count_together() -> None:
    found = points("boussanga", {"F": 1}, {"T": 1}, {"A": 1}, {}, options={"mode": "teams"})
    assert (found.points, found.ranks) == ((5, 1, 5, 1), (1, 3, 1, 3))


PODIUM = {"first": "red", "second": "blue", "third": "green", "last": "purple"}


def test_a_prediction_counts_as_in_the_game() -> None:
    right_last = {"first": "red", "second": "green", "third": "yellow", "last": "purple"}
    wrong_last = {"first": "blue", "second": "red", "third": "green", "last": "yellow"}
    found = points("banjooli-cross", {**right_last, "jade": 1}, wrong_last, table=PODIUM)
    assert found.points == ((5 + 2) * 2 + 2, 2 + 2 + 3)
    assert found.ranks == (1, 2)
    sums = [each.say.args["sum"] for each in found.remarks if each.say.key == "ui.box.sum"]
    assert sums == ["(5 + 2) × 2 + 2", "2 + 2 + 3"]


def test_a_tie_for_last_doubles_nothing() -> None:
    without = {place: bird for place, bird in PODIUM.items() if place != "last"}
    assert points("banjooli-cross", PODIUM, {}, table=without).points == (12, 0)
    assert points("banjooli-cross", PODIUM, {}, table=PODIUM).points == (24, 0)


def test_equal_points_are_told_apart_by_exact_places() -> None:
    exact = {"first": "yellow", "second": "blue", "third": "purple", "last": "red"}
    other = {"first": "blue", "second": "red", "third": "yellow", "last": "green"}
    found = points("banjooli-cross", exact, other, table=PODIUM)
    assert (found.points, found.ranks) == ((4, 4), (1, 2))
    assert found.remarks[-1].say.args == {"n": 1, "less": 0}


def test_a_half_filled_prediction_has_its_points_so_far() -> None:
    found = points("banjooli-cross", {"first": "red"}, {"last": "purple"}, {"second": "green"}, table=PODIUM)
    assert (found.points, found.ranks) == ((5, 0, 2), (1, 3, 2))
    assert points("banjooli-cross", {"first": "red", "last": "purple"}, {}, table=PODIUM).points == (10, 0)
    assert points("banjooli-cross", {"first": "red", "jade": 1}, {}, table={}).points == (2, 0)


@pytest.mark.parametrize("mode", ["teams", "cooperative"])
def test_a_pad_with_more_tokens_than_the_box_is_refused(mode: str) -> None:
    players = [dict.fromkeys("TEAF", 99)] * 4
    with pytest.raises(BadInput) as caught:
        points("boussanga", *players, options={"mode": mode})
    assert caught.value.field == "players.T"
    with pytest.raises(BadInput) as caught:
        points("boussanga", {"F": 9}, {"F": 8}, {}, {}, options={"mode": mode})
    assert caught.value.field == "players.F"


def own(name: str, before: str, after: str) -> str:
    """The printed component file of a game with a change."""
    text = components.printed_file(registry.get(name)).decode()
    assert before in text
    return text.replace(before, after)


def test_a_pad_counts_with_the_box_that_somebody_drew() -> None:
    box = own("boussanga", "fire = 3", "fire = 4")
    assert points("boussanga", {"F": 2}, {}, components=box).points == (8, 0)
    with pytest.raises(BadComponents):
        points("boussanga", {"F": 2}, {}, components="points = ")


def test_may_i_is_asked_about_the_box_that_somebody_drew() -> None:
    box = own("boussanga", "cards = 4", "cards = 3")
    for more, cards in (({}, 4), ({"components": box}, 3)):
        seen = set_by_hand("boussanga", 2, ("token.T", "c4"), **more)
        assert [len(hand) for hand in seen.position["hands"]] == [cards, cards]


def test_a_hand_has_only_cards_of_the_box() -> None:
    box = own("banzai", "[times]", '[families]\nnames = ["cow", "fox", "cat", "pig"]\n\n[times]')
    seen = set_by_hand("banzai", 3, ("pig.lord", "hand.0.0"), components=box)
    assert {piece.id.partition(".")[0] for piece in seen.stock} == {"cow", "fox", "cat", "pig"}
    assert "pig.lord" in seen.position["hands"][0]
    with pytest.raises(BadPosition):
        set_by_hand("banzai", 3, ("koala.lord", "hand.0.0"), components=box)


@pytest.mark.parametrize(
    ("table", "players", "field"),
    [
        ({"first": "pink"}, ({}, {}), "table.first"),
        ({"first": "red", "second": "red"}, ({}, {}), "table.second"),
        ({}, ({"jade": 2}, {}), "players[0].jade"),
        ({}, ({"jade": 1}, {"jade": 1}), "players[1].jade"),
        ({}, ({"points": 7}, {}), "players[0].points"),
        ({}, ({},), "players"),
    ],
)
def test_a_pad_refuses_what_cannot_be(table: Any, players: Any, field: str) -> None:
    with pytest.raises(BadInput) as caught:
        points("banjooli-cross", *players, table=table)
    assert caught.value.field == field


def test_a_file_with_an_unknown_key_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"thing": [{"name": "a", "rows": [], "group": "b", "sound": 1}]}, companion.Companion)
