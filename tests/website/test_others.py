"""A game of another package comes along into a page, and goes on there as it does outside."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import scaffold
from tests.website import parts

NAME = "cobbles"
WORDS = (NAME, "60", "5")


@pytest.mark.deep
def test_a_new_game_is_played_in_a_page(tmp_path: Path, start: Path) -> None:
    parts.made()
    made = scaffold.make(NAME, tmp_path / "made", title_fr="Les pavés", title_en="Cobbles", seats=(2, 4))
    installed, site = tmp_path / "installed", tmp_path / "site"
    shutil.copytree(made / "src", installed)
    info = installed / f"their_{NAME}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: their-{NAME}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ludotheque.games]\n{NAME} = {NAME}:GAME\n")

    def ran(*words: str) -> str:
        found = os.pathsep.join([str(installed), *sys.path])
        done = subprocess.run(
            [sys.executable, *words], env=os.environ | {"PYTHONPATH": found}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
        return done.stdout

    ran("-m", "ludotheque", "site", str(site), "--with", f"Their_{NAME}")
    (answers,) = site.glob("answers-*")
    library = json.loads((answers / "api" / "library.json").read_text("utf-8"))
    names = [game["name"] for game in library["games"]]
    assert NAME in names
    assert "tiny" not in names, "it is installed here, but was not chosen"
    assert f"{NAME}.title" in json.loads((answers / "api" / "messages" / "fr.json").read_text("utf-8"))
    assert (answers / "art" / NAME / "cover.svg").is_file()
    (server,) = site.glob("server-*")
    server.rename(site / "server")
    outside = ran(
        "-c",
        "import sys; from tests.website.trail import trail; print(trail(*sys.argv[1:2], *map(int, sys.argv[2:])))",
        *WORDS,
    )
    inside = parts.run_in_node(parts.HERE / "in_page.mjs", site, start, parts.HERE / "trail.py", *WORDS)
    assert inside == outside
