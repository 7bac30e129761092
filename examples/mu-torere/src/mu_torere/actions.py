"""Actions as text, number and structure: `4-middle`, `{"kind": "move", "from": "4", "to": "middle"}`.

Any two points make an action, so that the rules can say why it may not be done.
"""

from __future__ import annotations

from ludotheque.core.notation import Kind, Notation

from mu_torere.state import POINTS

NAMES = ["middle", *(str(point) for point in range(1, POINTS))]
CODEC = Notation(Kind("move", {"from": NAMES, "to": NAMES}, text="{from}-{to}"))
