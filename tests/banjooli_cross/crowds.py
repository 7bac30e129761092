"""Situations in which much happens: ostriches and berries close together, few colours on the dice."""

from __future__ import annotations

import random
from typing import Any

from tests.banjooli_cross.naive import BERRIES, BIRDS, CARDS, FACES
from tests.banjooli_cross.naive_track import CURVES, Space, Track, name_of

SPECIALS = ("none", "one", "two")


def course(rng: random.Random, tiles: int, special: int) -> list[str]:
    """Tiles in any order, two curves never side by side."""
    common = [f"C{number}" for number in range(1, 7)]
    rng.shuffle(common)
    between = common[: tiles - special] + rng.sample(["S1", "S2"], special)
    rng.shuffle(between)
    laid = [f"start:{rng.choice('AB')}"]
    for tile in between:
        side = rng.choice("AB")
        curved = f"{tile}:{side}" in CURVES and laid[-1].count(":") == 1
        laid.append(
            f"{tile}:{side}:{rng.choice(('left', 'right'))}" if curved else f"{tile}:{_straight(tile, side)}"
        )
    return [*laid, f"finish:{rng.choice('AB')}"]


def _straight(tile: str, side: str) -> str:
    return "A" if f"{tile}:{side}" in CURVES else side


def crowded(rng: random.Random) -> dict[str, Any]:
    """A position in which the ostriches of the race stand within a few tiles."""
    tiles, special, seats = rng.choice((4, 4, 5, 6)), rng.choice((0, 1, 1, 2)), rng.randrange(2, 6)
    names = course(rng, tiles, special)
    track = Track(names)
    spaces = [space for space in track.spaces() if not track.bars(space)]
    near = rng.randrange(len(names) - 1)
    window = [space for space in spaces if near <= space[0] <= near + rng.randrange(3)]
    rng.shuffle(window)
    lion = window.pop() if rng.random() < 0.3 and len(window) > 3 else None
    position: dict[str, Any] = {
        "game": "banjooli-cross",
        "seats": seats,
        "options": {
            "tiles": tiles,
            "special": SPECIALS[special],
            "berries": rng.random() < 0.8,
            "lion": lion is not None,
            "arrived_natural": rng.random() < 0.5,
        },
        "phase": "choose",
        "to_play": rng.randrange(seats),
        "first": rng.randrange(seats),
        "turns": [rng.randrange(0, 70) for _ in range(seats)],
        "course": names,
        "ostriches": _birds(rng, window),
        "predictions": rng.sample(CARDS, seats),
        "dice": {"movement": _dice(rng), "sorcery": rng.choice(FACES)},
    }
    if lion:
        position["lion"] = {"at": name_of(lion), "awake": rng.random() < 0.6}
    if position["options"]["berries"]:
        position["berries"] = _berries(rng, track, seats, near)
        position["direction"] = rng.choice(("clockwise", "counter-clockwise"))
        position["single_throw"] = [seat for seat in range(seats) if rng.random() < 0.1]
    return position


def _birds(rng: random.Random, window: list[Space]) -> dict[str, Any]:
    arrived = rng.sample(BIRDS, rng.choice((0, 0, 1, 1, 2)))
    birds: dict[str, Any] = {bird: {"at": "podium", "place": 1 + arrived.index(bird)} for bird in arrived}
    for bird in BIRDS:
        if bird not in birds and window and rng.random() < 0.88:
            birds[bird] = {"at": name_of(window.pop()), "scared": rng.random() < 0.2}
    return {bird: birds.get(bird, {"at": "nest"}) for bird in BIRDS}


def _dice(rng: random.Random) -> list[str]:
    if rng.random() < 0.1:
        return rng.sample(BIRDS, 5)
    few = rng.sample(FACES, rng.choice((1, 2, 3, 6)))
    return [rng.choice(few) for _ in range(5)]


def _berries(rng: random.Random, track: Track, seats: int, near: int) -> dict[str, Any]:
    far = track.from_the_start()
    earth = [space for space in far if track.ground(space) == "." and far[space] >= 3]
    close = [space for space in earth if near <= space[0] <= near + 2] or earth
    kinds, laid = rng.sample(BERRIES, seats), dict[str, Any]()
    for seat in range(seats):
        space = name_of(rng.choice(close if rng.random() < 0.85 else earth))
        if space in laid:
            continue
        known = [other for other in range(seats) if rng.random() < 0.4] if rng.random() < 0.4 else []
        laid[space] = {"is": kinds[seat] if known else None, "known_to": known, "by": seat}
    return laid
