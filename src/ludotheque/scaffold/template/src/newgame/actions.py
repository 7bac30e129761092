"""Actions as text, number and structure: `take 2` is action 1, `{"kind": "take", "pebbles": 2}`.

Any number of pebbles is an action, so that the rules can say why it may not be done.
"""

from __future__ import annotations

from ludotheque.core.notation import Kind, Notation

from newgame.state import MAX_PEBBLES

CODEC = Notation(Kind("take", {"pebbles": range(1, MAX_PEBBLES + 1)}))
