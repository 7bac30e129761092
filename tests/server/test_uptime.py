"""Outages that are merged: no table notices."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludotheque.server.store.log import Store
from ludotheque.server.store.uptime import MANY, Uptime, merged


def asked(outages: list[tuple[int, int]], last_ms: int, now_ms: int) -> tuple[int, int]:
    """What a table wants to know: how much of the time was lost, and when the server was next away."""
    up = Uptime(None, Path())  # type: ignore[arg-type]  # nothing is stored
    up.outages, up._heard_ms = outages, now_ms
    return up.lost_ms(last_ms, now_ms), up.away_after(last_ms)


@pytest.mark.parametrize("seed", range(30))
def test_merged_outages_are_the_same_to_every_table(seed: int) -> None:
    lot = random.Random(seed)
    instants = sorted(lot.sample(range(10_000), 200))
    outages = list(zip(instants[::2], instants[1::2], strict=True))
    times = [lot.choice([lot.randrange(10_000), lot.choice(instants)]) for _ in range(lot.randrange(6))]
    found = merged(outages, times)
    assert len(found) <= 2 * len(times)
    for last_ms in times:
        for now_ms in (10_000, 12_345):
            assert asked(found, last_ms, now_ms) == asked(outages, last_ms, now_ms)


async def test_only_some_of_many_outages_are_kept(tmp_path: Path) -> None:
    store = Store(tmp_path)
    await store.open()
    try:
        for begin in range(MANY):
            await store.add_outage(10 * begin, 10 * begin + 5)
        await Uptime(store, tmp_path).open()
        assert len(await store.outages()) == MANY
        await store.add_outage(10 * MANY, 10 * MANY + 5)
        up = Uptime(store, tmp_path)
        await up.open()
        assert await store.outages() == up.outages
        assert len(up.outages) <= 1, "the one that has just ended"
    finally:
        await store.close()
