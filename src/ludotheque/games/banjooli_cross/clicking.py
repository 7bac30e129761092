"""Clicks that are no legal action: which action they mean all the same, so that its refusal can be told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ludotheque.core.errors import Unreadable
from ludotheque.core.message import Message
from ludotheque.games.banjooli_cross import codes
from ludotheque.games.banjooli_cross.course import space_at
from ludotheque.games.banjooli_cross.looks import LION, bird_id, die_id
from ludotheque.games.banjooli_cross.rules.sorcery import is_on_track
from ludotheque.games.banjooli_cross.state import (
    BIRDS,
    LANE_NAMES,
    MAX_COURSE,
    MAX_STEPS,
    MOVEMENT_DICE,
    PODIUM,
    SORCERY,
    WHITE,
    Phase,
)

_SPACE = re.compile(r"(\d)([lcr])(\d)")
_BIRDS = {bird_id(bird): bird for bird in range(BIRDS)}
_DICE = {die_id(die): die for die in range(MOVEMENT_DICE)} | {
    f"tray.{die}": die for die in range(MOVEMENT_DICE)
}


def meant(s: Any, clicks: Sequence[str]) -> int:
    """The action that these clicks, which do nothing legal, mean; `Unreadable` says what to click where they mean none."""
    phase = Phase(int(s["phase"]))
    space = _space(clicks[-1]) if clicks else -1
    if phase == Phase.BERRIES and space >= 0:
        return codes.PLACE + space
    if phase == Phase.JOKA and space >= 0:
        return codes.JOKA + space
    if clicks and clicks[0] in (die_id(SORCERY), f"tray.{SORCERY}"):
        return _spell(s, clicks, space)
    if clicks and clicks[0] == LION:
        return codes.LION + max(space, 0)
    bird = _bird(s, clicks)
    if bird < 0 or phase == Phase.GIVE:
        raise Unreadable("these clicks mean no action", Message(f"banjooli-cross.click.{phase.name.lower()}"))
    if phase == Phase.VORTEX:
        return codes.SWAP + bird
    return int(codes.move_code(bird, space if space >= 0 else PODIUM))


def _spell(s: Any, clicks: Sequence[str], space: int) -> int:
    """A spell on the bird that was clicked, or on the one that the die shows."""
    bird = _named(s, clicks[-1])
    if bird < 0:
        shown = int(s["thrown"][SORCERY])
        around = [other for other in range(BIRDS) if is_on_track(s, other)]
        bird = shown if 0 <= shown < WHITE else (around or [0])[0]
    if space >= 0:
        return int(codes.leap_code(bird, space))
    return (codes.UNBEWITCH if s["scared"][bird] else codes.BEWITCH) + bird


def _bird(s: Any, clicks: Sequence[str]) -> int:
    """The bird that was clicked: itself, its nest, its step of the podium, or a die of its colour; -1 for none."""
    birds = [_named(s, click) for click in clicks]
    found = [bird for bird in birds if bird >= 0]
    return found[-1] if found else -1


def _named(s: Any, click: str) -> int:
    if click in _BIRDS:
        return _BIRDS[click]
    if click in _DICE:
        colour = int(s["thrown"][_DICE[click]])
        return colour if 0 <= colour < WHITE else -1
    kind, _, number = click.partition(".")
    if kind == "nest" and number.isdigit() and int(number) < BIRDS:
        return int(number)
    if kind == "podium" and number.isdigit():
        return next(iter(np.flatnonzero(s["place"] == int(number)).tolist()), -1)
    return -1


def _space(click: str) -> int:
    found = _SPACE.fullmatch(click)
    if found is None or int(found[1]) >= MAX_COURSE or not 1 <= int(found[3]) <= MAX_STEPS:
        return -1
    return int(space_at(int(found[1]), LANE_NAMES.index(found[2]), int(found[3]) - 1))
