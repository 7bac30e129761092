"""Evenings: pairing, points, who may do what, and a whole evening over HTTP with tables that are really played."""

from __future__ import annotations

import asyncio
import csv
import io
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from ludotheque.core import registry
from ludotheque.core.pairing import meetings
from ludotheque.server.people.evenings import evenings, events, wishes
from ludotheque.server.people.evenings.board import as_csv, told
from ludotheque.server.people.evenings.deciding import decide, made, table_options
from ludotheque.server.people.evenings.standings import next_round, points_of, standings
from ludotheque.server.people.evenings.state import Evening
from ludotheque.server.room.log_events import Row, Time
from ludotheque.server.room.refused import Refused
from ludotheque.server.store.log import Batch, Conflict, Store
from tests.server.harness import Harness, Person, serving

PLAN = {"name": "Thursday", "game": "bantu", "least": 2, "most": 2, "rounds": 3}


def evening(
    people: int, how: events.Kind = "swiss", sizes: tuple[int, ...] = (2,), rounds: int = 5
) -> Evening:
    found = Evening("e", events.Made("Thursday", 99, "bantu", {}, sizes, rounds, how))
    for number in range(people):
        found.apply(events.Joined(number + 1, f"P{number}"))
    return found


def play(one: Evening) -> None:
    """A round in which whoever joined first wins."""
    tables, waiting = next_round(one)
    number = len(one.rounds)
    seatings = tuple(events.Seating(f"{number}-{at}", players) for at, players in enumerate(tables))
    one.apply(events.Round(seatings, tuple(waiting)))
    for each in seatings:
        ranks = [1 + sum(other < player for other in each.players) for player in each.players]
        one.apply(events.Corrected(each.table, tuple(ranks)))


def met_in(one: Evening) -> Counter[tuple[int, int]]:
    return meetings([place.players for round_ in one.rounds for place in round_.tables])


# ------------------------------------------------------------------------------------------------------------- pairing


@pytest.mark.parametrize("people", [4, 5, 8, 9])
def test_in_a_round_robin_of_two_everybody_meets_once(people: int) -> None:
    one = evening(people, "round-robin", rounds=9)
    for _ in range(people - 1 + people % 2):
        play(one)
    assert met_in(one) == dict.fromkeys(combinations(range(people), 2), 1)
    assert {each.waited for each in standings(one)} == {people % 2}


@pytest.mark.parametrize(("people", "sizes"), [(11, (2,)), (13, (3, 4)), (10, (4,))])
def test_swiss_rounds_pair_equals_without_repeats_or_double_byes(people: int, sizes: tuple[int, ...]) -> None:
    one = evening(people, sizes=sizes)
    for _ in range(3):
        play(one)
    assert sum(times > 1 for times in met_in(one).values()) <= (0 if sizes == (2,) else 6)
    assert max(each.waited for each in standings(one)) <= 1
    waiting = [player for round_ in one.rounds for player in round_.wait]
    assert len(waiting) == 3 * (people - sum(len(place.players) for place in one.rounds[0].tables))
    best = [each.player for each in standings(one)][:2]
    assert 0 in best


def test_winners_meet_winners() -> None:
    one = evening(8)
    play(one)
    winners = {place.players[place.ranks.index(1)] for place in one.rounds[0].tables if place.ranks}
    tables, _ = next_round(one)
    assert all(len(winners & set(table)) in (0, 2) for table in tables), (winners, tables)


def test_leavers_are_not_paired_and_latecomers_are() -> None:
    one = evening(4, "round-robin")
    play(one)
    one.apply(events.Left(0))
    one.apply(events.Joined(50, "Late"))
    tables, waiting = next_round(one)
    assert sorted(player for table in tables for player in table) == [1, 2, 3, 4]
    assert waiting == []
    one.apply(events.Back(0))
    _, waiting = next_round(one)
    assert len(waiting) == 1
    for number in range(1, 5):
        one.apply(events.Left(number))
    assert next_round(one) == ([], [0])


# -------------------------------------------------------------------------------------------------------------- points


def test_points() -> None:
    assert points_of([1, 2]) == [1, 0]
    assert points_of([1, 1]) == [Fraction(1, 2)] * 2
    assert points_of([2, 1, 3, 4]) == [Fraction(2, 3), 1, Fraction(1, 3), 0]
    assert points_of([1, 2, 2]) == [1, Fraction(1, 4), Fraction(1, 4)]
    assert sum(points_of([3, 1, 1, 3, 5])) == Fraction(5, 2), "half of the seats, however it ends"


def test_ties_are_broken_by_opponents_then_by_wins() -> None:
    one = evening(5)
    one.apply(events.Round((events.Seating("a", (0, 1)), events.Seating("b", (2, 3))), (4,)))
    one.apply(events.Corrected("a", (1, 2)))
    one.apply(events.Ended("b"))
    found = standings(one)
    assert [(each.player, each.place, each.points) for each in found] == [
        (0, 1, 1), (2, 2, Fraction(1, 2)), (3, 2, Fraction(1, 2)), (4, 4, Fraction(1, 2)), (1, 5, 0),
    ]  # fmt: skip
    assert [each.opponents for each in found] == [0, Fraction(1, 2), Fraction(1, 2), 0, 1]
    assert (found[0].wins, found[3].waited, found[3].played) == (1, 1, 0)


# ---------------------------------------------------------------------------------------------------------- who may do what


def refusal(one: Evening, guest: int, wish: wishes.Wish) -> str:
    with pytest.raises(Refused) as refused:
        decide(one, guest, wish)
    return refused.value.message.key.removeprefix("error.evening.")


def test_the_organiser_alone_leads() -> None:
    one = evening(4, rounds=1)
    for wish in (wishes.Begin(1), wishes.Close(), wishes.Leave(1), wishes.Back(0)):
        assert refusal(one, 1, wish) == "not_organiser"
        assert refusal(one, 0, wish) == "not_organiser"
    assert decide(one, 1, wishes.Leave()) == decide(one, 1, wishes.Leave(0)) == events.Left(0)
    assert refusal(one, 99, wishes.Begin(2)) == "round_begun"
    begun = decide(one, 99, wishes.Begin(1))
    assert isinstance(begun, events.Round)
    one.apply(begun)
    first, second = (each.table for each in begun.tables)
    for wish in (wishes.End(first), wishes.Correct(first, [1, 2])):
        assert refusal(one, 1, wish) == "not_organiser"
    assert refusal(one, 99, wishes.Begin(1)) == "round_begun"
    assert refusal(one, 99, wishes.Begin(2)) == refusal(one, 99, wishes.Close()) == "unfinished"
    for ranks in ([1], [1, 3], [2, 2], [0, 1]):
        assert refusal(one, 99, wishes.Correct(first, ranks)) == "ranks"
    for wish in (wishes.End(first), wishes.Correct(second, [2, 1])):
        event = decide(one, 99, wish)
        assert event is not None
        one.apply(event)
    assert refusal(one, 99, wishes.End(first)) == "table_over"
    assert refusal(one, 99, wishes.Begin(2)) == "rounds_over"
    assert decide(one, 99, wishes.Close()) == events.Closed()
    one.apply(events.Closed())
    assert refusal(one, 5, wishes.Join("Zoé")) == "closed"
    assert isinstance(decide(one, 99, wishes.Correct(first, [2, 1])), events.Corrected), "also afterwards"


def test_joining() -> None:
    one = evening(1)
    assert decide(one, 7, wishes.Join("  p0 ")) == events.Joined(7, "p0 2")
    assert decide(one, 1, wishes.Join("Other")) is None, "once is enough"
    one.apply(events.Left(0))
    assert decide(one, 1, wishes.Join()) == events.Back(0)
    with pytest.raises(Refused, match="bad_name"):
        decide(one, 7, wishes.Join(" "))


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"name": "  "}, "error.evening.name"),
        ({"name": "x" * 61}, "error.evening.name"),
        ({"game": "chess"}, "error.unknown_game"),
        ({"least": 5, "most": 5}, "error.evening.sizes"),
        ({"least": 4, "most": 2}, "error.evening.sizes"),
        ({"options": {"teams": True}}, "error.bad_option"),
        ({"game": "boussanga", "options": {"mode": "cooperative"}}, "error.evening.together"),
        (
            {"game": "banzai", "least": 3, "most": 5, "clock": {"per": "move", "seconds": 30}},
            "error.evening.clock",
        ),
        ({"clock": {"per": "days", "seconds": 86400}}, "error.evening.clock"),
    ],
)
async def test_impossible_evenings_are_refused_with_a_reason(
    tmp_path: Path, change: dict[str, Any], key: str
) -> None:
    import msgspec

    plan = msgspec.convert(PLAN | change, wishes.Plan)
    with pytest.raises(Refused) as refused:
        made(1, plan)
    if key != "error.bad_option":
        assert refused.value.message.key == key
    assert refused.value.message.key in {"error.bad_option", key} or refused.value.message.key.startswith(
        "error."
    )


def test_only_sizes_that_go_with_the_options_are_used() -> None:
    plan = wishes.Plan("Pairs", "bantu", 2, 4, 3, options={"teams": True})
    assert made(1, plan).sizes == (4,)
    assert made(1, wishes.Plan("All", "bantu", 2, 5, 3)).sizes == (2, 3, 4)


def test_an_evening_defaults_to_the_options_of_a_new_table() -> None:
    """The two of a small table play the shorter game, as they would from the front page."""
    game = registry.get("billabong")
    assert table_options(game, 2, {}) == {"mode": "duel"}
    assert table_options(game, 2, {"mode": "two-teams"}) == {"mode": "two-teams"}
    assert table_options(game, 4, {}) == {}


# ---------------------------------------------------------------------------------------------------- both databases


async def test_a_round_and_its_tables_are_written_atomically(tmp_path: Path, database: str) -> None:
    store = Store(tmp_path, database)
    await store.open()
    await store.add_to_evening("e", [(0, 5, "made")], host=3, people=[3])
    await store.add_to_evening("e", [(1, 6, "joined")], people=[4])
    table = Batch("t", [Row(0, None, 7, Time(0))], ("bantu", 3), people=[4])
    await store.add_to_evening("e", [(2, 7, "round")], table)
    lost = Batch("u", [Row(0, None, 7, Time(0))], ("bantu", 3), people=[4])
    with pytest.raises(Conflict):  # another process was quicker
        await store.add_to_evening("e", [(2, 7, "another round")], lost)
    assert await store.evening_events("e") == [(0, 5, "made"), (1, 6, "joined"), (2, 7, "round")]
    assert await store.game_of("u") is None
    assert await store.tables_of(4) == ["t"]
    assert await store.evenings_of(4) == await store.evenings_of(3) == [("e", "made")]
    assert await store.evening_results("e") == []
    await store.close()


# ------------------------------------------------------------------------------------------------------ a whole evening


async def ask(person: Person, evening_id: str, **wish: Any) -> dict[str, Any]:
    answer = await person.http.post(f"/api/evenings/{evening_id}", json=wish)
    found: dict[str, Any] = answer.json()
    return found


async def give_up(person: Person, table: str) -> None:
    tab = await person.tab(table)
    await tab.until(lambda view: view["table"]["phase"] == "playing")
    assert (await tab.do("resign", seat=tab.view["you"]["seats"][0]))["t"] == "applied"
    await tab.until(lambda view: view["table"]["phase"] == "over")


async def test_an_evening_from_the_link_to_the_file(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        identity, people, cookies = await first_round(server)
    async with serving(tmp_path) as server:  # a restart loses nothing
        organiser, lea = [await returned(server, cookie) for cookie in cookies]
        await second_round(server, organiser, lea, identity, people)


async def test_an_evening_with_a_taken_code_gets_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter("BBBBBBBB" * 2 + "CCCCCCCC")
    monkeypatch.setattr(evenings.secrets, "choice", lambda _: next(drawn))
    async with serving(tmp_path) as server:
        plan = wishes.Plan("Friday", "tiny", 2, 4, 3)
        made_ = [await server.services.evenings.make(1, plan) for _ in range(2)]
        assert made_ == ["BBBBBBBB", "CCCCCCCC"]
        assert [(await server.services.evenings.find(each)).made.name for each in made_] == ["Friday"] * 2


async def test_a_code_is_found_however_it_is_written(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        identity = await server.services.evenings.make(1, wishes.Plan("Friday", "tiny", 2, 4, 3))
        ada, (one, other) = await server.person("Ada"), (identity[:4].lower(), identity[4:])
        for said in (
            identity.lower(),
            f"{one} {other}",
            f"{one}\u00a0{other}",
            f"{one}-{other}",
            f" {identity} ",
        ):
            answer = await ada.http.get(f"/api/evenings/{quote(said)}")
            assert answer.json()["id"] == identity, said
        assert (await ask(ada, one + other, kind="join", name="Ada"))["you"]["name"] == "Ada"
        with pytest.raises(Refused):
            await server.services.evenings.find(identity[:7])


async def returned(server: Harness, cookie: str) -> Person:
    person = server.stranger()
    person.http.headers["cookie"] = cookie
    return person


async def first_round(server: Harness) -> tuple[str, list[str], list[str]]:
    organiser = await server.person("Ada")
    answer = await organiser.http.post("/api/evenings", json=PLAN)
    assert answer.status_code == 201, answer.text
    identity = answer.json()["id"]
    people = {name: await server.person(name) for name in ("Léa", "Tom", "Zoé")}
    found = await asyncio.gather(
        *(ask(each, identity, kind="join", name=name) for name, each in people.items())
    )
    assert sorted(each["you"]["name"] for each in found) == ["Léa", "Tom", "Zoé"], "all at once"
    assert (await ask(people["Tom"], identity, kind="begin", round=1))["error"][
        "key"
    ] == "error.evening.not_organiser"
    shown = await ask(organiser, identity, kind="begin", round=1)
    (table,), (waiting,) = shown["history"][0]["tables"], shown["history"][0]["wait"]
    names = [seat["name"] for seat in table["seats"]]
    assert sorted([*names, waiting["name"]]) == ["Léa", "Tom", "Zoé"]
    winner, loser = (people[name] for name in names)
    told_winner = (await winner.http.get(f"/api/evenings/{identity}")).json()["you"]
    assert told_winner["table"] == {"table": table["table"], "number": 1, "how": "playing"}
    assert (await people[waiting["name"]].http.get(f"/api/evenings/{identity}")).json()["you"]["waits"]
    a = await winner.tab(table["table"])
    assert a.view["you"]["seats"] == [0], "the seat is theirs"
    await give_up(loser, table["table"])
    answer = await organiser.http.get(f"/api/evenings/{identity}")
    leader = answer.json()["standings"][0]
    assert (leader["name"], leader["points"]) == (names[0], 1.0)
    unchanged = {"if-none-match": answer.headers["etag"]}
    assert (await organiser.http.get(f"/api/evenings/{identity}", headers=unchanged)).status_code == 304
    assert "guest" not in answer.text
    mine = (await winner.http.get("/api/evenings")).json()["evenings"]
    assert mine == [{"id": identity, "name": "Thursday", "game": "bantu", "organiser": False}]
    return identity, names, [organiser.cookie, people["Léa"].cookie]


async def second_round(
    server: Harness, organiser: Person, lea: Person, identity: str, before: list[str]
) -> None:
    shown = await ask(organiser, identity, kind="begin", round=2)
    table = shown["history"][1]["tables"][0]
    corrected = await ask(organiser, identity, kind="correct", table=table["table"], ranks=[2, 1])
    assert corrected["history"][1]["tables"][0]["how"] == "corrected"
    await ask(lea, identity, kind="leave")
    assert (await ask(organiser, identity, kind="begin", round=3))["round"] == 3
    third = (await organiser.http.get(f"/api/evenings/{identity}")).json()["history"][2]
    assert "Léa" not in str(third)
    assert (await ask(organiser, identity, kind="close"))["error"]["key"] == "error.evening.unfinished"
    await ask(organiser, identity, kind="end", table=third["tables"][0]["table"])
    assert (await ask(organiser, identity, kind="close"))["closed"]
    file = await lea.http.get(f"/api/evenings/{identity}/results.json")
    assert [len(each["tables"]) for each in file.json()["history"]] == [1, 1, 1]
    french = (await lea.http.get(f"/api/evenings/{identity}/results.csv", params={"lang": "fr"})).text
    rows = list(csv.reader(io.StringIO(french.removeprefix("\ufeff")), delimiter=";"))
    assert rows[0][:3] == ["Place", "Nom", "Points"]
    assert sorted(row[1] for row in rows[1:4]) == ["Léa", "Tom", "Zoé"]
    assert (await lea.http.get(f"/api/evenings/{identity}/qr.svg")).headers["content-type"] == "image/svg+xml"
    assert (await lea.http.get(f"/api/evenings/{identity}/results.exe")).status_code == 404
    assert (await lea.http.get("/api/evenings/nowhere")).json()["error"]["key"] == "error.evening.unknown"
    assert server is not None


def test_a_name_that_a_spreadsheet_would_compute_is_text() -> None:
    one = evening(0)
    one.apply(events.Joined(1, "=2+3"))
    assert "'=2+3" in as_csv(one, "en")
    assert told(one)["players"][0]["name"] == "=2+3"
