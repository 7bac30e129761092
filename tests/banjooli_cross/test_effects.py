"""What the course does to the ostrich in hand: what stops it, where it is driven back, what it goes over, what bars its way."""

from __future__ import annotations

import numpy as np

from ludotheque import Table
from ludotheque.core.catalogue import say
from ludotheque.table import views
from tests.banjooli_cross.races import race

PLAIN = ["start:A", "C1:A", "C2:A", "C4:A", "C5:A", "finish:A"]
LAVA = ["start:A", "C1:A", "S2:A", "C4:A", "C5:A", "finish:A"]
CANYON = ["start:A", "C1:A", "S1:B", "C4:A", "C5:A", "finish:A"]
VORTEX = ["start:A", "C1:A", "S2:B", "C4:A", "C5:A", "finish:A"]


def effects(table: Table, *clicks: str) -> dict[str, tuple[str, str]]:
    """What is drawn after these clicks: the kind and the reason, by place."""
    choices = views.choices(table.journal, 0)
    nodes = choices.roots
    for click in clicks:
        node = next(choices.nodes[index] for index in nodes if choices.nodes[index].click == click)
        nodes = node.next
    found = choices.effects[node.effects] if node.effects >= 0 else ()
    return {each.place: (each.kind, each.label.key.rpartition(".")[2]) for each in found}


def test_lava_returns_birds_that_end_there_not_those_running_on():
    found = effects(race("red red red white green", {"red": "1c3"}, course=LAVA), "o.red")
    assert found["2c3"] == ("returns", "lava")
    assert {name for name, (kind, _) in found.items() if kind == "passes"} == {
        "2l1",
        "2r1",
        "2l2",
        "2c2",
        "2r2",
    }
    assert found.keys().isdisjoint({"2c1", "2l3", "2r3"}), "high ground does nothing"


def test_a_bird_is_jumped_if_there_is_room_or_else_blocks():
    birds = {"red": "1l3", "blue": "2l1"}
    assert effects(race("red green", birds, course=PLAIN), "o.red")["2l1"] == ("passes", "over_bird")
    birds |= {"yellow": "2l2"}
    assert effects(race("red green", birds, course=PLAIN), "o.red")["2l1"] == ("bars", "bird")


def test_rocks_water_and_lion_block_sand_vortex_and_berries_stop():
    rocky = effects(race("red red red red green", {"red": "1c3"}, course=PLAIN), "o.red")
    assert rocky["2c2"] == ("bars", "rock")
    assert rocky.get("3c2", ("", ""))[0] == "", "too far for four points"
    assert effects(race("red red red red red", {"red": "1c3"}, course=PLAIN), "o.red")["3c2"] == (
        "stops",
        "quicksand",
    )
    assert effects(race("red", {"red": "1c3"}, course=CANYON), "o.red")["2l1"] == ("bars", "water")
    assert effects(race("red red", {"red": "1c3"}, course=VORTEX), "o.red")["2c2"] == ("stops", "vortex")
    berry = race(
        "red", {"red": "1l1"}, options={"berries": True}, berries={"1l2": {"is": "Peepa", "known_to": []}}
    )
    assert effects(berry, "o.red")["1l2"] == ("stops", "berry")


def test_early_stops_are_marked_and_no_end_of_a_run_is_blocked():
    """Compared with the runs themselves, along a whole game of random turns."""
    seen = set()
    for seed in range(4):
        table, rng = (
            Table("banjooli-cross", seats=2, seed=seed, options={"special": "two", "berries": True}),
            (np.random.default_rng(seed)),
        )
        while not table.is_over and len(table.events) < 250:
            seat = table.actors[0]
            choices = views.choices(table.journal, seat)
            for root in choices.roots:
                node = choices.nodes[root]
                if node.effects < 0:
                    continue
                marked = {each.place: each.kind for each in choices.effects[node.effects]}
                seen |= set(marked.values())
                for index in node.next:
                    end = choices.nodes[index]
                    key = choices.keys[end.key]
                    assert marked.get(end.click) not in ("bars", "passes") or end.click.startswith("bounce")
                    if "run_then" in key and end.extra["then"].key.rpartition(".")[2] != "lava":
                        assert marked[end.click] == "stops"
                    if "run_then" in key and end.extra["then"].key.endswith("lava"):
                        assert "returns" in marked.values()
                        assert end.path, "the way into the lava is drawn"
            table.play(int(rng.choice(table.legal_actions(seat))), seat)
    assert seen == {"stops", "returns", "passes", "bars"}


def test_no_text_of_a_run_names_an_id():
    """Neither of a bird that the lava sends back to its nest, nor of one that crosses the line in a frenzy."""
    table = race(
        "red red",
        {"red": "0c1"},
        course=["start:A", "S2:A", "C1:A", "C4:A", "C5:A", "finish:A"],
        phase="frenzy",
        options={"berries": True},
    )
    choices = views.choices(table.journal, 0)
    for node in choices.nodes:
        if node.action >= 0:
            said = say({"key": choices.keys[node.key], "args": node.extra}, "en")
            assert "nest." not in said, said
            assert "podium." not in said, said


def test_a_returning_run_is_a_button_and_dropping_does_nothing():
    course = ["start:A", "S1:B", "C3:A", "S2:A", "C5:A", "finish:A"]
    birds = {
        "red": "3c1",
        "green": "2l3",
        "yellow": "0l1 scared",
        "blue": "1c3 scared",
        "purple": "1c1 scared",
    }
    for bird in ("red", "green"):
        table = race("green red white blue white", birds, course=course)
        choices = views.choices(table.journal, 0)
        first = next(
            choices.nodes[root] for root in choices.roots if choices.nodes[root].click == f"o.{bird}"
        )
        ends = {choices.nodes[index].click: choices.nodes[index] for index in first.next}
        assert birds[bird] not in ends, "put down where it stands, it is only put down"
        bounce = f"bounce.{bird}"
        (button,) = [button for button in choices.buttons if button.id == bounce]
        told = say(button.label, "en")
        assert told.endswith("into the lava and comes back to where it was"), told
        assert "to where it was" not in " ".join(
            say({"key": choices.keys[end.key], "args": end.extra}, "en")
            for click, end in ends.items()
            if click != bounce
        )
        table.play(ends[bounce].action, 0)
        assert (
            views.event_view(table.journal, (), len(table.events) - 1).message.key
            == "banjooli-cross.event.bounces_home"
        )
