"""A game of Banzaï! whose races were measured, as a table of the server notes them."""

from __future__ import annotations

import random

from ludotheque.games.banzai.racing import RACING
from ludotheque.table import Table

WAY_MS = 40.0


def noted_game(seats: int = 3, moves: int = 200, seed: int = 5) -> Table:
    """A game in which seat after seat grabs what it can, each a tenth of a second after the other, and the next seat wanted the same."""
    table, chosen = Table("banzai", seats, seed=seed), random.Random(seed)
    while not table.is_over and len(table.events) < moves:
        cue = RACING.cue(table.box[0], table.state[0])
        seat = chosen.choice(list(table.actors))
        actions = list(table.legal_actions(seat))
        grabs = [each for each in actions if RACING.is_claim(table.box[0], table.state[0], each)]
        if cue is None or cue.kind != "grab" or not grabs:
            table.play(chosen.choice(actions), seat)
            continue
        action = chosen.choice(grabs)
        key = 300.0 + 100.0 * sum(race["cue"] == str(cue.at_ms) for _, race in table.journal.races)
        claims = [_claim(seat, action, "taken", cue.at_ms, key)]
        claims.append(_claim((seat + 1) % seats, action, "late", cue.at_ms, key + 123.0))
        table.journal.races.append(
            (
                len(table.events),
                {
                    "race": "grab", "cue": str(cue.at_ms), "base_ms": float(cue.at_ms), "by": -1,
                    "window_ms": 80.0, "slow": False, "claims": claims,
                },
            )
        )  # fmt: skip
        table.play(action, seat, at_ms=max(table.journal.clock_ms, cue.at_ms + round(key)))
    return table


def _claim(seat: int, action: int, result: str, base_ms: int, key: float) -> dict[str, object]:
    return {
        "seat": seat, "action": action, "ms": base_ms + round(key), "result": result, "elapsed_ms": key + 10.0,
        "reaction_ms": key - WAY_MS, "trusted_ms": 20.0, "quota_ms": 0.0, "compensation_ms": 10.0 + WAY_MS,
        "reach_ms": WAY_MS, "handicap_ms": 0.0, "key_ms": key,
    }  # fmt: skip
