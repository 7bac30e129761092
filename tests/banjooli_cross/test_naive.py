"""The product and the second reading side by side, along races of every way, from positions, on tiles of somebody's own."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from ludotheque.core.table import Table
from ludotheque.core.verbs import CHANCE_SEAT
from tests.banjooli_cross.naive_play import Game

SAID = ("game", "seats", "options")


def compare(table: Table, game: Game) -> list[str]:
    position = {key: value for key, value in table.position().items() if key not in SAID}
    mine = game.position()
    if position != mine:
        for key in position.keys() | mine.keys():
            if position.get(key) != mine.get(key):
                print("DIFF", key, "product", position.get(key), "naive", mine.get(key))
        raise AssertionError
    if table.chance_is_due:
        codes, chances = table.outcomes(table.state)
        told = {table.text(code, CHANCE_SEAT): p for code, p in zip(codes, chances, strict=True)}
        assert told.keys() == game.chance().keys(), (told, game.chance())
        assert all(abs(told[k]-game.chance()[k])<1e-9 for k in told)
        return sorted(told)
    if table.is_over:
        assert game.phase == "over"
        assert list(table.outcome.ranking) == game.ranking()
        return []
    assert table.actors == (game.to_play,)
    said, heard = set(table.legal_actions().texts()), game.legal()
    assert said == heard, (sorted(said - heard), sorted(heard - said))
    return sorted(said)
