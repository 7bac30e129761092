"""Looks whether a game keeps the laws in the mode of this process; `test_modes.py` starts it.

    LUDOTHEQUE_RULES=interpreted python -m tests.conformance.look GAME LAWS WAY...

LAWS is `all`, or `played` for those that are not about the declaration alone: that is the same in every mode. A JSON object a line: a law,
and all that is broken of it.
"""

from __future__ import annotations

import json
import sys

from ludotheque.testing import LAWS, Effort, LawBroken
from tests.conformance.variants import all_variants

EVERY = [law for law in LAWS if law.name != "compiled"]
"""That one compares two modes by itself."""
ASKED = {"all": EVERY, "played": [law for law in EVERY if law.about != ("declaration",)]}
EFFORT = Effort((1,), 3, 30, 100)
"""Interpreted rules are slow."""


def main(game: str, laws: str, names: list[str]) -> None:
    """See above."""
    chosen = [variant for variant in all_variants(game) if str(variant) in names]
    if len(chosen) != len(names):
        raise LookupError(f"{names} are not all ways of {game}")
    for law in ASKED[laws]:
        broken = []
        for variant in chosen[:1] if law.once else chosen:
            try:
                law.check(variant, effort=EFFORT)
            except LawBroken as found:
                broken.append(str(found))
        print(json.dumps({"law": law.name, "broken": broken}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
