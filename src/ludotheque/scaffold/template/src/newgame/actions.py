"""Actions as texts, numbers and structures: `take 2` is action 1 and `{"kind": "take", "n": 2}`.

Taking any number of pebbles is an action, so that the rules can say why it is refused.
"""

from __future__ import annotations

from ludotheque.core.notation import Kind, Notation

from newgame.state import MAX_PEBBLES

CODEC = Notation(Kind("take", {"n": range(1, MAX_PEBBLES + 1)}))
