"""However much there is to make, the loop comes to its clocks and hands in between."""

from __future__ import annotations

import asyncio
import time

import pytest

from ludotheque.server.base.pace import Pace


async def makers(pace: Pace, count: int, each_s: float) -> tuple[float, int]:
    """How late, at most, a clock of the loop is while so many make something at once; and how many did."""
    loop, late, made = asyncio.get_running_loop(), [0.0], [0]

    def beat(due: float) -> None:
        late.append(loop.time() - due)
        loop.call_later(0.001, beat, loop.time() + 0.001)

    async def make() -> None:
        await pace.turn()
        until = time.monotonic() + each_s
        while time.monotonic() < until:
            pass
        made[0] += 1

    beat(loop.time())
    await asyncio.gather(*(make() for _ in range(count)))
    return max(late), made[0]


@pytest.mark.alone
async def test_a_clock_never_waits_until_all_is_made() -> None:
    late, made = await makers(Pace(0.006), 100, 0.002)
    assert made == 100
    assert late < 0.1, "all at once would take 200 ms"
    late, made = await makers(Pace(10.0), 100, 0.002)
    assert (late > 0.15, made) == (True, 100)


async def test_a_single_request_need_not_wait() -> None:
    pace = Pace(0.0)
    assert pace.is_free
    await pace.turn()
    assert not pace.is_free
    await asyncio.sleep(0)
    assert pace.is_free
    await asyncio.wait_for(pace.turn(), 1)


async def take(pace: Pace, for_s: float) -> None:
    await pace.turn()
    until = time.monotonic() + for_s
    while time.monotonic() < until:
        pass


async def test_turns_are_taken_in_the_order_of_asking() -> None:
    """Also where several were woken and there was no time left for some of them."""
    pace, order = Pace(0.003), list[int]()

    async def come(number: int) -> None:
        await take(pace, 0.0005 if number < 8 else 0.004)
        order.append(number)

    tasks = [asyncio.create_task(come(number)) for number in range(20)]
    await asyncio.sleep(0)
    for _ in range(3):
        await asyncio.sleep(0)
    tasks.append(asyncio.create_task(come(20)))
    await asyncio.wait_for(asyncio.wait(tasks), 10)
    assert order == list(range(21))


async def test_the_first_is_served_first_and_a_leaver_blocks_nobody() -> None:
    pace, order = Pace(0.0), list[int]()

    async def come(number: int) -> None:
        await pace.turn()
        order.append(number)

    tasks = [asyncio.create_task(come(number)) for number in range(10)]
    await asyncio.sleep(0)
    assert order == [0], "the others wait for the loop to go round"
    for number in (1, 2, 5):
        tasks[number].cancel()
    await asyncio.wait_for(asyncio.wait(tasks), 5)
    assert order == [0, 3, 4, 6, 7, 8, 9]
