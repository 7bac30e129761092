"""The editor of a box: what can be changed, what a change does to the file, and what is wrong then."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

import msgspec
import pytest

from ludotheque.core import complaints, components, registry
from ludotheque.core.catalogue import say
from ludotheque.core.errors import BadComponents
from ludotheque.core.fields import FieldComponents
from ludotheque.core.message import Message
from ludotheque.scene.editor import (
    UNREADABLE,
    Act,
    Edit,
    Field,
    NumbersEditor,
    Opened,
    Paint,
    Part,
    Set,
    differences,
    keys,
    of_game,
    opened,
    undone,
)

GAMES = ("billabong", "bantu", "boussanga", "banjooli-cross", "banzai")

LAST = [f"r27{lane}" for lane in "abcd"]
SHUT = ["0.0", "0.1"]


def every(parts: tuple[Part, ...]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from every(part.parts)


def after(name: str, *edits: Edit, text: str | None = None) -> Opened:
    game = registry.get(name)
    found = opened(game, text)
    for edit in edits:
        found = opened(game, found.components, edit)
    return found


def values(field: Field) -> list[int | str | bool]:
    if field.choices:
        return [next(each.value for each in field.choices if each.value != field.value)]
    if isinstance(field.value, bool):
        return [not field.value]
    assert field.low is not None
    assert field.high is not None
    return [field.low if len(field.path) % 2 else field.high]


@pytest.mark.parametrize("name", GAMES)
def test_the_editor_begins_with_the_printed_box(name: str) -> None:
    found = after(name)
    assert (found.faults, found.changed) == ((), ())
    assert found.components.encode() == components.printed_file(registry.get(name))
    ids = [part.id for part in every(found.parts)]
    assert len(set(ids)) == len(ids) > 0


@pytest.mark.parametrize("name", GAMES)
def test_every_value_can_be_set_to_a_limit(name: str) -> None:
    """The file then holds the value, or the rules say what is wrong, in a part that is on the page."""
    game, begun = registry.get(name), after(name)
    for part in every(begun.parts):
        for field in part.fields:
            for value in values(field):
                found = opened(game, begun.components, Set(field.path, value))
                ids = {each.id for each in every(found.parts)}
                assert ids, (field.path, value)
                again = {each.path: each.value for part in every(found.parts) for each in part.fields}
                assert again.get(field.path, value) == value, field.path
                for fault in found.faults:
                    assert ids.issuperset(fault.parts or ("",)), fault


@pytest.mark.parametrize("name", GAMES)
def test_every_brush_paints_every_picture(name: str) -> None:
    game, begun = registry.get(name), after(name)
    for outer in begun.parts:
        for part in [each for each in every((outer,)) if each.painter][:2]:
            assert part.painter is not None
            places = [each.id for each in part.painter.places]
            assert len(set(places)) == len(places)
            for brush in outer.brushes:
                stroke = places[: 2 if brush.path else 1]
                if (name, brush.id) == ("bantu", "arrow"):
                    stroke = places[-1:]
                found = opened(game, begun.components, Paint(part.id, brush.id, stroke))
                assert found.parts
                shown = next(each for each in every(found.parts) if each.id == part.id).painter
                assert shown is not None
                signs = {place.id: place.sign for place in shown.places}
                assert signs[stroke[0]] in (brush.id, "")


@pytest.mark.parametrize("name", GAMES)
def test_every_button_can_be_pressed(name: str) -> None:
    game, begun = registry.get(name), after(name)
    for part in every(begun.parts):
        for action in part.actions:
            found = opened(game, begun.components, Act(part.id, action.id))
            assert found.components != begun.components
            assert found.parts


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "edit",
    [
        Paint("nowhere", "line", ["r0a", "r0b"]),
        Paint("track", "no brush", ["r0a"]),
        Paint("cards[99]", "T", ["0"]),
        Paint("cards[0]", "T", ["99"]),
        Paint("tile[0].a", "R", ["7.7"]),
        Paint("board", "lake", ["99.99", "1.1"]),
        Paint("board", "lake", []),
        Act("cards", "no action"),
        Act("tile[99]", "remove"),
        Set("cards[99].shifts", 1),
        Set("no table.no.key", 1),
        Set("", 1),
    ],
)
def test_an_edit_of_what_is_not_there_is_refused(name: str, edit: Edit) -> None:
    with pytest.raises(BadComponents) as caught:
        opened(registry.get(name), None, edit)
    assert caught.value.message is not None


def test_a_broken_file_opens_with_its_fault() -> None:
    found = opened(registry.get("bantu"), "[track\nranks = 3")
    assert found.components == "[track\nranks = 3"
    assert found.faults
    assert found.faults[0].said.args == {"line": 1, "column": 7}
    with pytest.raises(BadComponents):
        opened(registry.get("bantu"), "[track", Set("track.ranks", 3))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("other", GAMES)
def test_the_file_of_another_game_is_a_fault(name: str, other: str) -> None:
    if name != other:
        text = components.printed_file(registry.get(other)).decode()
        assert opened(registry.get(name), text).faults


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("value", ['"x"', "-1", "[]", "{}", "true", "1e9", "[[1]]", "99999999", "-99999999", "1979-05-27", "07:32:00", "inf", "nan"])  # fmt: skip
def test_wrong_values_are_faults_and_no_failures(name: str, value: str) -> None:
    text = components.printed_file(registry.get(name)).decode()
    lines = text.split("\n")
    for at, line in enumerate(lines):
        key, equals, was = line.partition(" = ")
        if equals and not key.startswith("#") and "[" not in was and (at + len(value)) % 4 == 0:
            opened(registry.get(name), "\n".join([*lines[:at], f"{key} = {value}", *lines[at + 1 :]]))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("value", ["99999999", "-99999999", "inf", "1979-05-27"])
def test_no_number_of_a_file_makes_the_answer_large(name: str, value: str) -> None:
    game, text = registry.get(name), components.printed_file(registry.get(name)).decode()
    usual = len(msgspec.json.encode(opened(game, text)))
    lines = text.split("\n")
    numbers = [at for at, line in enumerate(lines) if re.fullmatch(r"\w+ = \d+( *#.*)?", line)]
    assert numbers
    for at in numbers:
        key = lines[at].partition(" = ")[0]
        found = opened(game, "\n".join([*lines[:at], f"{key} = {value}", *lines[at + 1 :]]))
        assert found.faults, lines[at]
        assert len(msgspec.json.encode(found)) < 1.1 * usual + 1000, lines[at]


@pytest.mark.parametrize(
    ("name", "entry"), [("boussanga", "[[cards]]"), ("banjooli-cross", "[[tile]]\na = {}\nb = {}")]
)
def test_more_entries_than_a_box_may_have_are_a_fault(name: str, entry: str) -> None:
    game, text = registry.get(name), components.printed_file(registry.get(name)).decode()
    usual = len(msgspec.json.encode(opened(game, text)))
    found = opened(game, text + f"\n{entry}" * 2000)
    assert found.faults
    assert found.faults[0].said.args["why"].key == "error.why.entries"
    assert len(msgspec.json.encode(found)) < 3 * usual + 4 * len(found.components)


@pytest.mark.parametrize(
    ("name", "part", "most"),
    [("boussanga", "cards", 64), ("banjooli-cross", "tile", 16), ("banjooli-cross", "predictions", 20)],
)
def test_nothing_is_added_to_a_full_box(name: str, part: str, most: int) -> None:
    game, found = registry.get(name), after(name)
    for _ in range(most):
        shown = next(each for each in every(found.parts) if each.id == part)
        if len(shown.parts) == most:
            break
        found = opened(game, found.components, Act(part, "add"))
    assert (len(shown.parts), shown.actions) == (most, ())
    with pytest.raises(BadComponents):
        opened(game, found.components, Act(part, "add"))


def test_a_file_with_a_date_can_be_edited() -> None:
    text = components.printed_file(registry.get("bantu")).decode()
    dated = text + "\n[diary]\nday = 1979-05-27\nmost = inf\n"
    found = opened(registry.get("bantu"), dated, Set("limit.turns", 200))
    assert found.components == dated.replace("turns = 300", "turns = 200")
    assert found.faults
    whole = opened(
        registry.get("bantu"), dated.replace("[limit]\nturns", "[limit]\n'turns'"), Set("limit.turns", 200)
    )
    assert "day = 1979-05-27\nmost = inf" in whole.components


def test_a_lake_off_the_board_is_marked_where_it_can_be_seen() -> None:
    text = components.printed_file(registry.get("billabong")).decode()
    data = components.read_toml(text)
    board, lake = data["board"], data["lake"]
    wide = text.replace(f"x = {lake['x']}\n", f"x = {board['width'] - 1}\n", 1)
    fault, *_ = opened(registry.get("billabong"), wide).faults
    assert fault.places
    assert {place.split(".")[0] for place in fault.places} == {str(board["width"] - 1)}


def test_a_file_that_is_too_large_is_a_fault() -> None:
    found = opened(registry.get("bantu"), "#" * (components.MAX_BYTES + 1))
    assert found.faults
    assert found.faults[0].said.key == "error.why.too_long"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("\ufffdPNG\r\n\x1a\n", "ui.edit.load.none"),
        ("bread, milk, eggs", "ui.edit.load.none"),
        ("shopping = 1", "ui.edit.load.none"),
        ("[track]\nranks = = 30\n", "error.why.not_toml_at"),
        (components.printed_file(registry.get("banzai")).decode(), "ui.edit.load.other"),
    ],
)
def test_what_is_no_box_of_this_game_is_not_brought(text: str, key: str) -> None:
    with pytest.raises(BadComponents) as caught:
        opened(registry.get("bantu"), text, brought=True)
    assert caught.value.message is not None
    assert caught.value.message.key == key


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("other", GAMES)
def test_the_box_of_another_game_is_named(name: str, other: str) -> None:
    if name != other:
        with pytest.raises(BadComponents) as caught:
            opened(registry.get(name), components.printed_file(registry.get(other)).decode(), brought=True)
        assert caught.value.said is not None
        assert caught.value.said.args == {"other": Message(f"{other}.title")}


@pytest.mark.parametrize("name", GAMES)
def test_a_box_of_this_game_is_brought(name: str) -> None:
    text = components.printed_file(registry.get(name)).decode()
    assert not opened(registry.get(name), text, brought=True).faults


def test_a_game_of_numbers_has_a_form() -> None:
    box = FieldComponents(pebbles=(15, 1, 40), most=(3, 1, 5))
    editor, data = NumbersEditor(box.numbers), dict(box.printed)
    assert [(each.path, each.value, each.high) for part in editor.parts(data) for each in part.fields] == [
        ("pebbles", 15, 40),
        ("most", 3, 5),
    ]
    editor.put(data, "most", 5)
    assert data == {"pebbles": 15, "most": 5}
    assert editor.faulty(data, "most") == (("box",), ())


def test_a_game_without_an_editor_is_edited_as_text() -> None:
    game = registry.get("tiny")
    found = opened(game, None)
    assert of_game(game) is None
    assert (found.parts, found.faults) == ((), ())
    assert opened(game, found.components.replace("faces", "sides")).faults


@pytest.mark.parametrize("name", GAMES)
def test_the_editor_has_words_for_everything(name: str) -> None:
    assert len(keys(registry.get(name))) > 15


# -- several faults at once ---------------------------------------------------------------------------------------------


def test_faults_that_do_not_depend_are_all_found() -> None:
    text = components.printed_file(registry.get("banjooli-cross")).decode()
    data = components.read_toml(text)
    wrong = text.replace(f"distance = {data['berries']['distance']}", "distance = 99").replace(
        "\noor = ", "\noor = 10"
    )
    found = after(
        "banjooli-cross",
        Paint("tile[5].a", "R", ["0.0", "1.0", "2.0"]),
        Paint("tile[3].b", "R", ["0.0", "1.0", "2.0"]),
        Set("predictions.cards[0].0", data["predictions"]["cards"][0][1]),
        text=wrong,
    )
    assert [each.field for each in found.faults] == [
        "tile[3].b",
        "tile[5].a",
        "predictions.cards[0]",
        "berries.distance",
        "points.oor",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_first_fault_is_the_one_that_is_refused(name: str) -> None:
    game, begun = registry.get(name), after(name)
    for part in every(begun.parts):
        for field in part.fields:
            if isinstance(field.value, int) and field.high is not None:
                data = components.read_toml(begun.components)
                with contextlib.suppress(*UNREADABLE):  # a lane of a tile is no longer than it may be
                    of_game(game).put(data, field.path, field.high + 1)  # type: ignore[union-attr]  # the game has an editor
                if not components.faults(game, data):
                    continue
                with pytest.raises(BadComponents) as caught:
                    components.load(game, data)
                assert components.faults(game, data)[0].field == caught.value.field


def test_no_more_faults_are_told_than_anybody_reads() -> None:
    text = components.printed_file(registry.get("bantu")).decode().replace('"r1', '"q1')
    assert len(opened(registry.get("bantu"), text).faults) == complaints.MOST


def test_nothing_is_blamed_for_another_fault() -> None:
    """A track that is said to be longer than it may be makes no circle and no arrow wrong."""
    text = components.printed_file(registry.get("bantu")).decode().replace("ranks = 28", "ranks = 99")
    assert [each.field for each in opened(registry.get("bantu"), text).faults] == ["track.ranks"]


@pytest.mark.parametrize(
    ("game", "printed", "wrong", "fields"),
    [
        ("bantu", '"r0a r0b r0c r0d",\n', '"r0a r0b r0c r0d zzz",\n', ["track.rows[0]"]),
        ("bantu", '"r0a r0b r0c r0d",\n', '"r0a r0b r99a r0d",\n', ["track.rows[0]"]),
        ("bantu", '"r21a r22a",', '"r21a zzz",', ["track.links[84]"]),
        ("bantu", '"r21a r22a",', '"r21a r26f",', ["track.links[84]"]),
        ("bantu", '1 = "r21a r21b r21c r21d"', '1 = "zzz"', ["start_lines.1"]),
        ("bantu", '1 = "r21a r21b r21c r21d"', "1 = 7", ["start_lines.1"]),
        ("bantu", '"r27a", "r27b", "r27c", "r27d"]', '"zzz"]', ["finish.arrows[0]"]),
        ("bantu", '"r27a", "r27b", "r27c", "r27d"]', '"r9f"]', ["finish.arrows[0]"]),
        (
            "banjooli-cross",
            '["red", "green", "yellow", "blue"]',
            '["pink", "pink", "red", "blue"]',
            ["predictions.cards[0][0]", "predictions.cards[0][1]"],
        ),
        (
            "banjooli-cross",
            '"Tër" = 1, "Neex Peepa" = 1, "Oor" = 1, "Jëmbat" = 1, "Daaaaaaw!" = 1, "Pakaarloo" = 1, "Naangateku" = 1,',
            '"Tër" = 99,',
            ["berries.tokens.Tër"],
        ),
        ("boussanga", '".../TET/..."', '".../TTE/..."', ["cards[1]"]),
    ],
)
def test_a_wrong_value_has_no_other_faults(game: str, printed: str, wrong: str, fields: list[str]) -> None:
    text = components.printed_file(registry.get(game)).decode()
    assert printed in text
    found = components.faults(registry.get(game), components.read_toml(text.replace(printed, wrong, 1)))
    assert [each.field for each in found] == fields


# -- Bantu: an owner copies the track of the box ------------------------------------------------------------------------


def test_a_line_is_drawn_and_wiped_out_again() -> None:
    drawn = after("bantu", Paint("track", "line", ["r1a", "r1b"]))
    assert '"r1a r1b r1c", "r1d",' in drawn.components
    assert drawn.changed == ("track.rows",)
    assert after("bantu", Paint("track", "rubber", ["r1b", "r1a"]), text=drawn.components) == after("bantu")


def test_a_line_over_one_that_is_there_only_adds() -> None:
    found = after("bantu", Paint("track", "line", ["r1b", "r1c"]))
    assert found == after("bantu")
    assert '"r1a r1b r1c", "r1d",' in after("bantu", Paint("track", "line", ["r1c", "r1b", "r1a"])).components


def test_one_stroke_links_a_whole_lane() -> None:
    begun = after("bantu", Act("track", "clear"))
    wiped = after("bantu", Paint("track", "rubber", ["r3c", "r9c"]), text=begun.components)
    assert '"r3c r4c"' not in wiped.components
    assert '"r8c r9c"' not in wiped.components
    assert '"r9c r10c"' in wiped.components
    again = after("bantu", Paint("track", "line", ["r3c", "r9c"]), text=wiped.components)
    assert again == begun


def test_every_dead_end_is_marked_where_it_is() -> None:
    gone = [Paint("track", "rubber", [f"r15{lane}", f"r16{lane}"]) for lane in "abcd"]
    faults = after("bantu", *gone).faults
    assert [(each.parts, each.places) for each in faults] == [
        (("track",), ("r15a",)),
        (("track",), ("r15b", "r15c")),
        (("track",), ("r15d",)),
    ]
    assert say(faults[0].said, "en") == (
        "The track: no path leads to the finish from level 15, circle 1; draw a link to the next level, or an arrow"
    )


def test_a_lost_start_line_names_its_tool_and_not_the_file() -> None:
    level = [f"r21{lane}" for lane in "abcd"]
    found = after("bantu", Paint("track", "circle", level))
    fault = next(each for each in found.faults if each.field == "start_lines.1")
    told = say(fault.said, "fr")
    assert "l’outil «\u00a0Ligne de départ 1\u00a0»" in told
    assert not re.search(r"\br\d+[a-z]\b|écri", told)
    assert (fault.parts, fault.brush) == (("track",), "start1")
    mended = after("bantu", Paint("track", "start1", ["r20a"]), text=found.components)
    assert [each.field for each in mended.faults] == ["track.rows[44]"]  # level 20 still leads nowhere
    with pytest.raises(BadComponents) as caught:
        after("bantu", Paint("track", "start1", ["r21a"]), text=found.components)
    assert caught.value.message is not None
    assert caught.value.message.key == "bantu.edit.line.none"


def test_a_track_without_links_says_what_to_draw() -> None:
    lanes = [[f"r{rank}{lane}" for rank in range(28)] for lane in "abcd"]
    begun = after("bantu", Act("track", "clear"))
    faults = after("bantu", *(Paint("track", "rubber", lane) for lane in lanes), text=begun.components).faults
    assert "aucun trait ne mène d’un palier au suivant" in say(faults[0].said, "fr")
    assert faults[0].brush == "line"


def test_the_file_writes_a_start_line_of_its_own_track() -> None:
    text = after("bantu", Set("track.lanes", 3)).components
    data = components.read_toml(re.sub(r"\n1 = .*", '\n1 = ""', text))
    (fault,) = components.faults(registry.get("bantu"), data)
    assert str(fault).endswith("such as 'r0a r0b r0c'")


def test_start_lines_change_places() -> None:
    found = after("bantu", Paint("track", "start1", ["r14c"]))
    assert not found.faults
    assert '1 = "r14a r14b r14c r14d"' in found.components
    assert '2 = "r21a r21b r21c r21d"' in found.components


def test_a_circle_goes_with_its_links_and_comes_back() -> None:
    gone = after("bantu", Paint("track", "circle", ["r1a"]))
    assert not gone.faults
    assert "r1a" not in gone.components
    back = after("bantu", Paint("track", "circle", ["r1a"]), text=gone.components)
    assert back == after("bantu")


@pytest.mark.parametrize(("ranks", "lanes"), [(10, 3), (40, 6), (8, 2), (28, 4)])
def test_a_track_of_another_size_can_be_played(ranks: int, lanes: int) -> None:
    assert after("bantu", Set("track.ranks", ranks), Set("track.lanes", lanes)).faults == ()


@pytest.mark.parametrize(
    ("places", "key"),
    [
        (["r1a"], "bantu.edit.line.one"),
        (["r1a", "r5c"], "bantu.edit.line.far"),
        (["r1a", "r2c"], "bantu.edit.line.aside"),
    ],
)
def test_an_impossible_line_says_why(places: list[str], key: str) -> None:
    with pytest.raises(BadComponents) as caught:
        after("bantu", Paint("track", "line", places))
    assert caught.value.message is not None
    assert caught.value.message.key == key


def test_each_changed_rank_is_a_change_of_its_own() -> None:
    found = after("bantu", Paint("track", "line", ["r1a", "r1b"]), Paint("track", "line", ["r15a", "r15b"]))
    game = registry.get("bantu")
    data = components.read_toml(found.components)
    changes = undone(game, data, 12)
    assert [each.said.args["rank"] for each in changes if each.said] == [1, 15]
    assert '"r1a", "r1b r1c"' in after("bantu").components
    assert all(
        components.load(game, each.without).digest != components.load(game, data).digest for each in changes
    )


# -- the others ---------------------------------------------------------------------------------------------------------


def test_a_lake_is_drawn_from_corner_to_corner() -> None:
    found = after("billabong", Paint("board", "lake", ["9.7", "5.5"]), Paint("board", "stream", ["6.9"]))
    assert not found.faults
    data = components.read_toml(found.components)
    assert {**data["lake"], "provenance": ""} == {"x": 5, "y": 5, "width": 5, "height": 3, "provenance": ""}
    assert data["stream"]["column"] == 6


def test_a_card_is_painted_token_by_token() -> None:
    found = after("boussanga", Paint("cards[0]", "F", ["0", "8"]), Paint("cards[0]", ".", ["3"]))
    assert not found.faults
    assert 'frame = "F../.TE/..F"' in found.components
    assert found.changed == ("cards[0]",)


def test_families_are_taken_out_and_put_back() -> None:
    found = after("banzai", Paint("families", "turn", ["fox", "koala"]), Set("pawns.count", 8))
    data = components.read_toml(found.components)
    assert len(data["families"]["names"]) == 10
    assert not {"fox", "koala"} & set(data["families"]["names"])
    assert (found.faults, found.changed) == ((), ("families", "pawns"))
    assert found.seats == tuple(range(3, 10))
    printed = after("banzai").components
    assert found.components.startswith(printed)
    back = after(
        "banzai", Paint("families", "turn", ["koala", "fox"]), Set("pawns.count", 11), text=found.components
    )
    assert (back.components, back.changed) == (printed, ())
    [families, pawns] = undone(registry.get("banzai"), data, 9)
    assert families.without == {**components.printed(registry.get("banzai")), "pawns": {"count": 8}}
    assert "pawns" not in pawns.without


def test_too_few_families_are_a_fault_of_their_part() -> None:
    names = ["cow", "fox", "frog", "turtle", "duck", "cat", "pig", "kangaroo", "sloth", "vulture"]
    found = after("banzai", Paint("families", "turn", names))
    [fault] = found.faults
    assert (fault.field, fault.parts) == ("families.names", ("families",))
    assert found.seats == registry.get("banzai").seats
    shown = found.parts[0].painter
    assert shown is not None
    assert [place.id for place in shown.places if place.shows and place.shows.key.endswith(".in")] == [
        "koala",
        "rabbit",
    ]


def test_two_cards_alike_are_marked() -> None:
    (fault,) = after("boussanga", Paint("cards[1]", "T", ["4"]), Paint("cards[1]", "E", ["5"])).faults
    assert fault.parts == ("cards[1]",)


def test_a_tile_is_painted_and_becomes_a_curve() -> None:
    found = after("banjooli-cross", Paint("tile[3].a", "R", ["0.0"]), Set("tile[3].a.length", 4))
    assert not found.faults
    assert 'a = { ranks = ["R..", ".R.", "...", "..."] }' in found.components
    curve = after("banjooli-cross", Set("tile[5].a.shape", "curve"), Set("tile[5].a.outside", 4))
    assert 'a = { inside = ".", middle = ".Q.", outside = "...." }' in curve.components


def test_a_blocked_tile_names_tile_and_line() -> None:
    (fault,) = after("banjooli-cross", Paint("tile[5].a", "R", ["0.0", "1.0", "2.0"])).faults
    assert fault.parts == ("tile[5].a",)
    assert say(fault.said, "fr") == (
        "Tuile C4, Face A\u00a0: on ne peut pas y entrer\u00a0: la première case de chaque couloir est bouchée"
    )
    assert fault.line == 48


@pytest.mark.parametrize(
    ("name", "edit", "told"),
    [
        ("banjooli-cross", Act("tile[0]", "remove"), "il faut une tuile de départ, et une seule"),
        (
            "banjooli-cross",
            Paint("tile[8].a", "~", SHUT),
            "elle ne peut pas suivre «\u00a0Tuile de départ\u00a0»",
        ),
        ("bantu", Paint("track", "arrow", LAST), "aucune flèche ne mène à l’arrivée"),
        ("boussanga", Act("cards", "add"), "dessinez au moins deux jetons"),
        ("billabong", Paint("board", "lake", ["0.3", "5.6"]), "le lac ne peut pas toucher le bord"),
        ("billabong", Paint("board", "lake", ["9.3", "15.6"]), "le lac ne peut pas toucher le bord"),
        ("billabong", Set("stream.column", "1"), "une colonne de g à i, pas b"),
    ],
)
def test_faults_speak_of_the_box_and_not_of_the_file(name: str, edit: Edit, told: str) -> None:
    fault = after(name, edit).faults[0]
    assert told in say(fault.said, "fr")
    assert fault.parts


def test_the_lake_is_counted_as_the_board_counts_it() -> None:
    fields = {
        each.path: each for part in opened(registry.get("billabong"), None).parts for each in part.fields
    }
    row = fields["lake.y"]
    assert [say(each.label, "en") for each in row.choices[:2]] == ["13", "12"]
    assert [say(each.label, "en") for each in fields["stream.column"].choices[:2]] == ["a", "b"]
    found = after("billabong", Set("lake.y", row.choices[1].value))
    assert components.read_toml(found.components)["lake"]["y"] == 2


def test_berries_and_cards_are_counted() -> None:
    found = after(
        "banjooli-cross",
        Set("berries.tokens.4", 2),
        Act("predictions", "add"),
        Set("predictions.cards[10].0", "blue"),
    )
    data = components.read_toml(found.components)
    assert data["berries"]["tokens"]["Daaaaaaw!"] == 2
    assert len(data["predictions"]["cards"]) == 11


def said(game: str, *edits: Edit) -> list[str]:
    told = after(game, *edits).differences
    return [say(each.said, "en") for each in told]


def test_a_redrawn_track_is_told_in_the_words_of_the_box() -> None:
    assert said("bantu") == []
    start = Paint("track", "start1", ["r27a"])
    assert said("bantu", Set("track.ranks", 36), Set("track.lanes", 3), start) == [
        "Levels along the lap: 36 instead of 28",
        "Lanes: 3 instead of 4",
        "Level of start line 1: 27 instead of 21",
        "Drawn otherwise: The track, Start line 2, Start line 3, Start line 4 and Arrows",
    ]
    uncrossed = Paint("track", "rubber", ["r4b", "r5c"]), Paint("track", "line", ["r4b", "r5b"])
    assert said("bantu", *uncrossed) == ["Crossings: 3 instead of 4", "Drawn otherwise: level 4"]


def test_what_differs_is_told_in_few_lines() -> None:
    joined = [Paint("track", "line", [f"r{n}a", f"r{n}b", f"r{n}c", f"r{n}d"]) for n in range(1, 15)]
    [line] = said("bantu", *joined)
    assert line == "Drawn otherwise: level 1, level 2, level 3, level 4, level 5, level 8 and 4 others"
    billabong = registry.get("billabong")
    data = components.printed(billabong)
    more = {
        name: {key: n + 1 if isinstance(n, int) else n for key, n in table.items()}
        for name, table in data.items()
    }
    lines = [say(each.said, "en") for each in differences(billabong, more)]
    assert (len(lines), lines[-1]) == (8, "And 2 more changes")


@pytest.mark.parametrize(
    ("game", "edits", "line"),
    [
        ("banzai", [Paint("families", "turn", ["fox", "koala"]), Set("pawns.count", 8)], "instead of 12"),
        ("billabong", [Set("lake.width", 5)], "5 instead of 4"),
        ("boussanga", [Paint("cards[0]", "F", ["0", "8"])], "Drawn otherwise: Card 1"),
        ("banjooli-cross", [Set("great.alike", False)], "no instead of yes"),
    ],
)
def test_every_box_tells_how_it_differs(game: str, edits: list[Edit], line: str) -> None:
    assert any(line in each for each in said(game, *edits)), said(game, *edits)
