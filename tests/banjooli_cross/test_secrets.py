"""What a seat cannot know changes nothing of what it is told: others' predictions, berries that nobody or somebody else has seen.

The law `blind` plays whole games beside others; here stand chosen situations, every seat and none, every channel of the server, what bots
are given, and what an end shows.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from ludotheque.bots import choose
from ludotheque.core import entry
from ludotheque.core.luck import Luck
from ludotheque.core.record import dumps
from ludotheque.scene.columns import encode
from ludotheque.server.live.shown import view_hash
from ludotheque.server.room.log_events import Created, LogEvent, Row, Sat, Started
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.room.views import ViewCache, Written, table_object
from ludotheque.table import Table
from ludotheque.table.views import scene_at
from ludotheque.testing.laws.blind import now
from tests.banjooli_cross.naive import BERRIES, BIRDS, CARDS
from tests.banjooli_cross.races import PLAIN, told

AUDIENCES = [set(some) for size in range(3) for some in itertools.combinations(range(3), size)]
LYING = {"1l3": "Joka", "3c1": "Daaaaaaw!", "4r2": "Neex Peepa"}
"""Three berries; seat 1 has looked at all, seat 2 at the last."""
KNOWN = {"1l3": [1], "3c1": [1], "4r2": [1, 2]}


def position(cards: Sequence[int], kinds: Sequence[str], phase: str, **more: Any) -> dict[str, Any]:
    berries = {
        space: {"is": kind, "known_to": KNOWN[space]} for space, kind in zip(LYING, kinds, strict=True)
    }
    return {
        "game": "banjooli-cross",
        "seats": 3,
        "options": {"berries": True},
        "phase": phase,
        "course": PLAIN,
        "ostriches": {"red": {"at": "1l2"}, "green": {"at": "3l1"}, "blue": {"at": "podium", "place": 1}},
        "predictions": [CARDS[card] for card in cards],
        "dice": {"movement": ["red", "red", "green", "white", "blue"], "sorcery": "white"},
        "berries": berries,
        **more,
    }


def situations() -> Iterator[dict[str, Any]]:
    """A decision of each seat, of each kind."""
    yield from ({"phase": phase, "to_play": seat} for phase in ("keep", "choose") for seat in range(3))
    moving = {"bird": "red", "left": 2}
    for phase in ("continue", "give", "vortex", "find"):
        yield {"phase": phase, "to_play": 0, "moving": moving} | ({"found": "1l3"} if phase == "find" else {})


def otherwise(audience: set[int]) -> Iterator[tuple[list[int], list[str]]]:
    """Cards and berries as they might be for all that the audience knows."""
    kinds = list(LYING.values())
    for shift in range(1, 4):
        cards = [card if seat in audience else (card + 3 * shift) % 10 for seat, card in enumerate((0, 1, 5))]
        free = [kind for kind in BERRIES if kind not in kinds]
        other = [
            kind if set(KNOWN[space]) & audience else free.pop(shift)
            for space, kind in zip(LYING, kinds, strict=True)
        ]
        if len(set(cards)) == 3:
            yield cards, other


@pytest.mark.rule("BJC-10", "BJC-12", "BJC-66")
@pytest.mark.parametrize("audience", AUDIENCES, ids=str)
def test_no_channel_of_a_table_leaks(audience, law_case):
    compared = 0
    for situation in situations():
        true = Table.from_position(position((0, 1, 5), list(LYING.values()), **situation), chance="physical")
        here = now(law_case, tuple(audience), true)
        for cards, kinds in otherwise(audience):
            found = situation["phase"] == "find"
            if found and kinds[0] != LYING["1l3"]:
                kinds = [LYING["1l3"], *kinds[1:]]
            other = Table.from_position(position(cards, kinds, **situation), chance="physical")
            assert other.state.tobytes() != true.state.tobytes() or audience == {0, 1, 2}
            assert now(law_case, tuple(audience), other) == here, situation
            compared += 1
    assert compared >= 20


@pytest.fixture
def law_case():
    """As the laws look at a table, with twenty refusals."""

    class Effort:
        actions = 80

    class Case:
        effort = Effort()

    return Case()


@pytest.mark.rule("BJC-10", "BJC-66")
@pytest.mark.parametrize("seat", range(3))
def test_bots_are_given_nothing_that_their_seat_cannot_know(seat):
    for cards, kinds in otherwise({seat}):
        views = []
        for own, lying in (((0, 1, 5), list(LYING.values())), (cards, kinds)):
            table = Table.from_position(position(own, lying, "choose", to_play=seat))
            views.append(table.view({seat}).tobytes())
        assert views[0] == views[1]
        table = Table.from_position(position((0, 1, 5), list(LYING.values()), "choose", to_play=seat))
        assert choose("banjooli-cross", None, views[0], seat, "greedy", 5) in list(table.legal_actions())


# ----------------------------------------------------------------------------------------------- through the server


def running(cards: Sequence[int], seen: Sequence[str]) -> TableState:
    """A table of three guests: tiles, cards, berries, dice, a Jëmbat found by seat 0, who sees `seen`; the others watch."""
    events: list[LogEvent] = [
        Created("banjooli-cross", 1, 3, {"berries": True}, 0, None, "07" * 32, 1),
        *(
            Sat(seat, seat + 1, name, False, f"0{seat}")
            for seat, name in enumerate(("Noa", "Martin", "Manuela"))
        ),
        Started(0),
    ]
    state = fold("t", [Row(seq, None, 1000 + seq, event) for seq, event in enumerate(events)])
    state.table = told_so(cards, seen)
    return state


def told_so(cards: Sequence[int], seen: Sequence[str]) -> Table:
    """A table at which chance says what is asked."""
    table = Table("banjooli-cross", 3, {"berries": True}, first=0, chance="physical", seed=bytes([7] * 32))
    told(table, *(f"tile {face}" for face in PLAIN), *(f"card {card}" for card in cards))
    for space in ("1c3", "3c1", "4r2"):
        table.play(f"berry {space}")
    told(table, *["die red"] * 4, "die white", "die green")
    table.play("keep")
    table.play("red 1c3")
    told(table, "is Jëmbat", *(f"is {kind}" for kind in seen))
    return table


def all_told(state: TableState, guest: int) -> bytes:
    """All that a guest is told, of now and of every moment before."""
    audience = frozenset(state.seats_of(guest))
    views = ViewCache(state)
    facts = table_object(state, guest, {1, 2, 3}, "ready")
    scene = views.scene(audience)
    assert state.table is not None
    assert scene is not None
    return b"\n".join(
        [
            bytes(scene.json),
            msgspec.json.encode(facts),
            view_hash("banjooli-cross", Written(facts), state.seq).encode(),
            *(bytes(move) for move in views.moves(audience)),
            dumps(state.table.record(audience)).encode(),
            *(
                msgspec.json.encode(scene_at(state.table.journal, audience, move))
                for move in range(len(state.table.events) + 1)
            ),
        ]
    )


@pytest.mark.rule("BJC-10", "BJC-66")
@pytest.mark.parametrize("guest", [0, 1, 2, 3], ids=["spectator", "Noa", "Martin", "Manuela"])
def test_no_server_message_leaks(guest):
    one = running((0, 1, 5), ("Joka", "Oor"))
    for cards, seen in (((7, 1, 5), ("Joka", "Oor")), ((0, 8, 5), ("Joka", "Oor")), ((0, 1, 9), ("Joka", "Oor")),
                        ((0, 1, 5), ("Tër", "Peepa"))):  # fmt: skip
        other = running(cards, seen)
        mine = guest and (
            cards[guest - 1] != (0, 1, 5)[guest - 1] or (guest == 1 and seen != ("Joka", "Oor"))
        )
        assert (all_told(one, guest) == all_told(other, guest)) == (not mine), (cards, seen)
    told_to = all_told(one, guest)
    assert b"07070707" not in told_to, "the seed is shown at the end only"


@pytest.mark.rule("BJC-10", "BJC-18", "BJC-66")
def test_predictions_show_at_the_end_and_unused_berries_stay():
    birds = {bird: {"at": "podium", "place": place} for place, bird in enumerate(BIRDS[:2], 1)}
    near = position((0, 1, 5), list(LYING.values()), "choose", to_play=0)
    near["ostriches"] = birds | {"yellow": {"at": "5c2"}}
    near["dice"] = {"movement": ["yellow"] * 5, "sorcery": "white"}
    table = Table.from_position(near)
    before = table.view(set())[0]
    assert set(before["prediction"][:3].tolist()) == {-2}
    table.play("yellow podium")
    assert not table.can_undo(0), "it has shown the predictions"
    after = table.view(set())[0]
    assert after["prediction"][:3].tolist() == table.state[0]["prediction"][:3].tolist()
    assert set(after["berry_kind"][:3].tolist()) == {-1}, "what was never found stays face down"
    assert table.view({2})[0]["berry_kind"][:3].tolist() == [-1, -1, BERRIES.index("Neex Peepa")]


@pytest.mark.rule("BJC-10")
def test_the_cards_in_the_box_are_in_no_state_at_all():
    table = Table("banjooli-cross", 2, seed=4)
    dealt = table.state[0]["prediction"].tolist()
    assert sum(card >= 0 for card in dealt) == 2
    guessed = set()
    for seed in range(60):
        state = table.view({0})
        entry.redeal(table.box, state, 1, Luck.of(seed))
        guessed.add(int(state[0]["prediction"][1]))
    assert guessed == set(range(10)) - {dealt[0]}, "every card but one's own may be the other's"
    assert encode(table.scene({0})) != encode(table.scene({1}))


@pytest.mark.rule("BJC-18", "BJC-78")
def test_revealing_predictions_cannot_be_undone_alone():
    last = position((0, 1, 5), list(LYING.values()), "choose", to_play=0, turns=[200, 100, 99])
    table = Table.from_position(last, chance="physical")
    table.play("bewitch red")
    assert table.outcome.ending == "turn_limit"
    assert not table.can_undo(0)
    earlier = Table.from_position(last | {"turns": [200, 100, 98]}, chance="physical")
    earlier.play("bewitch red")
    assert earlier.can_undo(0)
