"""Training of the learnt player (`bots.learnt`): self-play over the vector environment, and PyTorch. Needs the extra `train`.

`ludotheque train` runs a `Course`.
"""

from __future__ import annotations

from ludotheque.lab.strength import Searcher, Strength, measure
from ludotheque.train.course import Course, Plan, Progress

__all__ = ["Course", "Plan", "Progress", "Searcher", "Strength", "measure"]
