"""The laboratory: many games between bots, and what they show."""

from __future__ import annotations

from ludotheque.lab.matches import Match, MatchFailed, Result, play, play_many

__all__ = ["Match", "MatchFailed", "Result", "play", "play_many"]
