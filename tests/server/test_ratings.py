"""Ratings: which games count and why others do not, what they make of people, and who may see it."""

from __future__ import annotations

import asyncio
import math
import random
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludotheque.core.message import Message
from ludotheque.core.registry import get
from ludotheque.server.people.evenings import events as evening
from ludotheque.server.people.ratings.index import Ratings, listed
from ludotheque.server.people.ratings.ladder import UNKNOWN, Ladder, Rating
from ludotheque.server.room import log_events as say
from ludotheque.server.room.log_events import LogEvent, Row
from ludotheque.server.room.rated import Rated, contest_of, rated_of, told, unrated, why_unrated
from ludotheque.server.room.state import TableState, fold
from ludotheque.server.store.log import FILE, Batch, Result, Store, Wishes
from ludotheque.server.store.results import result_of
from tests.server.harness import Harness, Person, serving
from tests.server.test_log import change
from tests.server.test_playing import BOT, LINK, ME, sit_down

STRANGERS: dict[str, Any] = {"game": "bantu", "company": "strangers"}


def table(*events: LogEvent, seats: int = 2, game: str = "bantu", **more: Any) -> TableState:
    """A table of strangers, each on a seat of their own, and what happened since."""
    options = get(game).check_options(seats, more.pop("options", {}))
    created = say.Created(
        game, get(game).rules_version, seats, options, 0, None, "00" * 32, 1, company="strangers"
    )
    people: list[LogEvent] = [say.Sat(seat, seat + 1, f"P{seat}", False, "") for seat in range(seats)]
    rows = [msgspec.structs.replace(created, **more), *people, *events]
    return fold("t", [Row(seq, None, 1000 + seq, event) for seq, event in enumerate(rows)])


def why(state: TableState) -> str:
    found = why_unrated(state)
    return "" if found is None else found.key.removeprefix("ui.unrated.")


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({}, ""),
        ({"company": "friends"}, "friends"),
        ({"chance": "dice"}, "own_dice"),
        ({"handicaps": (0, 100)}, "handicap"),
        ({"game": "banzai", "seats": 3, "options": {"unhurried": True}}, "option"),
        ({"game": "banzai", "seats": 3}, ""),
        ({"game": "boussanga", "options": {"mode": "cooperative"}}, "together"),
        ({"game": "boussanga"}, ""),
        ({"game": "tiny", "components": "faces = 6\ncards = 6\nrounds = 2\npawn = 2\npatience_ms = 60000\n"}, "own_box"),
    ],
)  # fmt: skip
def test_obstacles_to_rating_a_table(more: dict[str, Any], reason: str) -> None:
    assert why(table(**more)) == reason


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (say.Bot(1, "greedy"), "bot"),
        (say.Sat(1, 1, "Twice", False, ""), "one_screen"),
        (say.Sat(1, 2, "Beside me", True, ""), "one_screen"),
        (say.Sat(1, 3, "Shy", False, "", True), "unwilling"),
        (say.Sat(1, 3, "Zoé", False, ""), ""),
        (say.Stood(1), ""),
    ],
)
def test_obstacles_to_rating_the_seated(event: LogEvent, reason: str) -> None:
    assert why(table(event)) == reason


BEGUN = say.Started(0, True)


def moved(*events: LogEvent, seats: int = 2, **more: Any) -> TableState:
    """A table at which everybody has moved once before these events."""
    acts: list[LogEvent] = []
    for _ in range(seats):
        state = table(BEGUN, *acts, seats=seats, **more)
        assert state.table is not None
        (seat,) = state.actors
        acts.append(say.Act(seat, int(state.table.legal_actions(seat)[0]), ()))
    return table(BEGUN, *acts, *events, seats=seats, **more)


def test_nothing_counts_until_everybody_has_moved() -> None:
    state = table(BEGUN)
    assert state.table is not None
    first = say.Act(0, int(state.table.legal_actions(0)[0]), ())
    for events in (
        (say.Resigned(0),),
        (say.Resigned(1),),
        (first, say.Resigned(1)),
        (first, say.Resigned(0)),
    ):
        over = table(BEGUN, *events)
        assert over.phase == "over"
        assert (rated_of(over), result_of(over).contest) == (None, "")
        assert unrated(over) == Message("ui.unrated.moveless")
    assert rated_of(moved(say.Resigned(1))) == Rated(((1,), (2,)), (1, 2))
    stood_in = table(BEGUN, first, say.StoodIn(1), say.Act(1, _second(first), ()), say.Resigned(0))
    assert rated_of(stood_in) is None, "a bot moved, and its person never"


def _second(first: say.Act) -> int:
    state = table(BEGUN, first)
    assert state.table is not None
    return int(state.table.legal_actions(1)[0])


def test_parts_of_a_rated_game_that_count() -> None:
    over = moved(say.Resigned(0))
    assert rated_of(over) == Rated(((1,), (2,)), (2, 1))
    assert result_of(over).contest == "2"
    assert rated_of(table(BEGUN)) is None, "it goes on"
    for unlike in ((say.Started(0), say.Resigned(0)), (BEGUN, say.CalledOff(0, (1,)))):
        assert rated_of(table(*unlike)) is None
        assert result_of(table(*unlike)).contest == ""
    taken = moved(say.StoodIn(1, True), say.TakenOver(1, 9, "Other"), say.Resigned(0))
    assert rated_of(taken) is None


def test_leaving_spares_nobody_a_loss() -> None:
    left = table(BEGUN, say.StoodIn(1), say.Resigned(0), seats=3)
    assert left.phase == "playing", "the third one plays on against the bot"
    over = moved(say.StoodIn(0), say.Resigned(1), say.Resigned(2), seats=3)
    assert over.outcome is not None
    assert over.outcome.ranking == (1, 3, 2), "the bot that stood in wins at the table"
    assert rated_of(over) == Rated(((1,), (2,), (3,)), (4, 3, 2)), "and its person does not in the ratings"


def test_partners_are_rated_together() -> None:
    over = moved(say.Resigned(0), say.Resigned(2), say.Resigned(1), seats=4, options={"teams": True})
    assert rated_of(over) == Rated(((1, 3), (2, 4)), (4, 2))


def test_contests() -> None:
    def named(game: str, seats: int, **options: Any) -> str:
        return contest_of(get(game), seats, get(game).check_options(seats, options))

    assert named("billabong", 2, mode="duel") == "2 mode=duel"
    assert named("billabong", 2) == "2 mode=two-teams"
    assert named("billabong", 3) == named("billabong", 4, play_on=True) == "3+"
    assert named("bantu", 4, short=True, teams=True) == "3+ short=true teams=true"
    assert named("bantu", 2) == "2"
    assert named("banzai", 4) != named("banzai", 4, optional_rules=True) != ""
    assert named("banjooli-cross", 3) == "3+"
    assert told("3+ short=true mode=duel") == {"seats": "3+", "options": {"short": True, "mode": "duel"}}


# ----------------------------------------------------------------------------------------------------------- intervals


def test_winners_gain_and_all_ratings_get_more_certain() -> None:
    ladder = Ladder()
    ladder.add("a", 5, Rated(((1,), (2,), (3,)), (1, 2, 3)))
    one, two, three = (ladder.ratings[guest] for guest in (1, 2, 3))
    assert one.points > two.points > three.points
    assert (UNKNOWN.points, two.games) == (1500, 1)
    assert all(each.margin < UNKNOWN.margin and each.is_provisional for each in (one, two, three))
    assert ladder.changes[1][0].after == one
    ladder.add("b", 6, Rated(((1,), (2,)), (1, 1)))
    assert ladder.ratings[1].points < one.points, "a draw against somebody weaker costs points"


def test_the_order_of_sides_changes_nothing() -> None:
    """Before openskill 6.2 it did where ranks were equal."""
    sides, ranks = ((1,), (2,), (3,), (4,)), (2, 1, 2, 4)
    found = []
    for order in permutations(range(4)):
        ladder = Ladder()
        ladder.add("a", 5, Rated(((1,), (2,), (3,)), (1, 2, 3)))
        ladder.add("b", 6, Rated(tuple(sides[each] for each in order), tuple(ranks[each] for each in order)))
        found.append([ladder.ratings[guest].points for guest in (1, 2, 3, 4)])
    assert all(each == found[0] for each in found), found
    assert found[0][1] == max(found[0]), "who won"


def noise(luck: random.Random, seats: int) -> float:
    """How far somebody plays from their skill in one game, as the model has it: its luck grows with the number at the table."""
    return -25 / 6 * math.sqrt(seats) * math.log(-math.log(luck.random()))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_intervals_hold_the_truth_as_often_as_they_say(seats: int) -> None:
    luck = random.Random(seats)
    inside = asked = 0
    for _ in range(12):
        skill = {guest: luck.gauss(UNKNOWN.mu, UNKNOWN.sigma) for guest in range(12)}
        ladder = Ladder()
        for game in range(120):
            guests = luck.sample(sorted(skill), seats)
            shown = {guest: skill[guest] + noise(luck, seats) for guest in guests}
            order = sorted(guests, key=lambda guest: -shown[guest])
            ladder.add(f"{game}", game, Rated(tuple((guest,) for guest in order), tuple(range(1, seats + 1))))
        for guest, rating in ladder.ratings.items():
            asked += 1
            inside += abs(rating.points - Rating(skill[guest], 0, 0).points) <= rating.margin
    share = inside / asked
    print(f"{seats} seats: {100 * share:.1f} % of {asked} intervals hold the truth")
    assert 0.88 <= share <= 1.0


def test_lists_show_volunteers_and_separate_unsure_ratings() -> None:
    ladder = Ladder()
    ladder.ratings = {
        1: Rating(30, 2, 40), 2: Rating(28, 2, 40), 3: Rating(35, 2, 40), 4: Rating(26, 7, 2), 5: Rating(28, 2.1, 30),
    }  # fmt: skip
    names = {1: "Ana", 2: "Zoé", 4: "Ben", 5: "Cleo"}
    found = listed(ladder, names, 0, "", "")
    assert [(row["place"], row["name"]) for row in found["rows"]] == [(1, "Ana"), (2, "Cleo"), (2, "Zoé")]
    assert [row["name"] for row in found["provisional"]] == ["Ben"]
    assert (found["rows"][0]["low"], found["rows"][0]["high"]) == (1650 - 118, 1650 + 118)
    mine = listed(ladder, names, 3, "Me", "")["rows"]
    assert [(row["name"], row["yours"]) for row in mine][:2] == [("Me", True), ("Ana", False)]
    searched = listed(ladder, names, 3, "Me", "zoe")["rows"]
    assert [(row["place"], row["name"]) for row in searched] == [(1, "Me"), (3, "Zoé")]


# ---------------------------------------------------------------------------------------------------- both databases


def result(table: str, ended_ms: int, rated: Rated | None) -> Result:
    return Result(
        table, "bantu", ended_ms, "", msgspec.json.encode({"rated": rated}).decode(), "2" if rated else ""
    )


async def test_tables_count_once_in_the_order_of_ending(tmp_path: Path, database: str) -> None:
    store = Store(tmp_path, database)
    await store.open()
    for name in "abcd":
        await store.append(Batch(name, [Row(0, None, 1, say.Time(0))], ("bantu", 1)))
    won, lost = Rated(((1,), (2,)), (1, 2)), Rated(((1,), (2,)), (2, 1))
    await store.add_result(result("a", 10, won))
    await store.add_result(result("b", 30, lost))
    await store.add_result(result("d", 35, None))
    followed = Ratings(store)
    first = (await followed.ladders())["bantu", "2"]
    assert (first.count, first.ratings[1].games) == (2, 2)
    for _ in range(2):  # another process notes it, too
        await store.add_result(result("b", 30, lost))
    assert (await followed.ladders())["bantu", "2"] is first, "nothing is new"
    await store.add_result(result("c", 40, won))
    assert [each.table for each in (await followed.ladders())["bantu", "2"].changes[1]] == ["a", "b", "c"]
    assert (await followed.ladders())["bantu", "2"].ratings == (await Ratings(store).ladders())[
        "bantu", "2"
    ].ratings
    await store.add_result(result("a", 35, lost))  # noted again, later and otherwise
    again = (await followed.ladders())["bantu", "2"]
    assert [each.table for each in again.changes[1]] == ["b", "a", "c"]
    assert again.ratings == (await Ratings(store).ladders())["bantu", "2"].ratings
    for name in "abc":
        await store.add_result(replace(result(name, 40, won), contest=""))
    assert await followed.ladders() == {}
    await store.close()


async def test_unfinished_games_of_an_evening_do_not_count(tmp_path: Path, database: str) -> None:
    store = Store(tmp_path, database)
    await store.open()
    made = evening.Made("Jeudi", 1, "bantu", {}, (2,), 2, "random", True)
    batches = [Batch(name, [Row(0, None, 1, say.Time(0))], ("bantu", 1)) for name in "abc"]
    round_ = evening.Round(tuple(evening.Seating(name, (0, 1)) for name in "abc"))
    happened = [(0, 1, made), (1, 2, round_), (2, 20, evening.Ended("b")), (3, 40, evening.Closed())]
    await store.add_to_evening("E", [(0, 1, evening.write(made))], host=1, people=[1])
    for seq, at_ms, event in happened[1:]:
        new = batches if event is round_ else []
        await store.add_to_evening("E", [(seq, at_ms, evening.write(event))], *new)
    for name, ended_ms in (("a", 30), ("b", 30), ("c", 50)):
        await store.add_result(result(name, ended_ms, Rated(((1,), (2,)), (1, 2))))
    (ladder,) = (await Ratings(store).ladders()).values()
    assert [change.table for change in ladder.changes[1]] == ["a"]
    await store.add_result(result("b", 10, Rated(((1,), (2,)), (1, 2))))
    (ladder,) = (await Ratings(store).ladders()).values()
    assert [change.table for change in ladder.changes[1]] == ["b", "a"], "it was over before"
    await store.close()


async def test_an_open_table_shows_its_terms(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        lea, tom, zoe = await server.person("Léa"), await server.person("Tom"), await server.person("Zoé")
        await lose(lea, tom)
        clock = {"per": "game", "seconds": 600, "increment": 5}
        rated = await tom.make([ME, LINK], clock=clock, **STRANGERS)
        friends = await lea.make([ME, LINK], game="bantu")

        async def told() -> dict[str, Any]:
            found = (await zoe.http.get("/api/tables")).json()["open"]
            return {each["id"]: (each["clock"], each["rated"], each["ratings"]) for each in found}

        found = await told()
        assert found == {rated: (clock, True, {}), friends: (None, False, {})}, (
            "nobody wants to be on the lists"
        )
        await tom.http.put("/api/me/ratings", json={"rated": True, "listed": True})
        mine = (await ratings_of(tom))["ratings"][0]
        assert (await told())[rated][2]["0"]["rating"] == mine["rating"]


async def test_nobody_is_helped_in_a_game_that_counts(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        lea, tom = await server.person("Léa"), await server.person("Tom")
        for company, answer in (("strangers", "error.no_advice"), ("friends", None)):
            a, b = await sit_down(lea, tom, **STRANGERS | {"game": "billabong", "company": company})
            view = await a.until(lambda view: view["scene"] and view["scene"]["actors"])
            seat = view["scene"]["actors"][0]
            tab = (a, b)[seat]
            await tab.until(lambda view, seat=seat: view["scene"] and seat in view["scene"]["actors"])
            await tab.send({"t": "advise", "table": tab.table, "id": "x", "seat": seat})
            told = await tab.until_kind("advice", "error")
            assert (told["reason"]["key"] if told["t"] == "error" else None) == answer


async def test_wishes_are_kept(tmp_path: Path, database: str) -> None:
    store = Store(tmp_path, database)
    await store.open()
    guest = await store.people.add(b"h" * 32, "Léa", "fr", 5)
    nameless = await store.people.add(b"x" * 32, "", "fr", 5)
    assert await store.wishes_of(guest) == Wishes(True, False)
    await store.put_wishes(guest, Wishes(True, True))
    await store.put_wishes(nameless, Wishes(True, True))
    assert await store.listed() == {guest: "Léa"}
    await store.put_wishes(guest, Wishes(False, True))
    assert (await store.wishes_of(guest), await store.listed()) == (Wishes(False, True), {})
    await store.close()


# ------------------------------------------------------------------------------------------------------ a whole server


async def ratings_of(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = (await person.http.get("/api/me/ratings")).json()
    return found


async def list_of(person: Person, who: str = "") -> dict[str, Any]:
    asked = {"contest": "2", "who": who}
    found: dict[str, Any] = (await person.http.get("/api/ratings/bantu", params=asked)).json()
    return found


async def lose(lea: Person, tom: Person) -> str:
    """A game among strangers in which Léa gives up."""
    a, b = await sit_down(lea, tom, **STRANGERS)
    assert a.view["table"]["unrated"] is None
    first = (await a.until(lambda view: view["scene"] and view["scene"]["actors"]))["scene"]["actors"][0]
    for seat in (first, 1 - first):
        tab = (a, b)[seat]
        view = await tab.until(lambda view, seat=seat: seat in view["scene"]["actors"])
        action = next(node["action"] for node in view["scene"]["choices"][0]["nodes"] if node["action"] >= 0)
        assert (await tab.act(seat, action))["t"] == "applied"
    await a.do("resign", seat=0)
    await a.until(lambda view: view["table"]["phase"] == "over")
    async with asyncio.timeout(10):  # how it ended is written a moment later
        while a.table not in [each["id"] for each in (await lea.http.get("/api/history")).json()["tables"]]:
            await asyncio.sleep(0.02)
    return a.table


async def test_a_game_among_strangers_changes_private_ratings(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        lea, tom = await server.person("Léa"), await server.person("Tom")
        over = await lose(lea, tom)
        assert [(each["contest"], each["games"]) for each in (await ratings_of(tom))["ratings"]] == [("2", 1)]
        mine = (await ratings_of(lea))["ratings"][0]
        assert mine["low"] < mine["rating"] < 1500 < mine["high"]
        history = (await lea.http.get("/api/history")).json()["tables"]
        assert (history[0]["id"], history[0]["rating"]["by"]) == (over, mine["rating"] - 1500)
        zoe = await server.person("Zoé")
        assert await list_of(zoe) == {"rows": [], "provisional": [], "count": 0, "provisional_count": 0}
        assert [row["name"] for row in (await list_of(lea))["provisional"]] == ["Léa"], "her own line"
        await tom.http.put("/api/me/ratings", json={"rated": True, "listed": True})
        assert [row["name"] for row in (await list_of(zoe))["provisional"]] == ["Tom"]
        contests = (await zoe.http.get("/api/ratings")).json()["contests"]
        assert contests == [{"game": "bantu", "contest": "2", "games": 1, "seats": "2", "options": {}}]
        await tom.http.put("/api/me/ratings", json={"rated": False, "listed": True})
        assert (await list_of(zoe))["provisional"] == []
        assert await ratings_of(tom) == {"rated": False, "listed": False, "ratings": []}
        before = await ratings_of(lea)
        cookie = lea.cookie
    change(tmp_path, "UPDATE results SET ended_ms = -1, contest = '', told = ''")
    async with serving(tmp_path) as server:  # made again from the log
        await server.services.compiling
        lea = Person(server.base, "Léa")
        server.people.append(lea)
        lea.http.headers["cookie"] = cookie
        assert await ratings_of(lea) == before
    assert (tmp_path / FILE).is_file()


async def test_people_can_opt_out_of_ratings_and_others_are_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        await refuse_to_be_rated(server)


async def refuse_to_be_rated(server: Harness) -> None:
    lea, tom = await server.person("Léa"), await server.person("Tom")
    await tom.http.put("/api/me/ratings", json={"rated": False, "listed": False})
    a = await lea.tab(await lea.make([ME, LINK, LINK], **STRANGERS))
    assert a.view["table"]["unrated"] is None
    b = await tom.tab(a.table)
    await b.do("sit", seat=1, name="Tom")
    view = await a.until(lambda view: view["table"]["chairs"][1]["who"] == "person")
    assert view["table"]["unrated"]["key"] == "ui.unrated.unwilling"
    friends = await lea.tab(await lea.make([ME, BOT], game="bantu"))
    assert friends.view["table"]["unrated"]["key"] == "ui.unrated.friends"
