"""For each law, changes of the tiny game that must break it, tried out.

`LUDOTHEQUE_RULES=interpreted python -m tests.testing.breakages` prints a JSON object a line: what each one came to.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from ludotheque.testing import transcripts, variants
from ludotheque.testing.walks import walk
from tests.testing import in_modes, in_rules, in_scenes, in_secrets, in_writing
from tests.testing.altered import broken
from tests.testing.table import BREAKAGES

__all__ = ["BREAKAGES", "in_modes", "in_rules", "in_scenes", "in_secrets", "in_writing"]


def main() -> None:
    """Print what each breakage came to: the law's complaint, or null where the law was kept."""
    with TemporaryDirectory() as folder:
        golden = Path(folder)
        transcripts.write_golden(golden, "one", walk(variants("tiny")[0], 1).table.record())
        for number, each in enumerate(BREAKAGES):
            with each.around():
                found = broken(each.law, each.game(), golden=golden)
            said = None
            if found is not None:
                said = {"law": found.law, "what": found.what, "text": str(found), "source": found.source}
            print(json.dumps({"number": number, "found": said}), flush=True)


if __name__ == "__main__":
    main()
