"""Secrets: there are none. Faces turned down hide nothing that the colour and the crossings do not show."""

from __future__ import annotations

from typing import Any

from ludotheque.core.jit import compiled


@compiled
def hide(b: Any, s: Any, audience: int) -> None:
    """Everybody sees everything."""


@compiled
def redeal(b: Any, s: Any, audience: int, rng: Any) -> None:
    """There is nothing to guess."""
