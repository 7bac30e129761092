"""Environments for programs that learn to play: many tables stepped in compiled code, and tables for Gymnasium, PettingZoo and OpenSpiel.

>>> from ludotheque import envs
>>> tables = envs.vector("billabong", 1024, options={"mode": "duel"})

`vector` needs the extra `numpy`. `aec`, `parallel`, `single` and the module `ludotheque.envs.openspiel` need the extra `envs`.
Where Gymnasium is installed, importing this tells it of every game: `gymnasium.make("ludotheque/bantu-v0")` for one table, and
`gymnasium.make_vec` for many, stepped in compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game, Value
from ludotheque.core.message import Message
from ludotheque.core.observation import Feature, Observation
from ludotheque.envs.vector import CUT_SHORT, ENDED, IllegalAction, Saved, VectorEnv, vector

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from ludotheque.envs.by_clock import ClockEnv
    from ludotheque.envs.one_seat import SeatEnv
    from ludotheque.envs.opponents import Opponent


class MissingLibrary(LudothequeError, ImportError):
    """A library of the extra `envs` is not installed."""


def aec(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    components: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """One table as an environment of PettingZoo in which seats act in turn, see `ludotheque.envs.by_turns.aec`. Raises `MissingLibrary`."""
    found: AECEnv[str, Any, Any] = _module("by_turns").aec(
        game, seats, options, components=components, render_mode=render_mode
    )
    return found


def parallel(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    tick_ms: int = 10,
    lines_ms: tuple[int, int] = (5, 60),
    cap_ms: int = 30 * 60 * 1000,
    components: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
) -> ClockEnv:
    """A game against the clock as a parallel environment of PettingZoo, see `ludotheque.envs.by_clock.ClockEnv`. Raises `MissingLibrary`."""
    found: ClockEnv = _module("by_clock").ClockEnv(
        game,
        seats,
        options,
        tick_ms=tick_ms,
        lines_ms=lines_ms,
        cap_ms=cap_ms,
        components=components,
        render_mode=render_mode,
    )
    return found


def single(
    game: str | Game,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    *,
    seat: int | None = 0,
    opponents: Opponent | Sequence[Opponent] = "easy",
    components: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    mask_in_observation: bool = False,
) -> SeatEnv:
    """One seat of a table as an environment of Gymnasium, see `ludotheque.envs.one_seat.SeatEnv`. Raises `MissingLibrary`."""
    found: SeatEnv = _module("one_seat").SeatEnv(
        game,
        seats,
        options,
        seat=seat,
        opponents=opponents,
        components=components,
        render_mode=render_mode,
        mask_in_observation=mask_in_observation,
    )
    return found


def _module(name: str) -> Any:
    try:
        return import_module(f"ludotheque.envs.{name}")
    except ModuleNotFoundError as error:
        if str(error.name).startswith("ludotheque"):
            raise
        raise MissingLibrary(
            message=Message(
                "error.extra.envs", {"library": str(error.name), "command": 'pip install "ludotheque[envs]"'}
            )
        ) from error


if find_spec("gymnasium") is not None:
    _module("ids").register()

__all__ = [
    "CUT_SHORT",
    "ENDED",
    "Feature",
    "IllegalAction",
    "MissingLibrary",
    "Observation",
    "Saved",
    "VectorEnv",
    "aec",
    "parallel",
    "single",
    "vector",
]
