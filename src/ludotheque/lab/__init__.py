"""The laboratory: many games between bots, and what they show."""

from __future__ import annotations

from ludotheque.lab.matches import Match, MatchFailed, Result, play, play_many, series
from ludotheque.lab.tally import Summary, summary, wilson

__all__ = ["Match", "MatchFailed", "Result", "Summary", "play", "play_many", "series", "summary", "wilson"]
