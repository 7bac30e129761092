"""The garbage collector of a process that serves: short passes, nothing lost for good."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from ludotheque.server.ops import garbage as tending
from ludotheque.server.ops.garbage import NEVER, RACING_ROUNDS, ROUNDS, Garbage


class Ring:
    """An object that refers to itself: only the garbage collector frees it."""

    def __init__(self) -> None:
        self.me: Ring | None = self


@pytest.fixture
def racing() -> Iterator[list[bool]]:
    """Whether somebody races; Python's collector is as before afterwards."""
    before = gc.get_threshold()
    yield [False]
    gc.set_threshold(*before)
    gc.unfreeze()


def grow(garbage: Garbage, factor: float) -> list[list[int]]:
    """Have so much more set aside."""
    more = [[each] for each in range(int(gc.get_freeze_count() * (factor - 1)) + 1000)]
    garbage.set_aside()
    return more


def test_python_makes_no_full_pass_and_a_pass_looks_only_at_young_objects(
    racing: list[bool],
) -> None:
    garbage = Garbage(lambda: not racing[0])
    assert gc.get_threshold()[2] == NEVER
    assert len(gc.get_objects()) < gc.get_freeze_count() / 20
    ring = weakref.ref(Ring())
    assert ring() is not None
    garbage.set_aside()
    assert ring() is None


def test_circles_among_objects_set_aside_are_found_once_there_are_many(
    racing: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet_growth, growth = 1.02, 1.1  # of all that the tests before have left
    monkeypatch.setattr(tending, "QUIET_GROWTH", quiet_growth)
    monkeypatch.setattr(tending, "GROWTH", growth)
    garbage = Garbage(lambda: not racing[0])
    kept = Ring()
    ring = weakref.ref(kept)
    garbage.set_aside()
    del kept
    garbage.set_aside()
    assert not garbage.look_at_all(), "nothing has been added"
    assert ring() is not None
    more = grow(garbage, quiet_growth + 0.01)
    racing[0] = True
    assert not garbage.look_at_all(), "somebody races"
    racing[0] = False
    assert garbage.look_at_all()
    assert ring() is None
    racing[0] = True
    more += grow(garbage, growth + 0.02)
    assert garbage.look_at_all(), "it cannot wait any longer"
    assert more


async def test_what_is_set_aside_is_counted_more_rarely_while_somebody_races(
    racing: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counting goes through all of it, and nobody is answered meanwhile."""
    monkeypatch.setattr(tending, "EVERY_S", 0.0)
    garbage = Garbage(lambda: not racing[0])
    rounds, looked = 0, []

    def set_aside() -> None:
        nonlocal rounds
        rounds += 1

    monkeypatch.setattr(garbage, "set_aside", set_aside)
    monkeypatch.setattr(garbage, "look_at_all", lambda: looked.append(rounds))

    async def next_look() -> int:
        before = len(looked)
        while len(looked) == before:
            await asyncio.sleep(0)
        return looked[-1]

    task = asyncio.create_task(garbage.tend())
    try:
        first = await next_look()
        assert first == ROUNDS
        assert await next_look() - first == ROUNDS
        racing[0] = True
        last = looked[-1]
        assert await next_look() - last == RACING_ROUNDS
    finally:
        task.cancel()
