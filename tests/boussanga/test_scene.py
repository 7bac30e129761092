"""What is seen and clicked: pieces and panels, overlays, previews, what is said of clicks, what happenings look like."""

import random
import re
from pathlib import Path

import msgspec
import pytest

from ludotheque.core.catalogue import say
from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.message import Message
from ludotheque.games import boussanga
from ludotheque.scene import budget
from ludotheque.table import Table, views
from tests.boussanga.boxes import box
from tests.boussanga.tables import EMPTY, HANDS, board, competitive, draw, together

BUDGET = 64 * 1024
FULL = ["TEAFTEAF"] * 8


def choice_of(table, seat=0):
    return table.scene({seat}).choices[0]


def path(choice, *clicks):
    """The nodes of these clicks."""
    found, options = [], choice.roots
    for click in clicks:
        index = next(index for index in options if choice.nodes[index].click == click)
        found.append(index)
        options = choice.nodes[index].next
    return found


def card_at(table, place, hand=0):
    return next(piece.id for piece in table.scene(()).pieces if piece.place == f"hand.{hand}.{place}")


def test_tokens_cards_and_heaps_are_on_the_table():
    table = competitive(board(r4="..TE...."), stores=[{"F": 2}, {}])
    scene = table.scene({0})
    at = {piece.place: piece for piece in scene.pieces}
    assert (at["c4"].id, at["c4"].sprite, at["c4"].tint, at["c4"].sign) == ("T.c4", "terre", "green", "T")
    assert at["reserve.F"].mark == "14"
    assert at["pile"].mark == "40"
    assert "discard" not in at
    assert [panel.id for panel in scene.panels] == ["hand.0", "hand.1", "reserve", "piles"]
    assert [panel.small for panel in scene.panels] == [False, True, True, True]
    assert [panel.id for panel in table.scene({1}).panels][:2] == ["hand.1", "hand.0"]
    card = at["hand.0.3"]
    assert [(token.sprite, token.tint) for token in card.pattern] == [
        ("terre-glass", "green"), ("eau-glass", "blue"), ("air-glass", "sky"), ("terre-glass", "green"),
    ]  # fmt: skip
    assert (
        say(card.label, "fr")
        == "carte 4\u00a0: terre au centre, eau à droite, air en bas, terre en bas à droite"
    )
    assert views.layout(table.journal).trays == "beside"


def test_the_backs_show_colours_alone_but_say_the_elements():
    table = Table("boussanga", 2, {"side": "back"}, seed=1)
    cards = [piece for piece in table.scene(()).pieces if piece.pattern]
    assert len(cards) == 8
    assert all(token.sprite.endswith("-spot") for card in cards for token in card.pattern)
    assert {say(token.label, "en") for card in cards for token in card.pattern} == {
        "earth",
        "water",
        "air",
        "fire",
    }


def test_a_card_is_clicked_turned_and_laid():
    table = competitive()
    card = card_at(table, 2)
    choice = choice_of(table)
    root, turn, cell = path(choice, card, "turn.0", "d5")
    assert choice.nodes[root].extra == {"card": 3}
    assert len(choice.overlays[choice.nodes[turn].overlay].offsets) == 4
    assert (0.0, 0.0) in choice.overlays[choice.nodes[turn].overlay].offsets, (
        "it is turned round one of its tokens"
    )
    assert table.text(choice.nodes[cell].action) == "3: d4T d5T d6T e4E"
    for turned in range(8):
        clicks = [card, f"turn.{turned}", "d5"]
        code, passed = views.clicked(table.journal, 0, clicks)
        assert passed == ()
        assert choice.nodes[path(choice, *clicks)[-1]].action == code


def test_a_symmetric_card_has_four_positions():
    table = competitive()
    choice = choice_of(table)
    buttons = {choice.nodes[index].click for index in choice.nodes[path(choice, card_at(table, 1))[0]].next}
    assert buttons == {"turn.0", "turn.1", "turn.2", "turn.7", "throw"}, "called by the shorter way"
    assert views.clicked(table.journal, 0, [card_at(table, 1), "turn.6", "d4"]) == views.clicked(
        table.journal, 0, [card_at(table, 1), "turn.2", "d4"]
    )


def test_offsets_tell_where_the_tokens_fall():
    table = competitive()
    places = {place.id: place for place in views.layout(table.journal).places}
    at = {(place.x, place.y): place.id for place in places.values()}
    choice = choice_of(table)
    for number in range(4):
        piece = next(piece for piece in table.scene({0}).pieces if piece.id == card_at(table, number))
        for turn in choice.nodes[path(choice, piece.id)[0]].next:
            node = choice.nodes[turn]
            if node.overlay < 0:
                continue
            for cell in [index for index in node.next if choice.nodes[index].click in places][::9]:
                x, y = places[choice.nodes[cell].click].x, places[choice.nodes[cell].click].y
                shown = {
                    at[x + dx, y + dy] + "TEAF"[["green", "blue", "sky", "red"].index(token.tint)]
                    for (dx, dy), token in zip(
                        choice.overlays[node.overlay].offsets, piece.pattern, strict=True
                    )
                }
                assert shown == set(table.text(choice.nodes[cell].action).split()[1:])


def test_the_gain_of_an_alignment_shows_beforehand():
    table = competitive(board(r4="TT......"))
    choice = choice_of(table)
    node = choice.nodes[path(choice, card_at(table, 0), "turn.0", "d4")[-1]]
    preview = choice.previews[node.preview]
    assert preview.places == ("a4", "b4", "c4", "d4")
    assert say(preview.label, "fr") == "+1 point"
    assert choice.keys[node.key] == "boussanga.choice.score"
    plain = choice.nodes[path(choice, card_at(table, 0), "turn.0", "d5")[-1]]
    assert plain.preview == -1
    fire = competitive(board(r4=".FFF...."), to_play=1, hands=[HANDS[0], [".../FFT/...", *HANDS[1][1:]]])
    both = choice_of(fire, 1)
    node = both.nodes[path(both, card_at(fire, 0, hand=1), "turn.0", "f4")[-1]]
    assert say(both.previews[node.preview].label, "en") == "+6 points"


def test_a_card_is_discarded_by_its_button_from_any_position():
    table = competitive()
    card = card_at(table, 1)
    choice = choice_of(table)
    for clicks in ([card, "throw"], [card, "turn.2", "throw"]):
        assert table.text(choice.nodes[path(choice, *clicks)[-1]].action) == "discard 2"
        assert table.text(views.clicked(table.journal, 0, clicks)[0]) == "discard 2"


def test_in_cooperation_placements_give_no_alignment_away():
    table = together(FULL)
    choice = choice_of(table)
    assert choice.quiet
    turns = [index for root in choice.roots for index in choice.nodes[root].next]
    assert all(choice.nodes[index].overlay >= 0 for index in turns)
    assert any(not choice.nodes[index].next for index in turns), (
        "positions in which nothing is found are there too"
    )


BLOCKS = [*["TTTTEEEE"] * 4, *["AAAAFFFF"] * 4]
"""No line of three meets three colours in the order of these cards."""
THREES = [".../TEA/...", ".../EAF/...", ".../AFT/...", ".../FTE/..."]


def test_together_passing_names_a_colour_that_was_collected():
    table = together(BLOCKS, hands=[THREES])
    choice = choice_of(table)
    assert table.scene({0}).prompt.key == "boussanga.prompt.pass.you"
    assert [button.id for button in choice.buttons] == ["throw"]
    assert table.text(choice.nodes[path(choice, card_at(table, 0), "throw")[-1]].action) == "discard 1"
    collected = together([".TTTEEE.", *BLOCKS[1:]], hands=[THREES], zone={"T": 1, "E": 1})
    choice = choice_of(collected)
    assert [button.id for button in choice.buttons] == ["throw.T", "throw.E"]
    assert say(choice.buttons[1].label, "en") == "Pass and return: water"
    clicks = [card_at(collected, 2), "throw.E"]
    assert collected.text(choice.nodes[path(choice, *clicks)[-1]].action) == "discard 3 E"
    assert collected.text(views.clicked(collected.journal, 0, clicks)[0]) == "discard 3 E"


def test_tokens_are_put_back_by_a_click_on_a_cell():
    rows = [".EA.TEA.", "...FTEAF", *["TEAFTEAF"] * 6]
    counts = {letter: 16 - "".join(rows).count(letter) for letter in "TEAF"}
    table = together(rows, zone={"T": 2, "F": 2, "E": 1, "A": 1}, due={"T": 2}, phase="put-back")
    assert counts == {"T": 2, "F": 2, "E": 1, "A": 1}
    choice = choice_of(table)
    assert {choice.nodes[root].click for root in choice.roots} == {"a8", "d8", "h8", "a7", "b7", "c7"}
    assert table.text(views.clicked(table.journal, 0, ["a8"])[0]) == "T>a8"
    assert say(table.scene({0}).prompt, "en") == "Put 2 earth tokens back wherever you like."


@pytest.mark.parametrize(
    ("clicks", "error", "key"),
    [
        ([], Unreadable, "click.nothing"),
        (["c4"], Unreadable, "click.choose"),
        (["card.0"], Unreadable, "click.where"),
        (["card.0", "turn.0"], Unreadable, "click.where"),
        (["card.0", "turn.9", "c4"], Unreadable, "click.nothing"),
        (["card.0", "throw.Q"], Unreadable, "click.nothing"),
        (["card.1", "turn.0", "c4"], Illegal, "reason.not_your_card"),
        (["hand.1.0", "turn.0", "c4"], Illegal, "reason.not_your_card"),
        (["card.0", "turn.0", "a4"], Illegal, "reason.off_board"),
    ],
)
def test_clicks_that_mean_nothing_say_why(clicks, error, key):
    with pytest.raises(error) as caught:
        views.clicked(competitive().journal, 0, clicks)
    assert caught.value.message.key == f"boussanga.{key}"


def test_clicking_a_token_means_its_cell():
    table = competitive(board(r4="..TT...."))
    assert views.clicked(table.journal, 0, ["hand.0.0", "turn.0", "T.d4"]) == views.clicked(
        table.journal, 0, ["card.0", "turn.0", "d4"]
    )


def test_a_crowded_turn_fits_the_budget_and_cards_load_singly():
    hands = [["T../T../TE.", "..T/..T/.ET", ".../TEA/...", ".T./.EA/..."], HANDS[1]]
    table = competitive(hands=hands)
    assert len(table.legal_actions()) > 1100
    scene = table.scene({0})
    assert len(budget.sent(scene)) < BUDGET
    whole = scene.choices[0]
    found = set()
    for root in whole.roots:
        part = budget.beginning_with(whole, whole.nodes[root].click)
        assert len(msgspec.json.encode(part)) < BUDGET / 3
        found |= {node.action for node in part.nodes if node.action >= 0}
        for node in part.nodes:
            assert node.overlay < len(part.overlays)
            assert node.preview < len(part.previews)
    assert found == set(table.legal_actions())


def test_defaults_are_not_sent():
    choice = choice_of(competitive())
    sent = msgspec.json.decode(msgspec.json.encode(choice))
    leaf = next(node for node in sent["nodes"] if node.get("action", -1) >= 0 and "next" not in node)
    assert set(leaf) <= {"click", "action", "key"}
    assert len(sent["nodes"]) == len(choice.nodes)


def test_events_describe_the_action():
    table = competitive(board(r4="TT......"))
    table.play("1: c4T d4T e4E")
    told = views.event_view(table.journal, (), 0)
    assert say(told.message, "fr") == "3 jetons posés en c4, d4, e4, et 1 point de plus"
    (brief,) = told.brief
    assert say(brief, "en") == "places 3 tokens on c4, d4, e4 and aligns earth: +1 point"
    assert say(brief, "fr") == "pose 3 jetons en c4, d4, e4 et aligne terre\u00a0: +1 point"
    assert told.trace == ("c4", "d4", "e4")
    assert [(motion.piece, motion.path) for motion in told.motions] == [("E.e4", ("reserve.E", "e4"))]
    draw(table)
    assert say(views.event_view(table.journal, (), 1).message, "en") == "A card is drawn."
    assert views.event_view(table.journal, (), 1).motions[0].path == ("pile", "hand.0.0")


def test_only_placed_tokens_leave_a_trace():
    table = competitive(board(r4="..T....."))
    table.play("1: c4T d4T e4E")
    told = views.event_view(table.journal, (), 0)
    assert told.trace == ("d4", "e4")
    assert say(told.brief[0], "en") == "places 2 tokens on d4, e4"


def test_the_approaching_end_is_announced():
    table = competitive(board(r4="TT......"), stores=[{"F": 3, "A": 2, "E": 1}, {}])
    table.play("1: c4T d4T e4E")
    assert say(views.event_view(table.journal, (), 0).message, "en").endswith("; the end is near")


def test_it_is_readable_in_characters():
    text = str(competitive(board(r4="..TE....")))
    assert max(len(line) for line in text.splitlines()) <= 80
    assert " 4  ·  ·  T  E  ·  ·  ·  ·" in text.splitlines()
    assert "  · · ·   · · ·   T · ·   · · ·" in text
    assert EMPTY[0] not in text


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_prompts_say_who_should_do_what(seats):
    table = Table("boussanga", seats, seed=1, first=0)
    for audience, end in (
        ({0}, "you"),
        (set(range(seats)) if seats > 1 else {0}, "here" if seats > 1 else "you"),
        (set(), "other"),
    ):
        assert table.scene(audience).prompt.key.rpartition(".")[2] == end


@pytest.mark.parametrize("name", ["rulebook.toml", "pictures.toml", "i18n/en.po", "i18n/fr.po"])
def test_texts_speak_of_elements_where_two_look_alike(name: str) -> None:
    """Water and air are both blue: "one colour" would say something else than "one element"."""
    text = (Path(boussanga.__file__).parent / name).read_text()
    said = [line for line in text.splitlines() if not line.startswith("msgid")]
    found = [
        line for line in said if re.search(r"colour|couleur", re.sub(r"\{\w+\}", "", line), re.IGNORECASE)
    ]
    backs = [line for line in found if re.search(r"colours alone|couleurs seules", line)]
    assert found == backs, "only the backs of the cards, which have no symbols, are told by colour"


def test_a_turned_card_is_called_by_notches_the_shorter_way():
    choice = choice_of(competitive())
    said = {button.id: (say(button.label, "fr"), say(button.label, "en")) for button in choice.buttons}
    assert said["turn.0"] == ("telle quelle", "as it is")
    assert said["turn.1"] == ("un cran vers la droite", "one notch to the right")
    assert said["turn.7"] == ("un cran vers la gauche", "one notch to the left")


@pytest.mark.parametrize("place", range(4))
def test_one_turn_to_the_left_is_one_notch_for_every_card(place):
    """Also for one that looks the same half a turn on, and it lies there as it is drawn."""
    table = competitive()
    choice, card = choice_of(table), card_at(table, place)
    root = choice.nodes[path(choice, card)[0]]
    last = [choice.nodes[index] for index in root.next if choice.nodes[index].overlay >= 0][-1]
    assert last.click == "turn.7"
    for cell in (choice.nodes[index] for index in last.next if choice.nodes[index].click[0] in "abcdefgh"):
        assert views.clicked(table.journal, 0, [card, "turn.7", cell.click]) == (cell.action, ())


def test_only_turned_placements_mention_the_turn():
    """Lists of all placements need it; the usual one is short."""
    table = competitive()
    choice, card = choice_of(table), card_at(table, 0)
    labels = {button.id: button.label for button in choice.buttons}
    for turn, words in (
        ("turn.0", "Place card 1 on e6"),
        ("turn.7", "Place card 1 on e6, one notch to the left"),
    ):
        root, _, cell = path(choice, card, turn, "e6")
        args = {"last": "e6", "before": labels[turn], **choice.nodes[root].extra}
        assert say(Message(choice.keys[choice.nodes[cell].key], args), "en") == words


def test_the_reserve_shows_the_value_of_tokens():
    table = competitive(stores=[{"F": 1, "A": 2}, {}])
    scene = table.scene({0})
    reserve = next(panel for panel in scene.panels if panel.id == "reserve")
    assert say(reserve.title, "fr") == "Réserve"
    assert [say(place.label, "en") for place in reserve.places] == [
        "reserve, earth (1 point each)",
        "reserve, water (1 point each)",
        "reserve, air (2 points each)",
        "reserve, fire (3 points each)",
    ]
    assert say(scene.standings[0].lines[1], "fr").replace("\u00a0", " ") == "2 air × 2 + 1 feu × 3 = 7"
    own = Table("boussanga", 2, seed=1, components=box(values={"earth": 4})).scene({0}).panels[2]
    assert say(own.places[0].label, "en") == "reserve, earth (4 points each)"


def test_in_cooperation_the_collection_place_is_named():
    panels = {panel.id: panel for panel in together(FULL).scene({0}).panels}
    assert say(panels["store"].title, "fr") == "Points\u00a0: 1, 1, 2, 3"
    assert say(panels["zone"].places[3].label, "fr") == "collecte, feu (3 points chacun)"


@pytest.mark.parametrize("clicks", [["reserve.F.0"], ["reserve.F"], ["card.0", "turn.0", "reserve.F"]])
def test_tapping_the_reserve_shows_the_value_of_a_token(clicks):
    with pytest.raises(Unreadable) as caught:
        views.clicked(competitive().journal, 0, clicks)
    assert say(caught.value.message, "fr").startswith("Un jeton feu que l’on garde vaut 3 points.")


def test_kept_points_are_shown_as_a_correct_sum():
    store = [{"T": 2, "E": 1, "A": 3, "F": 1}, {"E": 3}]
    standings = competitive(stores=store).scene({0}).standings
    told = [
        [say(line, language).replace("\u00a0", " ") for line in standings[seat].lines]
        for seat, language in ((0, "fr"), (1, "en"))
    ]
    assert told == [
        ["12 points sur 15", "2 terre + 1 eau + 3 air × 2 + 1 feu × 3 = 12"],
        ["3 of 15 points", "3 water = 3"],
    ]
    assert {standing.room for standing in standings} == {3}


def test_a_line_that_leaves_the_board_is_shown_where_it_lay():
    table, chosen = Table("boussanga", 2, seed=1), random.Random(1)
    shown = 0
    while not table.is_over:
        before = {(piece.place, piece.sprite) for piece in table.scene(()).pieces}
        played = len(table.events)
        table.play(chosen.choice(list(table.legal_actions())))
        moment = views.event_views(table.journal, ())[played].moment
        if moment is None or not moment.gone:
            continue
        shown += 1
        there = {piece.place for piece in table.scene(()).pieces}
        assert len(moment.gone) >= 4
        assert {piece.place for piece in moment.gone} == set(moment.places)
        assert not there & set(moment.places), "nothing lies there any more"
        was = {place for place, _ in before}
        assert all((piece.place, piece.sprite) in before for piece in moment.gone if piece.place in was), (
            "what lay there before is what is shown"
        )
    assert shown > 0
