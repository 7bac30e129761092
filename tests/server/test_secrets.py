"""Two games that differ only in what an audience cannot know look the same to it, byte for byte, on every channel."""

from __future__ import annotations

import itertools
import json
import pickle
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from ludotheque.core.record import dumps
from ludotheque.scene.budget import beginning_with
from ludotheque.scene.model import Choices, Scene
from ludotheque.server.live.shown import view_hash
from ludotheque.server.room.log_events import Act, Created, LogEvent, Row, Sat, Started
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.room.views import ViewCache, Written, table_object
from ludotheque.server.thinking.replay_worker import Source, show
from ludotheque.table.views import scene_at
from tests.server.harness import PATIENT, Tab, serving


def table(*actions: tuple[int, int]) -> TableState:
    events: list[LogEvent] = [
        Created("tiny", 1, 2, {"calm": False}, 0, PATIENT, "07" * 32, 1),
        Sat(0, 1, "Léa", False, "01"),
        Sat(1, 2, "Tom", False, "02"),
        Started(0),
    ]
    events += [Act(seat, action, (), 10 * n) for n, (seat, action) in enumerate(actions, 1)]
    return fold("t", [Row(seq, None, 1000 + seq, event) for seq, event in enumerate(events)])


def told(state: TableState, guest: int) -> bytes:
    """All that a guest is told."""
    audience = frozenset(state.seats_of(guest))
    views = ViewCache(state)
    facts = table_object(state, guest, {1, 2}, "ready")
    scene = views.scene(audience)
    assert state.table is not None
    assert scene is not None
    return b"\n".join(
        [
            bytes(scene.json),
            msgspec.json.encode(facts),
            view_hash("tiny", Written(facts), state.seq).encode(),
            *(bytes(move) for move in views.moves(audience)),
            dumps(state.table.record(audience)).encode(),
            *(
                msgspec.json.encode(scene_at(state.table.journal, audience, move))
                for move in range(len(state.table.events) + 1)
            ),
        ]
    )


@pytest.mark.parametrize("guest", [2, 0])
def test_a_sealed_choice_is_not_seen(guest: int) -> None:
    one, other = table((0, 0)), table((0, 2))
    assert told(one, guest) == told(other, guest)
    assert told(one, 1) != told(other, 1), "its own player sees it"


@pytest.mark.parametrize("guest", [2, 0])
def test_a_replay_of_a_running_game_reveals_nothing_sealed(guest: int) -> None:
    shown = []
    for sealed in (0, 2):
        state = table((0, sealed))
        assert state.table is not None
        source = Source(f"{guest} {sealed}", saved=pickle.dumps(state.table.journal.saved()))
        facts = msgspec.json.encode(table_object(state, guest, frozenset(), "ready"))
        told = show(source, tuple(state.seats_of(guest)), facts, True)
        assert isinstance(told, bytes)
        assert state.seed.hex().encode() not in told
        shown.append(told)
    assert shown[0] == shown[1]


def test_seeds_stay_secret_until_the_end() -> None:
    state = table((0, 0))
    for guest in (0, 1, 2):
        assert state.seed.hex().encode() not in told(state, guest)
    assert table_object(state, 1, set(), "ready").seed is None


def test_moves_are_the_same_singly_or_together() -> None:
    actions: Sequence[tuple[int, int]] = [(0, 2), (1, 1), (1, 3)]
    state = table()
    views = ViewCache(state)
    audience = frozenset({1})
    views.moves(audience)
    for n, (seat, action) in enumerate(actions, 1):
        event = Act(seat, action, (), 10 * n)
        state.apply(Row(state.seq + 1, None, 2000 + n, event))
        views.forget()
        views.moves(audience)
    whole = ViewCache(table(*actions)).moves(audience)
    assert [json.loads(bytes(m))["n"] for m in whole] == list(range(1, len(whole) + 1))
    assert [json.loads(bytes(m))["text"] for m in views.moves(audience)][-1] == json.loads(bytes(whole[-1]))[
        "text"
    ]
    assert len(views.moves(audience)) == len(whole)


def choices_sent(state: TableState, seat: int) -> Choices:
    """The choices of a seat as the server sends them to it."""
    (choices,) = msgspec.json.decode(ViewCache(state).scene(frozenset({seat})).json, type=Scene).choices
    return choices


def test_too_many_choices_are_cut_and_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    whole = choices_sent(state, 0)
    assert not whole.more
    assert state.table is not None
    assert (whole,) == state.table.scene({0}).choices
    monkeypatch.setattr("ludotheque.scene.budget.MAX_CHOICES", 10)
    cut = choices_sent(state, 0)
    assert cut.more is True
    assert [node.click for node in cut.nodes] == [whole.nodes[root].click for root in whole.roots]
    part = beginning_with(whole, whole.nodes[whole.roots[0]].click)
    assert part.nodes[part.roots[0]].click == whole.nodes[whole.roots[0]].click
    assert beginning_with(whole, "nothing").nodes == ()


async def asked_by(who: str, sealed: int, data: Path, changes: bool) -> tuple[list[bytes], list[bytes]]:
    """What a guest's socket is told, and Léa's own, in a game in which Léa seals `sealed` and the guest asks on."""
    async with serving(data) as server:
        await server.rules_ready()
        lea, tom = await server.person("Léa"), await server.person("Tom")
        identity = await lea.make([{"who": "me", "name": "Léa"}, {"who": "link"}])
        first = await lea.tab(identity)
        second = await tom.tab(identity)
        assert (await second.do("sit", seat=1, name="Tom", nonce="tom"))["t"] == "applied"
        await first.until(lambda view: view["table"]["phase"] == "playing")
        if who == "stranger":
            await second.close()
            await first.until(lambda view: not view["table"]["chairs"][1]["online"])
            second = await server.stranger().tab(identity)
        for tab in (first, second):
            await tab.hello(changes=changes)
        told: list[bytes] = []
        of_lea: list[bytes] = []
        for tab, kept in ((first, of_lea), (second, told)):
            _keep_all(tab, kept)
        assert (await first.act(0, sealed))["t"] == "applied"
        await first.until(lambda view: view["seq"] == 4)
        await second.until(lambda view: view["seq"] == 4)
        mine = 1 if who == "tom" else 0
        for n, clicks in enumerate((["add.0"], ["pawn"], ["card.0"], ["nothing"])):
            await second.send({"t": "why", "table": identity, "id": f"w{n}", "seat": mine, "clicks": clicks})
            await second.until_kind("because", "error")
        await second.send({"t": "past", "table": identity, "id": "p", "move": 4})
        await second.until_kind("past")
        for seat, action in ((1, 3), (1, 4), (0, 0), (0, 2), (7, 0)):
            assert (await second.act(seat, action, command_id=f"sealed{seat}{action}"))["t"] == "rejected"
        assert (await second.do("undo", seat=0, command_id="undo0"))["t"] == "rejected"
        assert (await second.do("undo", seat=1, command_id="undo1"))["t"] == "rejected"
        await second.hello()
        await first.close()
        await second.close()
    return told, of_lea


def _keep_all(tab: Tab, kept: list[bytes]) -> None:
    """Note every frame that a tab receives, as it came."""
    receive = tab.ws.recv

    async def recv() -> str:
        raw: str = await receive()
        kept.append(raw.encode())
        return raw

    tab.ws.recv = recv


def _same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One instant, and the same tokens and seeds in the same order, so that two servers tell the same."""
    numbers = itertools.count()
    monkeypatch.setattr(time, "time_ns", lambda: 1_800_000_000_000_000_000)
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size=32: f"{next(numbers):0{size}}")
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: bytes(range(size)))


@pytest.mark.parametrize("changes", [True, False])
@pytest.mark.parametrize("who", ["tom", "stranger"])
async def test_no_answer_on_a_socket_reveals_sealed_values(
    who: str, changes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {}
    for sealed in (0, 2):
        _same_every_time(monkeypatch)
        told[sealed] = await asked_by(who, sealed, tmp_path / str(sealed), changes)
    assert told[0][0] == told[2][0]
    assert told[0][1] != told[2][1], "its own player is told"
    kinds = {json.loads(frame)["t"] for frame in told[0][0]}
    assert kinds >= {
        "change" if changes else "update",
        "rejected",
        "past",
        "welcome",
        "because" if who == "tom" else "error",
    }
