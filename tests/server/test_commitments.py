"""Tables of one kind whose game goes on: found at once among many, and dropped when the game is over."""

from __future__ import annotations

from typing import Any

from ludotheque.server.live.commitments import Commitments
from ludotheque.server.room import log_events


class Store:
    """Tables that were made before the server started."""

    def __init__(self, made: list[tuple[str, log_events.Created]]) -> None:
        self.made = made

    async def unfinished(self, after: str, limit: int) -> list[tuple[str, log_events.Created]]:
        return [each for each in self.made if each[0] > after][:limit]


def created(n: int, seats: int) -> log_events.Created:
    return log_events.Created("bantu", 1, seats, {}, "host", None, f"{n:02x}", 1)


async def test_only_running_games_count_as_tables_of_a_kind() -> None:
    made = [(f"t{n:03d}", created(n, 2 + n % 2)) for n in range(200)]
    store: Any = Store(made)
    known = Commitments(store)
    assert await known.tables_alike("bantu", 2, 999) == [f"t{n:03d}" for n in range(0, 200, 2)]
    assert await known.tables_alike("bantu", 3, 2) == ["t001", "t003"]
    assert await known.tables_alike("bantu", 4, 9) == await known.tables_alike("tiny", 2, 9) == []
    known.drop(made[1][1])
    known.drop(made[1][1])
    assert await known.tables_alike("bantu", 3, 2) == ["t003", "t005"]
    known.note("t001", made[1][1])
    known.note("t001", made[1][1])
    assert (await known.tables_alike("bantu", 3, 999)).count("t001") == 1, "it goes on after all"
