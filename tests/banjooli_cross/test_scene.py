"""What a seat sees: what moves cost, the course in characters, why an illegal tap is refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from importlib.resources import files

import pytest

from ludotheque import Table
from ludotheque.core import registry
from ludotheque.core.catalogue import say
from ludotheque.core.errors import Illegal, Unreadable
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross import codes
from ludotheque.scene.listing import gathered
from ludotheque.table import first_game, views
from tests.banjooli_cross.races import race


def costs(table: Table, bird: str) -> dict[str, str]:
    """What is written where the bird may go."""
    choices = views.choices(table.journal, 0)
    root = next(node for node in choices.nodes if node.click == f"o.{bird}")
    return {choices.nodes[index].click: choices.nodes[index].sign for index in root.next}


@pytest.mark.rule("BJC-22", "BJC-23")
def test_the_cost_of_a_move_shows_where_it_ends():
    found = costs(race("red white white green blue", {"red": "1l1"}), "red")
    assert {found[name] for name in ("1l2", "1c2")} == {"1"}
    assert {found[name] for name in ("2l1", "2r1")} == {"3★"}


@pytest.mark.rule("BJC-22", "BJC-23")
@pytest.mark.parametrize("at", ["1l1", "1c1", "1r1", "1l3", "nest"])
def test_the_way_drawn_has_as_many_spaces_as_are_paid_for(at):
    """Over an ostrich in the way, a short way with few points is not drawn as the longer one with jokers."""
    table = race("green green green white yellow", {"purple": at} if at != "nest" else {})
    choices = views.choices(table.journal, 0)
    root = next(node for node in choices.nodes if node.click == "o.green")
    ends = [choices.nodes[index] for index in root.next]
    assert ends
    assert {node.click: len(node.path) + 1 for node in ends} == {node.click: node.extra["n"] for node in ends}


def test_in_the_guided_first_game_words_target_and_way_say_four():
    step = first_game.play(registry.installed_games()["banjooli-cross"]).told.steps[2]
    assert "quatre cases" in say(step.say, "fr")
    assert "four spaces" in say(step.say, "en")
    (choices,) = step.scene.choices
    end = next(node for node in choices.nodes if node.action >= 0)
    assert (end.sign, end.extra["n"], len(end.path) + 1) == ("4★", 4, 4)
    (ran,) = step.frames[0].events
    assert len(ran.motions[0].path) - 1 == 4
    assert [say(part, "en") for part in ran.brief] == [
        "green runs 4 spaces",
        "with the 3 green dice and the joker",
    ]


@pytest.mark.rule("BJC-62")
def test_at_a_berry_all_possible_points_are_paid_the_rest_run_on():
    table = race(
        "red white white green blue",
        {"red": "1l1"},
        options={"berries": True},
        berries={"1l2": {"is": "Peepa", "known_to": []}},
    )
    assert costs(table, "red")["1l2"] == "3★"
    table.play("red 1l2")
    table.play("is Peepa", -1)
    assert table.position()["moving"] == {"bird": "red", "left": 2}


@pytest.mark.parametrize(
    ("clicks", "reason"),
    [
        (["o.green"], "not_thrown"),
        (["o.red", "o.yellow"], "occupied"),
        (["o.red", "4l1"], "too_far"),
        (["die.5", "o.green"], "not_on_track"),
    ],
)
def test_an_illegal_tap_means_an_action_with_a_reason(clicks, reason):
    table = race("red red white blue blue", {"red": "1c1", "yellow": "1c2"}, sorcery="green")
    code, _ = views.clicked(table.journal, 0, clicks)
    assert table.why_not(code).key == reason


@pytest.mark.parametrize(
    ("phase", "clicks", "said"),
    [
        ("choose", ["o.red", "tray.1"], "space"),
        ("choose", ["o.red", "tray.5"], "no_target"),
        ("choose", ["nest.0"], "choose"),
        ("choose", ["die.5"], "no_target"),
        ("choose", ["die.5", "1l1"], "nobody"),
        ("choose", ["die.5", "tray.1"], "whom"),
        ("keep", ["o.red"], "keep"),
    ],
)
def test_a_tap_that_means_nothing_says_what_to_tap(phase, clicks, said):
    table = race("red red white blue blue", {"red": "1c1"}, sorcery="green")
    if phase == "keep":
        table = Table("banjooli-cross", seats=2, seed=3)
    with pytest.raises(Unreadable) as refused:
        views.clicked(table.journal, table.actors[0], clicks)
    assert refused.value.message.key == f"banjooli-cross.click.{said}"


def test_the_course_is_drawn_in_text_with_everything_on_it():
    text = str(race("red", {"red": "2c1", "blue": "1l1 scared", "yellow": "podium 1"}))
    lines = text.splitlines()
    assert lines[0].startswith(">  () 2> () () 5>")
    assert "1 C1:A" in text
    assert any(line.startswith("l") and "4v" in line for line in lines)
    assert any(line.startswith("c") and "1>" in line for line in lines)
    assert "|| 3> 2. 3. 4. 5." in text
    assert "tint" not in text


def test_each_tile_is_described_with_its_direction():
    table = Table("banjooli-cross", seats=2, seed=3)
    told = [
        say(event.message, "fr")
        for event in views.event_views(table.journal, {0})
        if event.message.key == "banjooli-cross.event.tile"
    ]
    assert told[0] == "La piste continue\xa0: tout droit."
    ways = ("tout droit.", "un virage à gauche.", "un virage à droite.")
    assert all(text.endswith(ways) for text in told)


def test_a_space_is_named_by_what_is_visible():
    """Nothing on the board numbers tiles and rows: who looks counts spaces from the start, and sees three lanes."""
    table = race("yellow yellow white green blue", {"yellow": "2r1", "red": "1l2"})
    layout, scene = views.layout(table.journal), table.scene({0})
    spaces = {place.id: place.label for place in layout.places if place.name}
    lengths = dict.fromkeys("lcr", 0)
    for name, label in spaces.items():
        lengths[name[1]] += 1
        assert label.args["name"].args == {"n": lengths[name[1]], "place": name}
    assert say(spaces["1l2"], "fr") == "la 3ᵉ case du couloir de gauche, dans le sens de la course"
    assert say(spaces["1l2"], "en") == "the 3rd space of the left lane, as the ostriches run"
    assert say(next(piece.label for piece in scene.pieces if piece.id == "o.yellow"), "fr") == (
        "l’autruche jaune (3), qui court dans son couloir de droite"
    )
    table.play("yellow 2c3")
    (event,) = views.event_views(table.journal, {0})[-1:]
    assert say(event.message, "fr") == "La jaune (3) avance de 2 cases, au milieu."
    assert say(event.message, "en") == "Yellow (3) runs 2 spaces, in the middle."
    assert event.message.args["to"].args == {"place": "2c3"}


def test_each_berry_space_has_its_own_name_in_the_list():
    table = race("", phase="berries", options={"berries": True})
    choices = views.choices(table.journal, 0)
    labels = {place.id: place.label for place in views.layout(table.journal).places}
    told = [
        say({"key": choices.keys[node.key], "args": {"last": labels[node.click]}}, "fr")
        for node in choices.nodes
    ]
    assert len(set(told)) == len(told) > 20
    assert all(text.startswith("Cacher la baie sur la ") for text in told)


def test_a_joker_is_drawn_as_white_as_it_is_called():
    shown = race("green white green white yellow", {}, sorcery="white").scene({0})
    sprites = {piece.id: piece.sprite for piece in shown.pieces if piece.id.startswith("die.")}
    assert sprites["die.0"] == "die"
    assert (sprites["die.1"], sprites["die.3"], sprites["die.5"]) == (
        "die-white",
        "die-white",
        "sorcery-white",
    )


@pytest.mark.parametrize("audience", [(), (0,), (0, 1)])
def test_the_goal_mentions_no_own_prediction(audience):
    goal = race("green white green white yellow", {}).scene(set(audience)).goal
    assert goal is not None
    assert "Votre" not in say(goal, "fr")
    assert "our prediction" not in say(goal, "en")


def test_start_and_finish_are_labelled_past_nests_and_podium():
    layout = views.layout(race("red red blue blue green", {}).journal)
    assert [say(caption.text, "en") for caption in layout.captions] == ["Start", "Finish"]
    spots = {place.id: place for place in layout.places}
    for caption, near, far in zip(layout.captions, ("nest.4", "podium.3"), ("0c1", "5c1"), strict=True):
        along = [
            (spots[each].x - caption.x) * caption.out_x + (spots[each].y - caption.y) * caption.out_y
            for each in (near, far)
        ]
        assert 0 > along[0] > along[1], "the word stands outside, behind what it names"


def test_marks_in_the_sand_show_the_direction_of_the_race():
    """Every place of the race has one, and on a straight course all point to the finish."""
    journal = race("red red blue blue green", {}).journal
    spaces = [place for place in views.layout(journal).places if place.name]
    marks = re.findall(
        r'd="M5 -13L17 0L5 13" transform="translate\(\S+ \S+\) rotate\((-?\d+)\)"', views.board_svg(journal)
    )
    assert len(marks) == len(spaces)
    assert set(marks) == {"0"}


def test_dice_to_re_roll_are_named_by_what_they_show_and_marked():
    """In the label of the choice and in the sentence about the move; those that show the same are counted."""
    table = race("red white red green blue", {"red": "1l1"}, sorcery="purple", phase="keep")
    (choice,) = table.scene((0,)).choices
    assert choice.again, "what is taken up bears a turning arrow"
    said = {}
    for node in choice.nodes:
        if node.action >= 0 and node.click.startswith("die."):
            label = Message(choice.keys[node.key], {**gathered(choice, node.chosen), **node.extra})
            said[frozenset(node.chosen)] = (say(label, "fr"), say(label, "en"))
    assert said[frozenset({"die.0", "die.2", "die.3"})] == (
        "Relancer les 2 rouges et le vert",
        "Re-roll the 2 red dice and the green die",
    )
    assert said[frozenset({"die.1", "die.5"})][0] == "Relancer le joker et la sorcellerie"
    assert len({words for words, _ in said.values()}) > 20, "no two of them are alike but by equal dice"
    looked = views.imagined(table.journal, table.journal.state, 0, codes.KEEP + 0b1101)
    assert say(looked.message, "fr") == "Relancer les 2 rouges et le vert"
    assert [motion.path[-1] for motion in looked.motions] == ["tray.0", "tray.2", "tray.3"]


def test_points_mean_score_and_never_steps():
    """In the words of the game and in its rulebook: an ostrich goes spaces."""
    rows = tomllib.loads((files("ludotheque.games.banjooli_cross") / "rulebook.toml").read_text("utf-8"))[
        "row"
    ]
    for row in rows:
        if re.search(
            r"\bpoints?\b", " ".join(str(row.get(key, "")) for key in ("fr", "en", "ruling_fr", "ruling_en"))
        ):
            assert re.search(r"carte|card|jade|double", row["fr"] + row["en"]), row["id"]
    keys = ("reason.wrong_count", "first_game.jump", "berry.4")
    for key in keys:
        for language in ("fr", "en"):
            assert "point" not in say(
                Message(f"banjooli-cross.{key}", {"name": "Daaaaaaw!", "far": 2}), language
            )


def test_the_goal_begins_with_the_task():
    goal = race("red red blue blue green", {}).scene((0,)).goal
    assert say(goal, "fr").startswith("Amenez les autruches comme sur votre carte")
    assert say(goal, "en").startswith("Bring the ostriches home in your card’s order")


def test_the_goal_fits_on_two_lines_of_a_phone():
    goal = race("red red blue blue green", {}).scene((0,)).goal
    assert max(len(say(goal, language)) for language in ("fr", "en")) <= 108
    assert say(goal, "en").endswith(" for 5, 4, 3 points (2 out of place), ×2 if the last is right.")


@pytest.mark.rule("BJC-23", "BJC-25")
def test_jokers_are_named_by_colour_if_from_an_arrived_ostrich():
    table = race("green yellow yellow yellow red", {"green": "1l1", "yellow": "podium 1"}, sorcery="blue")
    (choices,) = table.scene((0,)).choices
    root = next(node for node in choices.nodes if node.click == "o.green")
    hint = Message(choices.keys[root.hint], root.extra)
    assert say(hint, "fr") == (
        "La verte (2) avance d’une case, ou de 4 avec les 3 jaunes comme jokers, car la jaune est arrivée (★)\u00a0: "
        "touchez celle où elle va."
    )
    far = next(choices.nodes[index] for index in root.next if choices.nodes[index].extra["n"] == 4)
    label = Message(choices.keys[far.key], far.extra)
    assert say(label, "fr").startswith("La verte (2) avance de 4 cases, avec les 3 jaunes comme jokers, ")
    assert say(label, "en").startswith("Green (2) runs 4 spaces, using the 3 yellow dice as jokers, ")
    table.play(far.action)
    (event,) = views.event_views(table.journal, {0})[-1:]
    told = [say(part, "en") for part in event.brief]
    assert told == ["green runs 4 spaces", "using the 3 yellow dice as jokers"]


def test_white_jokers_stay_plain_even_if_dice_would_do():
    table = race("green yellow yellow white white", {"green": "1l1", "yellow": "podium 1"}, sorcery="blue")
    (choices,) = table.scene((0,)).choices
    said = {
        say(Message(choices.keys[node.key], node.extra), "en") for node in choices.nodes if node.sign == "3★"
    }
    assert said
    assert all("using 2 jokers" in label for label in said)


@pytest.mark.parametrize("click", ["nest.2", "o.yellow", "3l1"])
def test_a_second_ostrich_says_why_it_cannot_be_chosen(click):
    """Not where the one that is chosen may go: nobody taps a nest for that."""
    table = race("red red white blue blue", {"red": "1c1", "green": "3l1", "blue": "podium 1"}, sorcery="red")
    with pytest.raises(Illegal) as refused:
        views.clicked(table.journal, 0, ["o.red", click])
    which = ("verte", "green") if click == "3l1" else ("jaune", "yellow")
    assert (
        say(refused.value.message, "fr") == f"Aucun dé pour la {which[0]}, et un joker ne sert jamais seul."
    )
    assert say(refused.value.message, "en") == f"No die shows {which[1]}, and a joker is never used alone."
    assert refused.value.rules == ("BJC-22", "BJC-24")


def test_a_bewitched_ostrich_says_so_while_another_one_is_chosen():
    table = race("red red white blue blue", {"red": "1c1", "blue": "3l1 scared"}, sorcery="green")
    code, _ = views.clicked(table.journal, 0, ["o.red", "3l1"])
    assert table.why_not(code).key == "is_scared"


def test_one_word_is_used_for_sorcery_and_one_for_a_second_roll():
    for language, other in (
        ("fr", r"apeur|effray|calm|peur"),
        ("en", r"scare|fright|calm|(roll|rolled) \S*( \S+)? ?again"),
    ):
        said = (files("ludotheque.games.banjooli_cross") / "i18n" / f"{language}.po").read_text("utf-8")
        texts = [line for line in said.splitlines() if line.startswith("msgstr")]
        assert not [text for text in texts if re.search(other, text)]


def said_after(table: Table, *clicks: str) -> str:
    """What is said after these clicks, where more are needed."""
    choices = views.choices(table.journal, 0)
    among: Sequence[int] = choices.roots
    for click in clicks:
        node = next(choices.nodes[index] for index in among if choices.nodes[index].click == click)
        among = node.next
    return say(Message(choices.keys[node.hint], node.extra), "en") if node.hint >= 0 else ""


def test_in_a_frenzy_jokers_are_asked_for_before_the_space():
    table = race(
        "green green blue white", {"green": "1c1", "blue": "3c1"}, phase="frenzy", options={"berries": True}
    )
    assert said_after(table, "o.green") == "Green (2) runs: with how many jokers?"
    assert said_after(table, "o.green", "jokers.0") == "Green (2) runs 2 spaces: tap where it goes."
    assert said_after(table, "o.green", "jokers.1") == "Green (2) runs 3 spaces: tap where it goes."
    assert said_after(table, "o.blue", "jokers.0") == "Blue (4) runs 1 space: tap where it goes."


def test_off_a_crocodile_the_space_of_the_leap_is_asked_for():
    course = ["start:A", "C1:A", "S1:A", "C4:A", "C5:A", "finish:A"]
    table = race("white white white white white", {"red": "2c2", "blue": "1c1"}, "white", course=course)
    assert said_after(table, "die.5", "o.red") == "Red (1) leaps: tap where it goes."
    assert said_after(table, "die.5", "o.blue") == "", "one that stands on firm ground is scared at once"
