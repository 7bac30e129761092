"""Environments for programs that learn to play: many tables stepped in compiled code.

>>> from ludotheque import envs
>>> tables = envs.vector("billabong", 1024, mode="duel")
"""

from __future__ import annotations

from ludotheque.core.observation import Feature, Observation
from ludotheque.envs.vector import CUT_SHORT, ENDED, IllegalAction, Saved, VectorEnv, vector

__all__ = [
    "CUT_SHORT",
    "ENDED",
    "Feature",
    "IllegalAction",
    "Observation",
    "Saved",
    "VectorEnv",
    "vector",
]
