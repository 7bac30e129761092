"""What a first visit fetches is small, and errors in a page still say where they arose."""

from __future__ import annotations

import gzip
import json
import traceback
from pathlib import Path

import pytest

from ludotheque.core import registry
from ludotheque.core.errors import UnknownGame
from ludotheque.server.access import origins
from ludotheque.site import building
from tests.website import parts

AT_MOST = 8_000_000
PROGRAM = """
import traceback
from ludotheque.core import registry
try:
    registry.get("chess")
except Exception as error:
    answer = "".join(traceback.format_tb(error.__traceback__))
"""


def test_a_first_visit_fetches_8_megabytes_at_most(tmp_path: Path) -> None:
    parts.made()
    building.build(tmp_path / "site")
    kept = (tmp_path / "site" / "sw.js").read_text("utf-8").partition("const KEPT = ")[2]
    files = json.JSONDecoder().raw_decode(kept)[0]["files"]
    held = [(tmp_path / "site" / name) for name in files if name != "./"]
    whole = [file.read_bytes() for file in [*held, tmp_path / "site" / "index.html"]]
    fetched = sum(min(len(each), len(gzip.compress(each, 6))) for each in whole)
    assert fetched <= AT_MOST, f"{fetched:,} bytes from a host that compresses what can be"


def test_a_host_may_read_the_policy_and_serves_no_file_for_it(tmp_path: Path) -> None:
    parts.made()
    building.build(tmp_path / "site")
    told = (tmp_path / "site" / "_headers").read_text("utf-8")
    assert f"\n/*\n  Content-Security-Policy: {origins.IN_PAGE}\n" in told
    assert "_headers" not in (tmp_path / "site" / "sw.js").read_text("utf-8"), "nobody could fetch it"


def test_a_traceback_in_a_page_names_the_line(tmp_path: Path, start: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    said = parts.run_in_node(parts.HERE / "in_page.mjs", parts.made(), start, program)
    with pytest.raises(UnknownGame) as caught:
        registry.get("chess")
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert f'File "ludotheque/core/registry.py", line {last.lineno}, in {last.name}' in said
