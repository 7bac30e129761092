"""Every program in `bench/` runs, at the smallest sizes: what it measures then means nothing, that it measures does.

A few run always. All run before a release, and when their folder or `tests/project` changed.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

from ludotheque.site import building
from tests.cli.running import python, until, variables
from tests.depth import deep
from tests.website import parts

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench"

INTERPRETED = {"LUDOTHEQUE_RULES": "interpreted"}
"""Nothing is compiled for a program that plays little."""

LITTLE = ["--games", "tiny", "--crowded", "tiny", "--drawn", "tiny", "--tables", "2", "--crowds", "1", "--people", "2",
          "--scenes", "3", "--sockets", "3", "--quiet", "2", "--rounds", "1", "--json"]  # fmt: skip


SOAKED = {
    "machine": {"date": "2030-01-31", "cores": 2, "processor": "any", "load_average": 0.1},
    "counts": {"tables": 3, "moves": 7}, "races": {}, "failures": [], "log": {"acknowledged": 7, "lost": 0, "twice": 0},
    "samples": [{"minute": 1, "moves_per_s": 7, "server_cpu_share": 0.1}], "flat_out_moves_per_s": 9, "minutes": 2, "warm_up": 0.5,
    "store": "SQLite", "processes": 1,
    "trends": {"memory_mb": {"mean": 200, "slope": 0.1, "low": -0.2, "high": 0.4, "bound": 1, "verdict": "flat"}},
}  # fmt: skip
"""What a soak may find."""


def program(name: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program of `bench/`, run to its end."""
    paths = [str(ROOT / "src"), str(ROOT / "tests"), *sys.path]
    ours = {"PYTHONPATH": os.pathsep.join(filter(None, paths)), **environment}
    return python(BENCH / name, *words, environment={**os.environ, **ours}, limit_s=600)


def found(name: str, *words: str, **environment: str) -> Any:
    """What a program that ended well wrote as JSON."""
    done = program(name, *words, **environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-3000:]
    return json.loads(done.stdout)


def billabong() -> None:
    rows = found(
        "billabong.py", "--rounds", "1", "--seconds", "0.01", "--caps", "20", "--json", **INTERPRETED
    )
    assert all(row["race_turns_per_s"] > 0 for row in rows["20"].values())
    assert len(rows["20"]) == 2


def first_move() -> None:
    told = found("first_move.py", "--runs", "1", "--games", "billabong", "--json", **INTERPRETED)
    assert {"table", "moved", "import", "terminal", "restart"} <= set(told["seconds"])


def from_python() -> None:
    rows = found(
        "from_python.py", "--rounds", "1", "--seconds", "0.01", "--games", "bantu", "--json", **INTERPRETED
    )
    assert all(rows["bantu"][what] > 0 for what in ("moves_per_s", "play_us", "copy_us", "copy_bare_us"))
    peers = set(rows) - {"bantu"}
    assert {f"times_{peer}" for peer in peers} == {
        what for what in rows["bantu"] if what.startswith("times_")
    }


def chances() -> None:
    told = found("chances.py", "--games", "bantu", "--moments", "2", "--json", **INTERPRETED)
    assert 1 <= told["moments"] <= 2 < told["turns"] <= told["events"]
    assert 0 < told["each"] <= told["whole"]
    assert 0 <= told["apart"] <= told["widest"] <= 1


def calibration() -> None:
    rows = found(
        "calibration.py", "--game", "bantu", "--games", "2", "--moments", "3", "--json", **INTERPRETED
    )
    assert [row["third"] for row in rows] == ["early", "middle", "late"]
    assert sum(row["moments"] for row in rows) in range(3, 7)
    assert all(-5 <= row["k"] <= 15 and row["error"] >= 0 for row in rows)


def people() -> None:
    told = found("people.py", "--races", "20", "--seats", "3", "--json", **INTERPRETED)
    assert all(0 <= share <= 100 for share in told["won_pct"].values())
    assert told["won_pct"]["random"] > told["won_pct"]["master"]


def rounds() -> None:
    rows = found("rounds.py", "--games", "1", "--runs", "1", "--seats", "3", "--json", **INTERPRETED)
    assert [row["seats"] for row in rows] == [3]
    assert rows[0]["rounds_per_s"] > 0


def search() -> None:
    few = ["--game", "billabong", "--repeats", "1", "--levels", "steady", "--parts", "0"]
    told = found("search.py", *few, "--json")
    assert len(told["positions"]) == 3
    assert all(facts["simulations_per_s"] > 0 for facts in told["positions"].values())


def search_peers() -> None:
    told = found(
        "search_peers.py", "--games", "bantu", "--rounds", "1", "--seconds", "0.01", "--json", **INTERPRETED
    )
    assert told["bantu"]["peer"] == "backgammon"
    assert all(told["bantu"][what] > 0 for what in ("simulations_per_s", "peer_simulations_per_s", "times"))
    done = program("search_peers.py", "--games", "banzai", **INTERPRETED)
    assert (done.returncode, "nothing near banzai" in done.stderr) == (2, True)


def server_load() -> None:
    parts = ["--parts", "log,moves,costs,scenes,crowds,audience,sockets", "--seconds", "1"]
    told = found("server_load.py", *LITTLE, *parts, **INTERPRETED)
    assert told["log_commands_per_s"] > 0
    for figures in (told["moves"]["tiny"]["flat_out"], told["moves"]["tiny"]["paced"]):
        assert figures["moves_per_s"] > 0
        assert 0 < figures["p50_ms"] <= figures["p99_ms"]
    assert told["scenes"]["tiny"]["for_player"]["p50_ms"] > 0
    assert told["crowds"]["updates_per_s"] > 0
    assert told["crowds"]["loop_lag_ms"]["samples"] > 0
    assert "errors" not in told["crowds"]
    cost = told["costs_ms_a_move"]["tiny"]
    assert all(
        cost[step] > 0
        for step in ("reading", "playing", "scenes", "what changed", "hashes", "sending", "all")
    )
    assert told["audience"]["crowded"]["watchers_p99_ms"] > 0
    assert told["audience"]["missing"] == 0
    assert told["sockets"] == 3


def site() -> None:
    parts.made()
    with tempfile.TemporaryDirectory() as folder:
        building.build(Path(folder))
        visits = found("site.py", "--folder", folder, "--later", "1", "--json")
    for kind in ("first", "later", "offline"):
        one = visits[kind]
        assert 0 < one["shelf_s"] < one["ready_s"] <= one["move_s"]
        assert min(one["shown_ms"], one["bot_s"], one["memory_mb"]) > 0
    assert visits["first"]["fetched_kb"] > visits["later"]["fetched_kb"]
    assert visits["offline"]["fetched_kb"] == 0


def soak() -> None:
    few = [
        "--game",
        "tiny",
        "--crowded",
        "tiny",
        "--races",
        "1",
        "--racers",
        "2",
        "--tables",
        "2",
        "--moves",
        "4",
    ]
    short = ["--rate", "4", "--minutes", "0.1", "--warm-up", "0.01", "--every", "0.8", "--json"]
    told = found("soak.py", *few, *short, **INTERPRETED)
    assert told["failures"] == []
    assert told["counts"]["tables"] >= 2
    assert told["log"]["acknowledged"] > 0
    assert (told["log"]["lost"], told["log"]["twice"]) == (0, 0)
    assert {row["verdict"] for row in told["trends"].values()} <= {"flat", "grows", "shrinks", "unclear"}
    assert told["trends"]["sockets"]["mean"] > 0 < told["trends"]["memory_mb"]["mean"]


def reliability() -> None:
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.md")
        page.write_text((ROOT / "docs" / "reliability.md").read_text(encoding="utf-8"), encoding="utf-8")
        Path(folder, "soak.json").write_text(json.dumps(SOAKED), encoding="utf-8")
        done = program("reliability.py", folder, "--write", "--page", str(page), **INTERPRETED)
        assert done.returncode == 0, done.stderr
        written = page.read_text(encoding="utf-8")
        assert "| memory, MB | 200.0 | +0.100 | -0.200 to +0.400 | ± 1.00 | flat |" in written
        assert "7 commands acknowledged, 0 lost, 0 done twice" in written
        page.write_text("nothing\n")
        done = program("reliability.py", folder, "--write", "--page", str(page), **INTERPRETED)
        assert done.returncode == 1
        assert "has no place for soak" in done.stderr


def simulating() -> None:
    few = ["--games", "tiny,bantu", "--runs", "1", "--seconds", "0.01", "--json"]
    rows = found("simulating.py", *few, **INTERPRETED)
    assert [(row["game"], row["bots"]) for row in rows] == [
        (game, level) for game in ("tiny", "bantu") for level in ("random", "greedy")
    ]
    assert all(row["matches"] > 0 for row in rows)
    assert all((row["ratio"] > 0) == (row["loop"] > 0) for row in rows if row["game"] == "bantu")


def strength() -> None:
    few = ["--focal", "random", "--others", "random", "--games", "2", "--workers", "1"]
    told = found("strength.py", "tiny", *few, "--option", "calm=true", "--json", **INTERPRETED)
    assert (told["games"], told["options"]) == (2, {"calm": True})


def threads() -> None:
    few = [
        "--game",
        "bantu",
        "--option",
        "short=true",
        "--repeats",
        "1",
        "--measured",
        "4",
        "--games",
        "2",
        "--simulations",
        "2",
    ]
    told = found("threads.py", *few, "--pays", "0.5", "--json", **INTERPRETED)
    assert all(told["speed"][what] > 0 for what in ("one", "several", "times"))
    assert told["strength"]["games"] == 2
    assert told["strength"]["simulations"] == [2, 2]
    assert 0 <= told["strength"]["low"] <= told["strength"]["share"] <= told["strength"]["high"] <= 1


def learnt() -> None:
    told = found("learnt.py", "bantu", "--pairs", "1", "--milliseconds", "0.1", "--json")
    assert (told["games"], told["options"]["short"]) == (2, False)
    assert 0 <= told["low"] <= told["share"] <= told["high"] <= 1


def levels() -> None:
    few = ["--games", "tiny", "--levels", "easy,greedy", "--deals", "2", "--workers", "1"]
    with tempfile.TemporaryDirectory() as folder:
        kept, page = Path(folder, "levels.jsonl"), Path(folder, "page.md")
        page.write_text(
            "# Before\n<!-- levels: made by `python bench/levels.py --write` -->\nold\n<!-- end of levels -->\nafter\n"
        )
        rows = found("levels.py", *few, "--out", str(kept), "--json", **INTERPRETED)["levels"]
        assert {row["level"]: (row["below"], row["games"]) for row in rows} == {
            "easy": ("random", 4),
            "greedy": ("easy", 4),
            "random": (None, 0),
        }
        assert all(row["rating_low"] < row["rating"] < row["rating_high"] for row in rows)
        assert all(row["low"] <= row["share"] <= row["high"] for row in rows if row["below"])
        lines = kept.read_text().splitlines()
        kept.write_text("\n".join(lines[:2]) + '\n{"game": "ti')
        done = program("levels.py", *few, "--out", str(kept), "--write", "--page", str(page), **INTERPRETED)
        assert done.returncode == 0, done.stderr
        assert [json.loads(line) | {"seconds": 0} for line in kept.read_text().splitlines()] == [
            json.loads(line) | {"seconds": 0} for line in lines
        ]
        written = page.read_text()
        assert written.startswith("# Before\n")
        assert written.endswith("<!-- end of levels -->\nafter\n")
        assert "old" not in written
        pair = ["--pair", "tiny:easy", "--deals", "3", "--workers", "1", "--write", "--page", str(page)]
        done = program("levels.py", *pair, **INTERPRETED)
        assert done.returncode == 0, done.stderr
        again = page.read_text()
        old, new = (
            {line.split("|")[3].strip(): line for line in text.splitlines() if line.startswith("| tiny")}
            for text in (written, again)
        )
        assert old["`easy`"].split("|")[:6] == new["`easy`"].split("|")[:6]  # its rating is that of all pairs
        assert new["`easy`"].split("|")[6].strip() == "6"
        assert re.fullmatch(r"\d\.\d{3} \(\d\.\d{3} to \d\.\d{3}\)", new["`easy`"].split("|")[7].strip())
        assert again == written.replace(old["`easy`"], new["`easy`"])
        assert [line.split("|")[3].strip() for line in written.splitlines() if line.startswith("| tiny")] == [
            "`random`",
            "`easy`",
            "`greedy`",
        ]


def vector() -> None:
    few = [
        "--games",
        "bantu",
        "--batches",
        "2",
        "--together",
        "2",
        "--rounds",
        "1",
        "--seconds",
        "0.01",
        "--json",
    ]
    rows = found("vector.py", *few, **INTERPRETED)
    assert [(row["game"], row["batch"]) for row in rows] == [("bantu", 2)]
    assert all(rows[0][what] > 0 for what in ("bare", "checked", "full", "random"))
    assert all(peer["times"] > 0 for peer in rows[0]["peers"].values())
    assert all(rows[0]["gymnasium"][way] > 0 for way in ("single", "easy", "random", "all", "times"))


PROGRAMS: dict[str, Callable[[], None]] = {
    f"{run.__name__}.py": run
    for run in (
        billabong,
        calibration,
        chances,
        first_move,
        from_python,
        learnt,
        levels,
        people,
        reliability,
        rounds,
        search,
        search_peers,
        server_load,
        simulating,
        site,
        soak,
        strength,
        threads,
        vector,
    )
}


ALWAYS = ("billabong.py", "levels.py", "vector.py")


def test_every_program_has_its_run() -> None:
    assert {path.name for path in BENCH.glob("*.py")} == set(PROGRAMS)


def test_every_step_of_a_move_is_timed_in_a_function_that_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCH)
    for module, path in importlib.import_module("load.costs").STEPS.values():
        assert callable(attrgetter(path)(importlib.import_module(module)))


@pytest.mark.parametrize("name", [name if name in ALWAYS else deep(name) for name in PROGRAMS])
def test_a_program_measures(name: str) -> None:
    PROGRAMS[name]()


@pytest.mark.parametrize("name", [name if name in ALWAYS else deep(name) for name in PROGRAMS])
def test_a_programs_usage_shows_how_it_is_called(name: str) -> None:
    done = program(name, "--help", **INTERPRETED)
    assert done.returncode == 0, done.stderr
    usage, _, said = done.stdout.partition("\n\n")
    assert f"python bench/{name}" in said
    flags = re.compile(r"--[a-z][a-z-]*")
    assert set(flags.findall(said)) <= {*flags.findall(usage), "--help"}


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "words", "says"),
    [
        ("levels.py", ["--games", "chess"], "there is no game"),
        ("levels.py", ["--levels", "random"], "that has one below it"),
        ("levels.py", ["--pair", "tiny"], "that has one below it"),
        ("levels.py", ["--games", "tiny", "--deals", "0"], "must be 1 or more"),
        ("levels.py", ["--games", "tiny", "--workers", "0"], "must be 1 or more"),
        ("levels.py", ["--games", "tiny", "--out", "nowhere/deals.jsonl"], "nowhere/deals.jsonl"),
        ("levels.py", ["--games", "tiny", "--write", "--page", "nowhere.md"], "nowhere.md"),
        ("vector.py", ["--games", "bantu,banzai"], "nothing is measured for banzai"),
        ("vector.py", ["--batches", "0"], "must be more than 0"),
        ("vector.py", ["--rounds", "0"], "must be more than 0"),
        ("site.py", ["--folder", "nowhere"], "nowhere has no library: write one with `make site` first"),
        ("site.py", ["--later", "0"], "at least 1"),
    ],
)
def test_impossible_measurements_are_reported(name: str, words: list[str], says: str) -> None:
    done = program(name, *words, **INTERPRETED)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.deep
def test_deals_of_another_version_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "deals.jsonl"
    few = ["--games", "tiny", "--levels", "easy", "--deals", "1", "--workers", "1", "--out", str(kept)]
    assert program("levels.py", *few, **INTERPRETED).returncode == 0
    ours = json.loads(kept.read_text())
    assert ours["made"].startswith("ludotheque ")
    for other in ("ludotheque 0.0, rules 9", ""):
        kept.write_text(json.dumps(ours | {"made": other}) + "\n")
        done = program("levels.py", *few, **INTERPRETED)
        assert done.returncode == 1
        assert "Name another file" in done.stderr
        assert json.loads(kept.read_text())["made"] == other, "it is left as it is"


@pytest.mark.deep
@pytest.mark.parametrize(("sent", "code", "workers"), [(signal.SIGTERM, 143, 2), (signal.SIGINT, 130, 1)])
def test_levels_stopped_in_the_middle_keep_their_deals(
    tmp_path: Path, sent: signal.Signals, code: int, workers: int
) -> None:
    kept = tmp_path / "deals.jsonl"
    words = [
        "--games",
        "boussanga",
        "--levels",
        "easy",
        "--deals",
        "500",
        "--workers",
        str(workers),
        "--out",
        str(kept),
    ]
    with subprocess.Popen(
        [sys.executable, str(BENCH / "levels.py"), *words],
        env=variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as stopped:
        until(lambda: kept.exists() and kept.read_text().count("\n") >= 2, stopped)
        stopped.send_signal(sent)
        _, wrong = stopped.communicate(timeout=600)
    assert stopped.returncode == code, wrong
    assert "of 500 deals. The same command goes on." in wrong
    assert "Traceback" not in wrong
    assert 2 <= len([json.loads(line) for line in kept.read_text().splitlines()]) < 500


@pytest.mark.deep
def test_a_full_disk_is_reported(tmp_path: Path) -> None:
    """No file may grow beyond a hundred bytes, less than a deal takes."""
    words = ["--games", "tiny", "--levels", "easy", "--deals", "1", "--workers", "1"]
    code = (
        "import resource, runpy, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "sys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name='__main__')"
    )
    out = tmp_path / "deals.jsonl"
    done = python("-B", "-c", code, BENCH / "levels.py", *words, "--out", out, limit_s=600)
    assert done.returncode == 1, done.stderr
    assert "Make room" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.deep
@pytest.mark.parametrize("json_asked", [[], ["--json"]])
def test_peers_that_are_not_installed_are_named(tmp_path: Path, json_asked: list[str]) -> None:
    for library in ("jax", "pettingzoo"):
        (tmp_path / f"{library}.py").write_text(f"raise ModuleNotFoundError('no', name={library!r})\n")
    paths = os.pathsep.join([str(tmp_path), str(ROOT / "src"), str(ROOT / "tests")])
    few = ["--games", "bantu", "--batches", "1,2", "--together", "0", "--rounds", "1", "--seconds", "0.01"]
    done = python(
        BENCH / "vector.py", *few, *json_asked, environment=variables(PYTHONPATH=paths), limit_s=600
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        'no comparison with pettingzoo: pettingzoo is not installed (pip install "pettingzoo[classic]")',
        "no comparison with pgx: jax is not installed (pip install pgx)",
    ]
    if json_asked:
        assert [row["peers"] for row in json.loads(done.stdout)] == [{}, {}]
    else:
        assert done.stdout.count("bantu") == 2


@pytest.mark.deep
def test_one_process_and_two_are_measured_in_turn() -> None:
    told = found("server_load.py", *LITTLE, "--parts", "workers,memory", "--seconds", "0.5", **INTERPRETED)
    if "missing" in told["workers"]:
        pytest.skip(told["workers"]["missing"])
    ways = told["workers"]["ways"]
    assert set(ways) == set(told["memory"]) == {"sqlite", "postgres, 1 worker", "postgres, 2 workers"}
    for way in ways.values():
        assert all(
            way[how]["moves_per_s"] > 0 < way[how]["bytes_to_a_screen"] for how in ("flat_out", "paced")
        )
    assert [way["connections"] for way in ways.values()] == [0, 4, 8]
    for weighed in told["memory"].values():
        assert weighed["tables"] == 2
        assert weighed["socket_sockets"] == weighed["watching_sockets"] == 3


@pytest.mark.deep
def test_boardgame_io_is_played_beside_ours_on_postgresql() -> None:
    told = found("server_load.py", *LITTLE, "--parts", "postgres", "--seconds", "0.3", **INTERPRETED)
    if "missing" in told["postgres"]:
        pytest.skip(told["postgres"]["missing"])
    ways = told["postgres"]["ways"]
    assert len(ways) == 6
    assert all(way[how]["moves_per_s"] > 0 for way in ways.values() for how in ("flat_out", "paced"))
    assert len(ways["sqlite"]["times"]) == 3


@pytest.mark.deep
def test_boardgame_io_is_played_beside_ours() -> None:
    told = found("server_load.py", *LITTLE, "--parts", "rivals", "--seconds", "0.3", **INTERPRETED)
    if "missing" in told["boardgame_io"]:
        pytest.skip(told["boardgame_io"]["missing"])
    assert {"ours", "memory", "files"} <= set(told["boardgame_io"])
    assert all(figures["moves_per_s"] > 0 for figures in told["boardgame_io"].values())
    assert told["times_boardgame_io"] == min(
        each["times"] for each in told["boardgame_io"].values() if "times" in each
    )


@pytest.mark.deep
def test_a_missing_npm_is_reported_in_a_sentence(tmp_path: Path) -> None:
    done = program("server_load.py", *LITTLE, "--parts", "rivals", **INTERPRETED, PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "boardgame.io is not compared: there is no node and npm here" in done.stderr.splitlines()
    assert json.loads(done.stdout)["times_boardgame_io"] is None


@pytest.mark.deep
def test_a_missing_network_is_reported_in_a_sentence(tmp_path: Path) -> None:
    for name, says in (("npm", "echo 'npm error code ENETUNREACH' >&2; exit 1"), ("node", "exit 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{says}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    done = program("server_load.py", *LITTLE, "--parts", "rivals", **INTERPRETED, PATH=f"{tmp_path}:/bin")
    assert done.returncode == 0, done.stderr
    why = "boardgame.io is not compared: npm could not install it: code ENETUNREACH"
    assert why in done.stderr.splitlines()
