"""Training of the learnt player (`bots.learnt`): self-play over the vector environment, and PyTorch. Needs the extra `train`.

`ludotheque train` runs a `Course`.
"""

from __future__ import annotations

from ludotheque.train.course import Course, Plan, Progress
from ludotheque.train.strength import Searcher, Strength, measure

__all__ = ["Course", "Plan", "Progress", "Searcher", "Strength", "measure"]
