"""Environments for programs that learn to play: many tables stepped in compiled code, and tables for Gymnasium, PettingZoo and OpenSpiel.

>>> from ludotheque import envs
>>> tables = envs.vector("billabong", 1024, mode="duel")

`vector` needs only the library itself. `aec`, `parallel`, `single` and the module `ludotheque.envs.openspiel` need the extra `envs`.
Where Gymnasium is installed, importing this tells it of every game: `gymnasium.make("ludotheque/bantu-v0")`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.message import Message
from ludotheque.core.observation import Feature, Observation
from ludotheque.envs.vector import CUT_SHORT, ENDED, IllegalAction, Saved, VectorEnv, vector


class MissingLibrary(LudothequeError, ImportError):
    """A library of the extra `envs` is not installed."""


def aec(*args: Any, **kwargs: Any) -> Any:
    """One table as an environment of PettingZoo in which seats act in turn, see `ludotheque.envs.by_turns.aec`. Raises `MissingLibrary`."""
    return _module("by_turns").aec(*args, **kwargs)


def parallel(*args: Any, **kwargs: Any) -> Any:
    """A game against the clock as a parallel environment of PettingZoo, see `ludotheque.envs.by_clock.ClockEnv`. Raises `MissingLibrary`."""
    return _module("by_clock").ClockEnv(*args, **kwargs)


def single(*args: Any, **kwargs: Any) -> Any:
    """One seat of a table as an environment of Gymnasium, see `ludotheque.envs.one_seat.SeatEnv`. Raises `MissingLibrary`."""
    return _module("one_seat").SeatEnv(*args, **kwargs)


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
