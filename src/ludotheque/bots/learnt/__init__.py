"""The learnt player: a search that a small network guides. `ludotheque.train` makes networks; playing needs no PyTorch.

`Learnt` is a bot like those of `ludotheque.bots.own`; its name is `learnt`, or `learnt:FILE` for a network of your own.
"""

from __future__ import annotations

from ludotheque.bots.learnt.network import About, BadNetwork, Network
from ludotheque.bots.learnt.player import Learnt

__all__ = ["About", "BadNetwork", "Learnt", "Network"]
