"""Who was first, with every instant given: round trips, quotas, keys, windows, ties."""

from __future__ import annotations

import pytest

from ludotheque.server.base.lateness import Pulse
from ludotheque.server.room.races.photo import Finish, is_doubtful, raw
from ludotheque.server.room.races.race import Claim, Race, Rival, grace_ms, ordered
from ludotheque.server.room.races.timing import MAX_TRUSTED_MS, Quota, Trusted, compensation


def trusted(*round_trips: float) -> Trusted:
    line = Trusted()
    for round_trip in round_trips:
        line.add(0.0, round_trip)
    return line


def press(
    race: Race, seat: int, elapsed: float, reaction: float, line: Trusted | None = None,
    rivals: dict[int, Rival] | None = None, reach: float = 0.0, handicap: float = 0.0, action: int = 0,
) -> Claim:  # fmt: skip
    claim = Claim(seat, action, race.fired_ms + elapsed, elapsed, reaction)
    race.judge(claim, line or Trusted(), Quota(), reach, handicap)
    race.enter(claim, rivals or {})
    return claim


def race(kind: str = "grab", **more: float) -> Race:
    return Race("cue", kind, 1000.0, 50.0, 0b1111, **more)  # type: ignore[arg-type]


def test_the_round_trip_is_a_minutes_minimum_within_a_bound() -> None:
    line = Trusted()
    assert (line.least(0), line.jitter(0), line.p95(0)) == (0, 0, MAX_TRUSTED_MS)
    for at, round_trip in ((0, 40.0), (1000, 60.0), (2000, 50.0)):
        line.add(at, round_trip)
    assert (line.least(2000), line.jitter(2000), line.p95(2000)) == (40, 10, 60)
    assert line.least(60_500) == 50, "the first is forgotten after a minute"
    assert [line.answers(now) for now in (2000, 12_000, 12_001)] == [True, True, False]
    assert not Trusted().answers(0)
    assert trusted(900.0).least(0) == MAX_TRUSTED_MS
    assert trusted(900.0).least(0, most_ms=250) == 250
    line.kernel_ms = 12.0
    assert line.least(2000) == 12, "no page can delay what the kernel measures"


def test_a_quota_is_filled_by_the_lines_own_jitter() -> None:
    quota = Quota()
    quota.refill(20.0)
    assert quota.level_ms == 40, "twice at first"
    for _ in range(9):
        quota.refill(20.0)
    assert quota.level_ms == 80, "four times at most"
    quota.spend(75.0)
    assert quota.level_ms == 5
    quota.refill(500.0)
    assert quota.level_ms == 55, "no race gives more than 50 ms"


def test_compensation_is_limited_to_network_delay() -> None:
    quota = Quota(level_ms=30.0)
    assert compensation(300.0, 220.0, 90.0, quota) == 80
    assert quota.level_ms == 30, "within the round trip nothing is spent"
    assert compensation(300.0, 100.0, 90.0, quota) == 120
    assert quota.level_ms == 0
    assert compensation(300.0, 100.0, 90.0, quota) == 90
    assert compensation(300.0, 400.0, 90.0, quota) == 0, "nobody is made slower"


def test_the_key_is_reaction_and_reach_less_the_handicap() -> None:
    far = press(race(), 1, 330.0, 240.0, trusted(90.0), reach=60.0, handicap=25.0)
    assert (far.compensation_ms, far.key_ms) == (90, 275)
    assert press(race(), 1, 150.0, 120.0, trusted(30.0), handicap=100.0).key_ms == 100, "never under 100"
    called = press(race("call"), 1, 150.0, 20.0, trusted(130.0), handicap=10.0)
    assert (called.early, called.key_ms) == (False, 10), "to call at once is no false start"


def test_a_false_start_precedes_others_at_its_own_instant() -> None:
    running = race()
    fair = press(running, 0, 101.0, 101.0)
    early = press(running, 1, 180.0, 99.0, trusted(90.0), reach=70.0, handicap=0.0)
    earlier = press(running, 2, 60.0, 40.0)
    assert (early.early, early.key_ms, earlier.key_ms) == (True, 99, 40)
    assert running.take(9999, lambda: 0) == [earlier, early, fair]


def test_the_caller_is_timed_from_the_call_and_never_too_soon() -> None:
    running = race(by=2, before_ms=130.0)
    assert running.since(2, 1004.0) == 870
    assert running.since(1, 1004.0) == 1004
    own = press(running, 2, 60.0, 60.0)
    assert (own.early, own.key_ms) == (False, 100)


@pytest.mark.parametrize(
    ("elapsed", "trip", "decided", "early", "key"),
    [
        pytest.param(130.0, 60.0, 0.0, True, 45.0, id="really too soon"),
        pytest.param(159.0, 60.0, 99.0, True, 45.0, id="the line explains it"),
        pytest.param(160.0, 60.0, 0.0, False, 100.0, id="the line does not"),
        pytest.param(290.0, 60.0, 0.0, False, 230.0, id="a page that was late, or lies"),
        pytest.param(130.0, 60.0, 100.0, False, 100.0, id="the rules know no false start any more"),
        pytest.param(680.0, 60.0, 600.0, False, 620.0, id="long after the caller"),
    ],
)
def test_no_reaction_that_nobody_has_is_believed(
    elapsed: float, trip: float, decided: float, early: bool, key: float
) -> None:
    running = race(by=2)
    running.decided_ms = decided
    claim = press(running, 1, elapsed, 45.0, trusted(trip))
    assert (claim.early, claim.key_ms) == (early, key)


def test_an_honest_press_beats_a_later_impossible_one() -> None:
    for decided in (0.0, 600.0):
        for later in (20.0, 120.0):
            running = race(by=2)
            running.decided_ms = decided
            honest = press(running, 0, 319.0, 259.0, trusted(60.0))
            liar = press(running, 1, 319.0 + later, 45.0, trusted(60.0))
            assert running.take(9999, lambda: 0) == [honest, liar]


def test_a_claim_waits_as_long_as_the_slowest_line_may_need() -> None:
    running = race()
    claim = press(running, 0, 200.0, 200.0, rivals={1: Rival(90.0), 2: Rival(20.0)})
    assert claim.closes_ms() == 1200 + 120
    assert running.take(1319, lambda: 0) == []
    assert running.take(1320, lambda: 0) == [claim]
    slow = press(race(), 0, 200.0, 200.0, rivals={1: Rival(2000.0)})
    assert slow.closes_ms() == 1200 + 400
    assert press(race(), 0, 200.0, 200.0).closes_ms() == 1200, "nobody else is there"


def test_a_hand_that_has_far_to_go_waits_for_nearer_ones() -> None:
    running = race()
    far = press(running, 0, 200.0, 200.0, rivals={1: Rival(10.0)}, reach=150.0)
    assert far.closes_ms() == 1200 + 150 + 40
    near = press(running, 1, 260.0, 260.0, rivals={0: Rival(10.0)}, reach=5.0)
    assert running.take(9999, lambda: 0) == [near, far]


def test_marks_and_claims_of_all_others_close_the_window() -> None:
    running = race()
    claim = press(running, 0, 200.0, 200.0, rivals={1: Rival(90.0), 2: Rival(90.0, handicap_ms=50.0)})
    running.note_idle(1, 199.0, 1300.0, 1001.0)
    running.note_idle(2, 240.0, 1300.0, 1001.0)
    assert set(claim.rivals) == {1, 2}, "both may still have been quicker"
    running.note_idle(1, 200.0, 1300.0, 1001.0)
    running.note_idle(2, 250.0, 1300.0, 1001.0)
    assert claim.closes_ms() == 1200
    other = race()
    first = press(other, 0, 200.0, 200.0, rivals={1: Rival(90.0)})
    second = press(other, 1, 230.0, 210.0, trusted(40.0), rivals={0: Rival(1.0)})
    assert (first.rivals, second.rivals) == ({}, {})
    other.gone(1)
    assert other.take(1230, lambda: 0) == [first, second]


def test_future_presses_cannot_be_claimed() -> None:
    running = race()
    running.note_idle(1, 5000.0, 1300.0, 1001.0)
    assert running.idle_ms[1] == 299
    liar = press(running, 1, 330.0, 120.0, trusted(500.0))
    assert liar.compensation_ms == 31, "the page itself said that nothing was pressed until then"


def test_ties_go_by_the_way_then_by_a_lot_that_is_noted() -> None:
    a, b, c, d = (
        Claim(seat, 0, 0, 0, 0, key_ms=key) for seat, key in enumerate((200.0, 204.0, 208.0, 209.0))
    )
    a.reach_ms, b.reach_ms, c.reach_ms = 20.0, 10.0, 10.0
    lots = iter([1, 9, 3])
    assert ordered([a, b, c, d], lambda: next(lots)) == [c, b, a, d]
    assert (a.lot, b.lot, c.lot, d.lot) == (1, 9, 3, None)
    alone = ordered([d], lambda: pytest.fail("no lot is drawn for one"))
    assert alone == [d]


def test_others_wait_on_while_one_is_decided() -> None:
    running = race()
    first = press(running, 0, 200.0, 200.0)
    later = press(running, 1, 201.0, 201.0, rivals={2: Rival(90.0)}, reach=100.0)
    assert running.take(1201, lambda: 0) == [first]
    assert running.pending == [later]
    assert running.closes_ms() == 1201 + 100 + 120


def test_the_wait_before_automatic_events() -> None:
    assert grace_ms([]) == 0
    assert grace_ms([Rival(10.0), Rival(90.0)]) == 120
    assert grace_ms([Rival(3000.0)]) == 400


def test_a_pause_of_the_server_is_remembered() -> None:
    pulse = Pulse()
    pulse.note(100.0, 4.9)
    assert pulse.longest_since(0) == 0
    pulse.note(200.0, 31.0)
    pulse.note(300.0, 6.0)
    assert pulse.longest_since(0) == 31
    assert pulse.longest_since(201) == 6


@pytest.mark.parametrize("less", [20.0, 60.0, 1000.0])
def test_a_liar_is_believed_less_and_less(less: float) -> None:
    line, quota = trusted(60.0, 70.0, 80.0), Quota()
    gains = []
    for _ in range(20):
        running = race()
        claim = Claim(0, 0, 1330.0, 330.0, max(100.0, 260.0 - less))
        running.judge(claim, line, quota, 0.0, 0.0)
        gains.append(claim.compensation_ms - 70.0)
    assert gains[0] <= 20
    assert sum(gains[-10:]) / 10 <= 0.001, "in the long run no more than the line explains on average"


def finish(seat: int, key: float, result: str = "taken", counted: float = 0.0, action: int = 0) -> Finish:
    """A hand whose time is longer than its own page says by `counted`."""
    claim = Claim(seat, action, 0.0, 40.0 + 200.0 + counted, 200.0, compensation_ms=40.0, key_ms=key)
    return Finish(claim, round(key), "", result, None)


@pytest.mark.parametrize(
    ("hands", "pause_ms", "doubtful"),
    [
        pytest.param([finish(0, 300)], 60, False, id="alone"),
        pytest.param([finish(0, 300), finish(1, 330, "late")], 60, False, id="its own page says the same"),
        pytest.param([finish(0, 300), finish(1, 330, "late", 40)], 60, True, id="it would have been first"),
        pytest.param([finish(0, 300), finish(1, 330, "late", 40)], 15, False, id="the pause was shorter"),
        pytest.param([finish(0, 300), finish(1, 330, "late", 25)], 60, True, id="it would have been a tie"),
        pytest.param([finish(0, 300), finish(1, 330, "late", 20)], 60, False, id="not even a tie"),
        pytest.param([finish(0, 300), finish(1, 302, "late", 1)], 60, False, id="a tie as it is"),
        pytest.param([finish(0, 300), finish(1, 302, "late", 20)], 60, True, id="no tie any more"),
        pytest.param([finish(0, 300), finish(1, 280, "late")], 60, True, id="quicker, but decided later"),
        pytest.param(
            [finish(0, 300), finish(1, 302, "taken", 40, action=1)], 60, False, id="for another thing"
        ),
        pytest.param([finish(0, 300), finish(0, 330, "late", 40)], 60, False, id="the same hand"),
    ],
)
def test_a_pause_is_reported_only_if_it_could_change_the_result(
    hands: list[Finish], pause_ms: float, doubtful: bool
) -> None:
    assert is_doubtful("grab", [raw(hand) for hand in hands], pause_ms) is doubtful


def test_all_calls_are_for_the_same_thing() -> None:
    hands = [raw(finish(0, 300)), raw(finish(1, 330, "void", 40, action=1))]
    assert is_doubtful("call", hands, 60.0)
    assert not is_doubtful("grab", hands, 60.0)


@pytest.mark.parametrize(
    ("fair", "travel", "key"),
    [
        (850.0, 600.0, 850.0),  # the pointer went all the way
        (850.0, 0.0, 1010.0),  # a key: the hand has it before it
        (850.0, 100.0, 910.0),
        (300.0, 300.0, 460.0),  # nobody sees, chooses and moves within 400 ms
        (450.0, 9000.0, 560.0),
    ],
)
def test_the_way_of_a_pointer_counts_towards_the_reach(fair: float, travel: float, key: float) -> None:
    claim = Claim(1, 0, 1000.0, fair, fair, travel_ms=travel)
    assert race().place(claim, fair, 160.0, 0.0).key_ms == key
    assert claim.key_ms == fair + claim.reach_ms
    assert claim.travel_ms + claim.reach_ms == 160.0
    assert race().place(Claim(1, 0, 1000.0, fair, fair, travel_ms=travel), fair, 0.0, 0.0).key_ms == fair


def test_half_a_frame_is_everybodys_on_a_line_that_is_known() -> None:
    for round_trips, level in (
        ((60.0,), 0.0),
        ((60.0,) * 3, 0.0),
        ((60.0,) * 4, 16.0),
        ((60.0, 60.0, 60.0, 160.0), 50.0),
    ):
        claim = press(race(), 1, 330.0, 240.0, trusted(*round_trips))
        assert claim.quota_ms == level
