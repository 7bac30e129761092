"""What is believed among strangers: claims no person makes, lines that grow in races, and wins that nobody vouches for."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.cli import gate
from ludotheque.server.access.timed import TimedProtocol, told_round_trip_ms, trusting
from ludotheque.server.room.races.credit import (
    CLAIMS,
    EVENING_MS,
    GROWN,
    GROWS_MS,
    MAX_MS,
    PATIENCE,
    QUICKEST_MS,
    TOO_QUICK,
    Credit,
    Credits,
)
from ludotheque.server.room.races.race import Claim, Race
from ludotheque.server.room.races.timing import Quota, Trusted
from tests.server.harness import Harness
from tests.server.test_playing import pair
from tests.server.test_races import answered, claim, cued, lines


def judged(elapsed: float, reaction: float, credit: Credit, line: Trusted, kind: Any = "grab") -> Claim:
    claim = Claim(1, 0, 1000.0, elapsed, reaction)
    return Race("", kind, 0.0, 0.0, 3).judge(claim, line, Quota(), 0.0, 0.0, credit)


def line_of(*round_trips: float, kernel: float | None = None) -> Trusted:
    line = Trusted()
    for round_trip in round_trips:
        line.add(0.0, round_trip)
    line.kernel_ms = kernel
    return line


def test_so_much_of_a_round_trip_is_made_good_and_no_more() -> None:
    assert judged(900.0, 250.0, Credit(), line_of(500.0)).compensation_ms == MAX_MS
    assert judged(400.0, 250.0, Credit(), line_of(150.0)).key_ms == 250.0


def test_no_reaction_to_a_cue_counts_as_quicker_than_people_are() -> None:
    assert judged(251.0, 101.0, Credit(), line_of(150.0)).key_ms == QUICKEST_MS
    assert judged(151.0, 1.0, Credit(), line_of(150.0), "call").key_ms == 1.0, (
        "a call may be ready in the mouth"
    )
    early = judged(240.0, 99.0, Credit(), line_of(150.0))
    assert early.early
    assert early.key_ms == 99.0, "a false start is one here, too"
    impossible = judged(400.0, 45.0, Credit(), line_of(150.0))
    assert not impossible.early
    assert impossible.key_ms == 250.0, "but only where it can be one"


def test_who_claims_so_again_and_again_loses_their_credit() -> None:
    credit, line = Credit(), line_of(100.0)
    for _ in range(TOO_QUICK - 1):
        assert judged(300.0, 120.0, credit, line).compensation_ms > 90
    for _ in range(CLAIMS):
        judged(400.0, 290.0, credit, line)
    assert credit.lost == "", "now and then is nobody's fault"
    for _ in range(TOO_QUICK):
        judged(300.0, 101.0, credit, line)
    assert credit.lost == "too_quick"
    assert judged(400.0, 300.0, credit, line).compensation_ms == 0
    assert judged(400.0, 300.0, credit, line_of(100.0, kernel=60.0)).compensation_ms == 60.0, (
        "the kernel knows better"
    )


def test_who_is_always_about_as_quick_as_nobody_loses_it_too() -> None:
    credit = Credit()
    for _ in range(CLAIMS):
        credit.believed(QUICKEST_MS + 5)
    assert credit.lost == "too_quick"
    luck = random.Random(3)
    honest = Credit()
    for _ in range(3000):
        honest.believed(gate.reaction(luck))
    assert honest.lost == ""


def test_a_line_that_grows_when_races_come_loses_it() -> None:
    credit, line = Credit(), line_of(60.0, 70.0)
    for _ in range(GROWN):
        line.add_raced(10.0, 70.0 + GROWS_MS + 1)
        judged(400.0, 300.0, credit, line)
    assert credit.lost == "grows"
    assert line.least(10.0) == 60.0, "what was measured in races is not taken for the line"
    steady = Credit()
    for _ in range(20):
        line.add_raced(10.0, 75.0)
        judged(400.0, 300.0, steady, line)
        judged(400.0, 300.0, steady, line)
    assert steady.lost == ""


def test_irregular_pongs_fill_no_quota_if_the_kernel_sees_a_steady_line() -> None:
    line = line_of(60.0, 160.0, 60.0, 160.0, kernel=60.0)
    line.kernel_usual_ms = 62.0
    assert line.jitter(0.0) == 50.0
    assert line.steady_jitter(0.0) == 2.0
    line.kernel_usual_ms = None
    assert line.steady_jitter(0.0) == 50.0


def test_who_always_wins_by_what_nobody_vouches_for_is_made_even() -> None:
    winner, other = Credit(), Credit()
    for _ in range(40):
        winner.compared(True, other)
        other.compared(False, winner)
    assert winner.lead > PATIENCE
    assert winner.given(120.0, 0.0) < 60.0 < other.given(120.0, 0.0) == 120.0
    assert winner.given(120.0, 120.0) == 120.0, "what the kernel measured stays"
    for _ in range(60):
        winner.compared(False, other)
    assert winner.given(120.0, 0.0) == 120.0, "whoever loses again is believed again"
    other.lost = "too_quick"
    for _ in range(40):
        winner.compared(True, other)
    assert winner.lead == 0.0, "to be quicker than a liar proves nothing"


def test_two_who_race_are_compared_once_whichever_is_decided_first() -> None:
    race, both = Race("", "grab", 0.0, 0.0, 3), (Credit(), Credit())
    for seat, (elapsed, credit) in enumerate(zip((250.0, 600.0), both, strict=True)):
        entered = Claim(seat, 0, elapsed, elapsed, elapsed)
        race.enter(race.judge(entered, Trusted(), Quota(), 0.0, 0.0, credit), {})
        assert len(race.take(elapsed, lambda: 0)) == 1
    assert both[0].lead > 0 == both[1].lead


def test_a_credit_lasts_for_an_evening() -> None:
    both = Credits()
    first = both.of(7, 0.0)
    assert both.of(7, EVENING_MS) is first
    assert both.of(8, 0.0) is not first
    assert both.of(7, 2.1 * EVENING_MS) is not first


@pytest.mark.parametrize(
    ("peer", "header", "said", "told"),
    [
        ("127.0.0.1", "X-RTT", ["42000"], 42.0),
        ("127.0.0.1", "", ["42000"], None),
        ("192.0.2.7", "X-RTT", ["42000"], None),
        ("127.0.0.1", "X-RTT", ["42000", "90000"], None),
        ("127.0.0.1", "X-RTT", ["-1"], None),
        ("127.0.0.1", "X-RTT", ["9" * 40], None),
        ("127.0.0.1", "X-RTT", [], None),
    ],
)
def test_only_a_trusted_proxy_may_say_what_its_kernel_knows(
    peer: str, header: str, said: list[str], told: float | None
) -> None:
    served = trusting(header)
    assert issubclass(served, TimedProtocol)
    protocol = SimpleNamespace(
        rtt_header=served.rtt_header,
        scope={"headers": [(b"x-rtt", value.encode()) for value in said]},
        transport=SimpleNamespace(get_extra_info=lambda name: (peer, 1) if name == "peername" else None),
        proxies=served.proxies,
    )
    assert told_round_trip_ms(protocol) == told


async def test_a_table_open_to_strangers_believes_less(server: Harness) -> None:
    for company, given in (("friends", 400.0), ("strangers", MAX_MS)):
        a, b = await pair(server, company=company)
        assert a.view["table"]["company"] == company
        lines(server, a.table, 0.0, 400.0)
        cue = await cued(a, b)
        lines(server, a.table, 0.0, 400.0)
        await asyncio.sleep(0.75)
        grab = claim(b, cue, 1, 250.0)
        await b.send(grab)
        assert (await answered(b, grab["command_id"]))["t"] == "applied"
        while not b.photos:
            await b.receive()
        assert b.photos[-1]["rows"][0]["compensation_ms"] == pytest.approx(given, abs=1)
